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

/** A file with one byte more than may be uploaded, which begins with this content. */
export const tooLarge = (name: string, type: string, content: BlobPart = '') =>
  new File([content, new Uint8Array(FILE_MAX_BYTES + 1 - new Blob([content]).size)], name, { type });
