/**
 * The names of the top-level streams of a compound file (the container of old Office documents, MS-CFB), or undefined
 * if it is something else or malformed. Deeper streams, such as a document embedded in a spreadsheet, are not listed.
 * The work is bounded by the file's length.
 */
export function topStreams(bytes: Uint8Array): string[] | undefined {
  return readStreams(bytes)?.map(({ name }) => name);
}

/** The first sector of a top-level stream; undefined if there is none, or it is too short to have sectors of its own. */
export function startOfStream(bytes: Uint8Array, name: string): Uint8Array | undefined {
  const stream = readStreams(bytes)?.find((one) => one.name === name);
  if (!stream || stream.size < SHORTEST_IN_SECTORS) return undefined;
  const sectorSize = 1 << new DataView(bytes.buffer, bytes.byteOffset).getUint16(30, true);
  const start = (stream.start + 1) * sectorSize;
  return bytes.subarray(start, start + sectorSize);
}

const SHORTEST_IN_SECTORS = 4096;

function readStreams(bytes: Uint8Array): Entry[] | undefined {
  try {
    const file = openCompound(bytes);
    return file && childrenOfRoot(readDirectory(file));
  } catch (error) {
    // A number in the file pointed beyond its end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Compound {
  view: DataView;
  sectorSize: number;
  /** The sector that follows each sector. */
  next: (sector: number) => number;
}

interface Entry {
  name: string;
  kind: number;
  left: number;
  right: number;
  child: number;
  /** Its first sector, and its length in bytes. */
  start: number;
  size: number;
}

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const LAST_REGULAR_SECTOR = 0xfffffffa;
const STREAM = 2;
const ROOT = 5;
const ENTRY_SIZE = 128;
const FAT_SECTORS_IN_HEADER = 109;

function openCompound(bytes: Uint8Array): Compound | undefined {
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorShift = view.getUint16(30, true);
  if (sectorShift !== 9 && sectorShift !== 12) return undefined;
  const sectorSize = 1 << sectorShift;
  const perSector = sectorSize / 4;
  const fatSectors = findFatSectors(view, sectorSize);
  const next = (sector: number) => {
    const holder = fatSectors[Math.floor(sector / perSector)];
    if (holder === undefined) throw new RangeError('no such sector');
    return view.getUint32((holder + 1) * sectorSize + (sector % perSector) * 4, true);
  };
  return { view, sectorSize, next };
}

/** The first 109 are in the header, the others in a chain of sectors whose last number points to the next. */
function findFatSectors(view: DataView, sectorSize: number): number[] {
  const sectors: number[] = [];
  const take = (from: number, count: number) => {
    for (let index = 0; index < count; index++) {
      const sector = view.getUint32(from + index * 4, true);
      if (sector <= LAST_REGULAR_SECTOR) sectors.push(sector);
    }
  };
  take(76, FAT_SECTORS_IN_HEADER);
  const seen = new Set<number>();
  for (let at = view.getUint32(68, true); at <= LAST_REGULAR_SECTOR && !seen.has(at); ) {
    seen.add(at);
    const start = (at + 1) * sectorSize;
    take(start, sectorSize / 4 - 1);
    at = view.getUint32(start + sectorSize - 4, true);
  }
  return sectors;
}

function readDirectory({ view, sectorSize, next }: Compound): Entry[] {
  const entries: Entry[] = [];
  const seen = new Set<number>();
  for (let at = view.getUint32(48, true); at <= LAST_REGULAR_SECTOR && !seen.has(at); at = next(at)) {
    seen.add(at);
    const start = (at + 1) * sectorSize;
    for (let offset = start; offset < start + sectorSize; offset += ENTRY_SIZE) {
      entries.push(readEntry(view, offset));
    }
  }
  return entries;
}

function readEntry(view: DataView, offset: number): Entry {
  const nameBytes = Math.min(view.getUint16(offset + 64, true), 64);
  let name = '';
  for (let index = 0; index < nameBytes - 2; index += 2) {
    name += String.fromCharCode(view.getUint16(offset + index, true));
  }
  return {
    name,
    kind: view.getUint8(offset + 66),
    left: view.getUint32(offset + 68, true),
    right: view.getUint32(offset + 72, true),
    child: view.getUint32(offset + 76, true),
    start: view.getUint32(offset + 116, true),
    size: view.getUint32(offset + 120, true),
  };
}

/** The entries of a storage form a tree that starts at its child. */
function childrenOfRoot(entries: readonly Entry[]): Entry[] | undefined {
  const root = entries[0];
  if (root?.kind !== ROOT) return undefined;
  const streams: Entry[] = [];
  const seen = new Set<number>();
  const open = [root.child];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    if (entry.kind === STREAM) streams.push(entry);
    open.push(entry.left, entry.right);
  }
  return streams;
}
