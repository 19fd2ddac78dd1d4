import { Buffer } from 'node:buffer';

/** One file of an archive. Contents are in memory one at a time: an upload, or a few hundred rows. */
export interface TarEntry {
  name: string;
  content: Buffer;
}

/** The bytes are not an archive of ours, or are damaged. */
export class Damaged extends Error {}

const BLOCK = 512;

/** Far above any entry we write, so that a damaged size cannot allocate all memory. */
const LARGEST = 1024 ** 3;

/**
 * Entries as a tar archive (ustar), which any system's own tools can open. Names are ours: short and in plain ASCII.
 */
export async function* tarOf(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, content } of entries) {
    yield headerOf(name, content.length);
    yield content;
    yield Buffer.alloc(padding(content.length));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** The entries of an archive, in order. Throws `Damaged`. */
export async function* untar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new Reader(bytes);
  for (;;) {
    const header = await reader.take(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(header);
    const content = await reader.take(size);
    await reader.take(padding(size));
    yield { name, content };
  }
  // The rest after the end must still be read, because errors in the stream appear there.
  await reader.drain();
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

function headerOf(name: string, size: number): Buffer {
  if (!/^[\w./-]{1,99}$/.test(name)) throw new TypeError(`${name} cannot be named in an archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'latin1');
  for (const [at, text] of [
    [100, '0000600\0'],
    [108, '0000000\0'],
    [116, '0000000\0'],
    [124, `${size.toString(8).padStart(11, '0')}\0`],
    [136, '00000000000\0'],
    [148, '        '],
    [156, '0'],
    [257, 'ustar\x0000'],
  ] as const)
    header.write(text, at, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0);

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('latin1', from, to).split('\0')[0] ?? '';
  const summed = Buffer.from(header);
  summed.write('        ', 148, 'latin1');
  const size = Number.parseInt(text(124, 136), 8);
  const isSound = Number.parseInt(text(148, 156), 8) === sumOf(summed) && size >= 0 && size <= LARGEST;
  if (!isSound) throw new Damaged();
  return { name: text(0, 100), size };
}

/** Reads a given number of bytes, however they are chunked. */
export class Reader {
  readonly #chunks: AsyncIterator<Buffer>;
  #kept: Buffer[] = [];
  #length = 0;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    if (!(await this.#has(count))) throw new Damaged();
    const all = this.#kept.length === 1 ? (this.#kept[0] as Buffer) : Buffer.concat(this.#kept);
    this.#kept = [all.subarray(count)];
    this.#length -= count;
    return all.subarray(0, count);
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#has(1));
  }

  async drain(): Promise<void> {
    while (!(await this.isAtEnd())) await this.take(this.#length);
  }

  async #has(count: number): Promise<boolean> {
    while (this.#length < count) {
      const { value, done } = await this.#chunks.next();
      if (done) return false;
      this.#kept.push(value);
      this.#length += value.length;
    }
    return true;
  }
}
