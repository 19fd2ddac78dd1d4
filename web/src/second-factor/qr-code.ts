/**
 * QR codes (ISO/IEC 18004) of up to 412 bytes: byte mode, error correction M, versions 1 to 15. The mask is always the
 * checkerboard, which readers accept like any other.
 */

/** Error correction bytes of each block, and the number of blocks, by version. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

/** The rows of a QR code, true for dark; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTION.findIndex((_, index) => bytes.length <= room(index + 1)) + 1;
  if (version === 0) return null;
  return draw(version, withCorrection(version, withHeader(version, bytes)));
}

/** The modules that hold data, after all those with a fixed position. */
function rawModules(version: number): number {
  const aligned = Math.floor(version / 7) + 2;
  const all = (16 * version + 128) * version + 64;
  const patterns = version === 1 ? 0 : (25 * aligned - 10) * aligned - 55;
  return all - patterns - (version >= 7 ? 36 : 0);
}

const at = (table: number[], version: number) => table[version - 1] ?? 0;
const dataBytes = (version: number) =>
  Math.floor(rawModules(version) / 8) - at(CORRECTION, version) * at(BLOCKS, version);
const lengthBits = (version: number) => (version < 10 ? 8 : 16);
const room = (version: number) => Math.floor((dataBytes(version) * 8 - 4 - lengthBits(version)) / 8);

function withHeader(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, lengthBits(version));
  for (const byte of bytes) push(byte, 8);
  const capacity = dataBytes(version) * 8;
  push(0, Math.min(4, capacity - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let padding = 0xec; bits.length < capacity; padding ^= 0xec ^ 0x11) push(padding, 8);
  return Array.from({ length: capacity / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
}

/** Splits the data into blocks, adds each one's Reed-Solomon remainder, and interleaves them. */
function withCorrection(version: number, data: number[]): number[] {
  const count = at(BLOCKS, version);
  const length = at(CORRECTION, version);
  const total = Math.floor(rawModules(version) / 8);
  const short = Math.floor(total / count) - length;
  const longer = total % count;
  const divisor = divisorOf(length);
  let start = 0;
  const blocks = Array.from({ length: count }, (_, index) => {
    const own = data.slice(start, start + short + (index < count - longer ? 0 : 1));
    start += own.length;
    return { own, correction: remainderOf(own, divisor) };
  });
  const inTurn = (parts: number[][]) =>
    Array.from({ length: Math.max(...parts.map((part) => part.length)) }, (_, index) =>
      parts.flatMap((part) => part[index] ?? []),
    ).flat();
  return [...inTurn(blocks.map(({ own }) => own)), ...inTurn(blocks.map(({ correction }) => correction))];
}

/** In the field of 256 elements with the polynomial 0x11D. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

function divisorOf(degree: number): number[] {
  const divisor = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let turn = 0; turn < degree; turn += 1) {
    for (let index = 0; index < degree; index += 1)
      divisor[index] = multiply(divisor[index] ?? 0, root) ^ (divisor[index + 1] ?? 0);
    root = multiply(root, 2);
  }
  return divisor;
}

function remainderOf(data: number[], divisor: number[]): number[] {
  const remainder = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() ?? 0);
    remainder.push(0);
    for (const [index, part] of divisor.entries())
      remainder[index] = (remainder[index] ?? 0) ^ multiply(part, factor);
  }
  return remainder;
}

function draw(version: number, bytes: number[]): boolean[][] {
  const size = version * 4 + 17;
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean) => {
    const [row, known] = [modules[y], fixed[y]];
    if (!row || !known || x < 0 || x >= size) return;
    row[x] = dark;
    known[x] = true;
  };

  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [left, top] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        set(left + dx, top + dy, distance !== 2 && distance !== 4);
      }
  const centers = alignedAt(version, size);
  const last = centers.length - 1;
  for (const [row, y] of centers.entries())
    for (const [column, x] of centers.entries()) {
      const isFinder = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
      if (isFinder) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  drawFormat(size, set);
  if (version >= 7) drawVersion(version, size, set);

  // From the bottom right, in columns of two, alternately up and down.
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        const row = modules[y];
        if (!row || fixed[y]?.[x]) continue;
        const isDark = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        row[x] = isDark !== ((x + y) % 2 === 0);
        bit += 1;
      }
  }
  return modules;
}

function alignedAt(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

type Set = (x: number, y: number, dark: boolean) => void;

/** Error correction M and the first mask are both zero, so the format bits are a constant. */
function drawFormat(size: number, set: Set): void {
  const isDark = (index: number) => ((0x5412 >>> index) & 1) === 1;
  for (let index = 0; index <= 5; index += 1) set(8, index, isDark(index));
  set(8, 7, isDark(6));
  set(8, 8, isDark(7));
  set(7, 8, isDark(8));
  for (let index = 9; index < 15; index += 1) set(14 - index, 8, isDark(index));
  for (let index = 0; index < 8; index += 1) set(size - 1 - index, 8, isDark(index));
  for (let index = 8; index < 15; index += 1) set(8, size - 15 + index, isDark(index));
  set(8, size - 8, true);
}

function drawVersion(version: number, size: number, set: Set): void {
  let remainder = version;
  for (let turn = 0; turn < 12; turn += 1) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25);
  const bits = (version << 12) | remainder;
  for (let index = 0; index < 18; index += 1) {
    const [near, far] = [Math.floor(index / 3), size - 11 + (index % 3)];
    const isDark = ((bits >>> index) & 1) === 1;
    set(far, near, isDark);
    set(near, far, isDark);
  }
}
