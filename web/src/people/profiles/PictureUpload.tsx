import { t } from '@waypost/contract/i18n';
import { profileCalls, type User } from '@waypost/contract/people/profiles/calls';
import { useEffect, useRef } from 'react';
import { isFailure } from '../../client/failure.ts';
import { noticeFor, notify, show } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { sendFile } from '../../school-system/files/send-file.ts';
import { PictureCropDialog } from '../../ui/PictureCropDialog.tsx';
import { useCacheUser } from './use-cache-user.ts';

interface PictureUploadProps {
  user: User;
  file: File;
  onEnd: () => void;
}

/**
 * Uploads the picture while its square part is being selected, uploads that part, and makes it the
 * profile's picture (docs/behavior/profiles.md#picture).
 */
export default function PictureUpload({ user, file, onEnd }: PictureUploadProps) {
  const keepUser = useCacheUser();
  const save = useCall(profileCalls.saveUserFile, { quiet: true });
  const end = useRef(onEnd);
  end.current = onEnd;
  const whole = useRef<Promise<unknown>>(undefined);

  useEffect(() => {
    const leaving = new AbortController();
    whole.current = sendFile(file, { key: 'profile_pic_full', signal: leaving.signal });
    whole.current.catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      showError(error);
      end.current();
    });
    return () => leaving.abort();
  }, [file]);

  async function store(picture: Blob): Promise<void> {
    await whole.current;
    const cropped = new File([picture], 'profile_pic_cropped.jpg', { type: 'image/jpeg' });
    const { _id } = await sendFile(cropped, { key: 'profile_pic_cropped' });
    const at = { user_id: user._id, file_id: _id, key: 'profile_pic_id_fk' } as const;
    const { profile_pic_id_fk } = await save.mutateAsync(at);
    keepUser({ _id: user._id, profile_pic_id_fk });
    notify.success(user.role === 'Business' ? t('Your logo is saved.') : t('Your profile picture is saved.'));
    onEnd();
  }

  return <PictureCropDialog file={file} aspect={1} onCropped={store} onClose={onEnd} />;
}

function showError(error: unknown): void {
  // A file that is too large already has its own notice.
  if (isFailure(error, 'too-large')) return;
  const notice = isFailure(error, 'invalid-input')
    ? ({ colour: 'error', title: t('This isn’t a picture'), message: error.message } as const)
    : noticeFor(error);
  if (notice) show(notice);
}
