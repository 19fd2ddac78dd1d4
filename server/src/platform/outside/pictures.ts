import { FILE_MAX_BYTES } from '@waypost/contract/school-system/files/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { countPasses } from './picture-passes.ts';

export interface Picture {
  bytes: Uint8Array;
  type: 'image/jpeg';
  extension: 'jpg';
  width: number;
  height: number;
}

/** Longest side of a stored picture, in pixels: sharp at full width on a laptop, small enough for a phone. */
export const PICTURE_MAX_SIDE = 1_600;

/** More than any phone fits into 10 MB. A decoded pixel takes three or four bytes of memory. */
const MAX_PIXELS = 50_000_000;

/**
 * Pixels times passes over them. A progressive photo of 25 megapixels has ten scans; this limit takes about
 * two seconds.
 */
const MAX_WORK = 250_000_000;

/** Processing a picture times out after this many seconds. */
const MAX_SECONDS = 10;

// One thread and no cache per picture leave the other cores and the memory to everyone else.
sharp.concurrency(1);
sharp.cache(false);

/** Runs the processing of a picture when it is the uploader's turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Formats that a browser can show. Excludes those that are documents or programs themselves (SVG, PDF). */
const readable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/**
 * Converts an upload to a safe picture: upright, at most `PICTURE_MAX_SIDE`, JPEG, without metadata such as
 * its location (docs/behavior/files.md#what-is-accepted). Refuses more than 10 MB, and anything that is not a
 * picture, is damaged, would expand to more than 50 million pixels, or takes too many passes over them.
 */
export async function acceptPicture(
  bytes: Uint8Array,
  inTurn: InTurn,
): Promise<Picture | 'too large' | 'wrong kind'> {
  if (bytes.length > FILE_MAX_BYTES) return 'too large';
  const kind = await fileTypeFromBuffer(bytes);
  if (kind === undefined || !readable.has(kind.mime)) return 'wrong kind';
  const drawn = await draw(bytes, inTurn, (picture) =>
    picture
      .resize({ width: PICTURE_MAX_SIDE, height: PICTURE_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 }),
  );
  if (drawn === undefined) return 'wrong kind';
  const { width, height } = drawn.info;
  return { bytes: drawn.data, type: 'image/jpeg', extension: 'jpg', width, height };
}

/**
 * The same picture in its own format and size, upright and without metadata: for a photographed page, which
 * must stay legible. Undefined if it is damaged or takes too much work.
 */
export async function withoutMetadata(
  bytes: Uint8Array,
  type: 'image/jpeg' | 'image/png',
  inTurn: InTurn,
): Promise<Uint8Array | undefined> {
  const drawn = await draw(bytes, inTurn, (picture) =>
    type === 'image/jpeg' ? picture.jpeg({ quality: 90 }) : picture.png(),
  );
  return drawn?.data;
}

async function draw(bytes: Uint8Array, inTurn: InTurn, finish: (picture: Sharp) => Sharp) {
  return inTurn(async () => {
    try {
      const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
      const { width, height, format } = await picture.metadata();
      if (width * height * countPasses(bytes, format) > MAX_WORK) return undefined;
      const upright = picture.autoOrient().timeout({ seconds: MAX_SECONDS });
      return await finish(upright).toBuffer({ resolveWithObject: true });
    } catch {
      // sharp gives the reason only as prose, and the sender cannot act on the difference.
      return undefined;
    }
  });
}
