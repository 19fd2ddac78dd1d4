import { t } from '@waypost/contract/i18n';

const QUALITY = 0.9;

/**
 * Returns what `draw` paints on white as a JPEG of this size in pixels. Rejects if the browser cannot draw it.
 */
export function drawJpeg(
  width: number,
  height: number,
  draw: (drawing: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const drawing = canvas.getContext('2d');
  if (!drawing) return Promise.reject(new Error(t('This browser cannot draw pictures.')));
  // JPEG has no transparency, so make transparent areas white instead of black.
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, width, height);
  draw(drawing);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t('This picture could not be drawn.')))),
      'image/jpeg',
      QUALITY,
    );
  });
}
