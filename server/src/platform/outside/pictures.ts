import {
  FILE_MAX_BYTES,
  isAcceptedSize,
  PICTURE_MAX_MEGAPIXELS,
} from '@waypost/contract/school-system/files/rules';
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
export const STORED_MAX_SIDE = 1_600;

/**
 * Pixels times passes over them. A progressive photo of 25 megapixels has ten scans; this limit takes about
 * two seconds.
 */
const MAX_WORK = 250_000_000;

const MAX_PIXELS = PICTURE_MAX_MEGAPIXELS * 1_000_000;

/** Processing a picture times out after this many seconds. */
const MAX_SECONDS = 10;

// One thread and no cache per picture leave the other cores and the memory to everyone else.
sharp.concurrency(1);
sharp.cache(false);

/** Why an upload is not stored as a picture. */
export type RefusedPicture = 'too large' | 'too many pixels' | 'wrong kind';

/** Runs the processing of a picture when it is the uploader's turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Formats that a browser can show. Excludes those that are documents or programs themselves (SVG, PDF). */
const readable = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/**
 * Converts an upload to a safe picture: upright, at most `STORED_MAX_SIDE`, JPEG, without metadata such as
 * its location (docs/behavior/files.md#what-is-accepted). Refuses more than 10 MB, and anything that is not a
 * picture, is damaged, or takes too many passes over its pixels. A picture with too many pixels (`isAcceptedSize`) is
 * refused by its header, without waiting for a turn.
 */
export async function acceptPicture(bytes: Uint8Array, inTurn: InTurn): Promise<Picture | RefusedPicture> {
  if (bytes.length > FILE_MAX_BYTES) return 'too large';
  const kind = await fileTypeFromBuffer(bytes);
  if (kind === undefined || !readable.has(kind.mime)) return 'wrong kind';
  const drawn = await draw(bytes, inTurn, (picture) =>
    picture
      .resize({ width: STORED_MAX_SIDE, height: STORED_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 }),
  );
  if (typeof drawn === 'string') return drawn;
  const { width, height } = drawn.info;
  return { bytes: drawn.data, type: 'image/jpeg', extension: 'jpg', width, height };
}

/**
 * The same picture in its own format and size, upright and without metadata: for a photographed page, which
 * must stay legible. Refuses it as `acceptPicture` does.
 */
export async function withoutMetadata(
  bytes: Uint8Array,
  type: 'image/jpeg' | 'image/png',
  inTurn: InTurn,
): Promise<Uint8Array | Exclude<RefusedPicture, 'too large'>> {
  const drawn = await draw(bytes, inTurn, (picture) =>
    type === 'image/jpeg' ? picture.jpeg({ quality: 90 }) : picture.png(),
  );
  return typeof drawn === 'string' ? drawn : drawn.data;
}

async function draw(bytes: Uint8Array, inTurn: InTurn, finish: (picture: Sharp) => Sharp) {
  try {
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!isAcceptedSize({ width, height })) return 'too many pixels';
    if (width * height * countPasses(bytes, format) > MAX_WORK) return 'wrong kind';
  } catch {
    // sharp gives the reason only as prose, and the sender cannot act on the difference.
    return 'wrong kind';
  }
  return inTurn(async () => {
    try {
      const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
      const upright = picture.autoOrient().timeout({ seconds: MAX_SECONDS });
      return await finish(upright).toBuffer({ resolveWithObject: true });
    } catch {
      return 'wrong kind';
    }
  });
}
