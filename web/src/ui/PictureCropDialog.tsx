import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

const PictureCrop = lazyPart(() => import('./PictureCrop.tsx'));

interface PictureCropDialogProps {
  /** The picture that was chosen; the dialog is open while there is one. */
  file: File | null;
  /** Width over height; 1 is a square. */
  aspect?: number;
  /** How much of the picture's width is chosen at first, in percent. */
  startWidth?: number;
  /** Given the part that was chosen, as a JPEG. The dialog stays open, busy, until this has ended. */
  onCropped: (picture: Blob) => Promise<unknown>;
  onClose: () => void;
}

/** Chooses the part of a picture to keep. */
export function PictureCropDialog({ file, ...rest }: PictureCropDialogProps) {
  if (!file) return null;
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <PictureCrop file={file} {...rest} />
    </Suspense>
  );
}
