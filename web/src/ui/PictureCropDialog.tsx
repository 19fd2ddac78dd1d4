import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

const PictureCrop = lazyPart(() => import('./PictureCrop.tsx'));

interface PictureCropDialogProps {
  /** The picked picture. The dialog is open while this is set. */
  file: File | null;
  /** Width divided by height; 1 is a square. */
  aspect?: number;
  /** The initial width of the selection, in percent of the picture. */
  startWidth?: number;
  /** Receives the selected part as a JPEG. The dialog stays open and busy until this resolves. */
  onCropped: (picture: Blob) => Promise<unknown>;
  onClose: () => void;
}

/** Selects the part of a picture to keep. */
export function PictureCropDialog({ file, ...rest }: PictureCropDialogProps) {
  if (!file) return null;
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <PictureCrop file={file} {...rest} />
    </Suspense>
  );
}
