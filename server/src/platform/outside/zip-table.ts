import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bayZips } from './bay-zips.ts';

/** Coordinates in degrees (WGS 84). */
export interface Point {
  lat: number;
  lon: number;
}

/** The coordinates of ZIP codes, without calling a service. */
export interface ZipTable {
  /** The center of the ZIP code's area. `zip` may have the four extra digits of ZIP+4. */
  find(zip: string): Point | undefined;
  /** The name of its town, if the table has it: the gazetteer has none. */
  townOf(zip: string): string | undefined;
}

/** The demo's own places, and those that the operator added to the data folder. */
export async function openZipTable(dataDir: string): Promise<ZipTable> {
  const added = await readAdded(join(dataDir, ADDED));
  return {
    find: (zip) => {
      const five = fiveDigits(zip);
      if (five === undefined) return undefined;
      const known = added.get(five) ?? bayZips[five];
      return known && { lat: known.lat, lon: known.lon };
    },
    townOf: (zip) => bayZips[fiveDigits(zip) ?? '']?.place,
  };
}

/**
 * Copies the Census Bureau's ZIP gazetteer ("ZIP Code Tabulation Areas", the unpacked text file) to the data
 * folder, replacing an earlier one. Returns the number of ZIP codes. Throws one sentence for a file that is
 * not a gazetteer, and then keeps the earlier one.
 */
export async function addZips(gazetteer: string, dataDir: string): Promise<number> {
  const zips = readGazetteer(gazetteer);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lines = Array.from(zips, ([zip, { lat, lon }]) => `${zip}\t${lat}\t${lon}\n`);
  const path = join(dataDir, ADDED);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, lines.join(''));
  await rename(draft, path);
  return zips.size;
}

/** The first five digits of a ZIP code, or undefined if it is invalid. */
export function fiveDigits(zip: string): string | undefined {
  return /^\s*(\d{5})(-\d{4})?\s*$/.exec(zip)?.[1];
}

const ADDED = 'zips.tsv';

async function readAdded(path: string): Promise<Map<string, Point>> {
  try {
    const text = await readFile(path, 'utf8');
    return readRows(text.split('\n').map((line) => line.split('\t')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
}

/** Columns and separators differ by year: tabs until 2024, bars since. */
function readGazetteer(text: string): Map<string, Point> {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const separator = head.includes('|') ? '|' : '\t';
  const columns = head.split(separator).map((name) => name.trim());
  const [zip, lat, lon] = ['GEOID', 'INTPTLAT', 'INTPTLONG'].map((name) => columns.indexOf(name));
  if (zip === undefined || lat === undefined || lon === undefined || Math.min(zip, lat, lon) < 0) {
    throw new Error('This is not the ZIP gazetteer: its first line names no GEOID, INTPTLAT and INTPTLONG.');
  }
  const zips = readRows(
    lines.map((line) => {
      const cells = line.split(separator);
      return [cells[zip] ?? '', cells[lat] ?? '', cells[lon] ?? ''];
    }),
  );
  if (zips.size === 0)
    throw new Error('This is not the ZIP gazetteer: no line of it holds a ZIP code and its place.');
  return zips;
}

function readRows(rows: string[][]): Map<string, Point> {
  const zips = new Map<string, Point>();
  for (const [zip = '', latText = '', lonText = ''] of rows) {
    const five = fiveDigits(zip);
    const [lat, lon] = [degrees(latText, 90), degrees(lonText, 180)];
    if (five !== undefined && lat !== undefined && lon !== undefined) zips.set(five, { lat, lon });
  }
  return zips;
}

function degrees(text: string, limit: number): number | undefined {
  const value = /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  return Math.abs(value) <= limit ? value : undefined;
}
