/**
 * How many times a decoder passes over all pixels of this picture: once for each scan of a JPEG, seven times for an
 * interlaced PNG, otherwise once. A few bytes can request a pass over millions of pixels. Linear in the file's
 * length.
 */
export function countPasses(bytes: Uint8Array, format: string): number {
  if (format === 'jpeg') return Math.max(1, countScans(bytes));
  if (format === 'png') return bytes[PNG_INTERLACE_BYTE] === 0 ? 1 : 7;
  return 1;
}

/** After the signature (8), a chunk's length and name (8), and the header's sizes, depth, color and methods (12). */
const PNG_INTERLACE_BYTE = 28;

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Walks from marker to marker as a decoder does, so a thumbnail or trailing data is not counted. */
function countScans(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    if (marker === START_OF_SCAN) scans += 1;
    if (marker === 0xff) at += 1;
    else if (isAlone(marker)) at += 2;
    else at += 2 + Math.max(2, ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return scans;
}

/** An escaped data byte, a restart marker or another marker without a length. */
function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
