import { FILE_MAX_BYTES } from '@waypost/contract/files/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';

export interface Picture {
  bytes: Uint8Array;
  type: 'image/jpeg';
  extension: 'jpg';
  width: number;
  height: number;
}

/** Longest side of a kept picture, in pixels: sharp at full width on a laptop, small enough for a phone. */
export const PICTURE_MAX_SIDE = 1_600;

/** More than any phone takes in 10 MB. Decoded, a pixel costs three or four bytes of memory. */
const MAX_PIXELS = 50_000_000;

/** What a browser can show. Formats that are documents or programs of their own (SVG, PDF) are not among them. */
const readable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/**
 * Makes an upload into a picture that is safe to keep: upright, at most `PICTURE_MAX_SIDE`, JPEG, without
 * metadata such as the place it was taken (rulings, "Files"). Refuses what is larger than 10 MB, and what is
 * no picture, is damaged, or would unfold to more than 50 million pixels.
 */
export async function acceptPicture(bytes: Uint8Array): Promise<Picture | 'too large' | 'wrong kind'> {
  if (bytes.length > FILE_MAX_BYTES) return 'too large';
  const kind = await fileTypeFromBuffer(bytes);
  if (kind === undefined || !readable.has(kind.mime)) return 'wrong kind';
  const drawn = await draw(
    open(bytes)
      .resize({ width: PICTURE_MAX_SIDE, height: PICTURE_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 }),
  );
  if (drawn === undefined) return 'wrong kind';
  const { width, height } = drawn.info;
  return { bytes: drawn.data, type: 'image/jpeg', extension: 'jpg', width, height };
}

/**
 * The same picture in its own format and size, upright and without metadata: for a page someone photographed,
 * which has to stay legible. Undefined if it is damaged or too many pixels.
 */
export async function withoutMetadata(
  bytes: Uint8Array,
  type: 'image/jpeg' | 'image/png',
): Promise<Uint8Array | undefined> {
  const picture = open(bytes);
  const drawn = await draw(type === 'image/jpeg' ? picture.jpeg({ quality: 90 }) : picture.png());
  return drawn?.data;
}

function open(bytes: Uint8Array) {
  return sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .timeout({ seconds: 20 });
}

async function draw(picture: Sharp) {
  try {
    return await picture.toBuffer({ resolveWithObject: true });
  } catch {
    // sharp names the reason in prose only; to whoever sent it every reason is the same.
    return undefined;
  }
}
