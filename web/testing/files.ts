import { FILE_MAX_BYTES } from '@waypost/contract/school-system/files/rules';

/** A single-color picture with this width and height. */
export async function aPicture(name: string, width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('This browser cannot draw.');
  drawing.fillStyle = '#17386b';
  drawing.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

/** The width and height of an uploaded picture. */
export async function sizeOf(picture: FormDataEntryValue | undefined): Promise<[number, number]> {
  if (!(picture instanceof Blob)) throw new Error('This isn’t a picture.');
  const { width, height } = await createImageBitmap(picture);
  return [width, height];
}

/** The part of a picture that is darker than gray, in pixels. */
export async function inkOf(picture: FormDataEntryValue | undefined) {
  if (!(picture instanceof Blob)) throw new Error('This isn’t a picture.');
  const bitmap = await createImageBitmap(picture);
  const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!drawing) throw new Error('This browser cannot draw.');
  drawing.drawImage(bitmap, 0, 0);
  const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
  const dark = Array.from({ length: data.length / 4 }, (_, at) => at).filter(
    (at) => (data[at * 4] ?? 255) < 128,
  );
  const columns = dark.map((at) => at % bitmap.width);
  const rows = dark.map((at) => Math.floor(at / bitmap.width));
  const [left, right, top, bottom] = [
    Math.min(...columns),
    Math.max(...columns),
    Math.min(...rows),
    Math.max(...rows),
  ];
  return { left, right, top, bottom, height: bottom - top };
}

/** A file with one byte more than may be uploaded, which begins with this content. */
export const tooLarge = (name: string, type: string, content: BlobPart = '') =>
  new File([content, new Uint8Array(FILE_MAX_BYTES + 1 - new Blob([content]).size)], name, { type });
