import type { User } from '@waypost/contract/profiles/calls';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { PICTURES } from '../files/pictures.ts';

// What stores and crops a picture comes once there is one.
const PictureUpload = lazy(() => import('./PictureUpload.tsx'));

/** Choosing one's picture, or a business its logo: `chooser` stands anywhere, `choose` opens it. */
export function usePictureChooser(user: User): { choose: () => void; label: string; chooser: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const what = user.role === 'Business' ? 'Logo' : 'Profile Pic';
  return {
    choose: () => input.current?.click(),
    label: `${user.profile_pic_id_fk ? 'Change' : 'Upload'} ${what}`,
    chooser: (
      <>
        <input
          ref={input}
          type="file"
          accept={PICTURES}
          hidden
          aria-label={what}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0] ?? null);
            // The same picture again is a change too.
            currentTarget.value = '';
          }}
        />
        {file && (
          <Suspense>
            <PictureUpload user={user} file={file} onEnd={() => setFile(null)} />
          </Suspense>
        )}
      </>
    ),
  };
}
