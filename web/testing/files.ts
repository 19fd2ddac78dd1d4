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
