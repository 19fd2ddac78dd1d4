import { t } from '@waypost/contract/i18n';

interface Crop {
  /** In percent of the picture, from its upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In pixels: larger than any place shows it, and small enough to upload from a phone. */
const LONGEST_SIDE = 1024;
const JPEG_QUALITY = 0.9;

/**
 * Returns a part of a picture as a JPEG, at its own size or smaller. Rejects if the browser cannot draw it.
 */
export function cropPicture(image: HTMLImageElement, part: Crop): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image;
  const width = (naturalWidth * part.width) / 100;
  const height = (naturalHeight * part.height) / 100;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const drawing = canvas.getContext('2d');
  if (!drawing) return Promise.reject(new Error(t('This browser cannot crop pictures.')));
  // JPEG has no transparency, so make transparent areas white instead of black.
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(
    image,
    (naturalWidth * part.x) / 100,
    (naturalHeight * part.y) / 100,
    width,
    height,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t('This picture could not be cropped.')))),
      'image/jpeg',
      JPEG_QUALITY,
    );
  });
}
