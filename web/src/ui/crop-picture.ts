import type { CropBox } from './crop-steps.ts';
import { drawJpeg } from './jpeg.ts';

/** In pixels: larger than any place shows it, and small enough to upload from a phone. */
const LONGEST_SIDE = 1024;

/**
 * Returns a part of a picture as a JPEG, at its own size or smaller. Rejects if the browser cannot draw it.
 */
export function cropPicture(image: HTMLImageElement, part: CropBox): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image;
  const width = (naturalWidth * part.width) / 100;
  const height = (naturalHeight * part.height) / 100;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return drawJpeg(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
    (drawing) =>
      drawing.drawImage(
        image,
        (naturalWidth * part.x) / 100,
        (naturalHeight * part.y) / 100,
        width,
        height,
        0,
        0,
        drawing.canvas.width,
        drawing.canvas.height,
      ),
  );
}
