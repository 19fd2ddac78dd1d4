import { t } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/people/profiles/calls';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { PICTURES } from '../../school-system/files/pictures.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

// Cropping and uploading load only once a picture is chosen.
const PictureUpload = lazyPart(() => import('./PictureUpload.tsx'));

function labelOf({ role, profile_pic_id_fk }: User): string {
  if (role === 'Business') return profile_pic_id_fk ? t('Change Logo') : t('Upload Logo');
  return profile_pic_id_fk ? t('Change Profile Pic') : t('Upload Profile Pic');
}

/** Chooses a profile picture or logo: render `chooser` anywhere, and call `choose` to open it. */
export function usePictureChooser(user: User): { choose: () => void; label: string; chooser: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return {
    choose: () => input.current?.click(),
    label: labelOf(user),
    chooser: (
      <>
        <input
          ref={input}
          type="file"
          accept={PICTURES}
          hidden
          aria-label={user.role === 'Business' ? t('Logo') : t('Profile Pic')}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0] ?? null);
            // Reset, so that choosing the same picture again counts as a change.
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
