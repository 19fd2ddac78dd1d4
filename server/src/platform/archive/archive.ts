import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import { CannotDo } from '../database/cannot-do.ts';
import { isSealed, seal, unseal } from './seal.ts';
import { Damaged, type TarEntry, tarOf, untar } from './tar.ts';

/** The last entry: the number of entries before it, and the SHA-256 of their names and contents. */
const END = 'end.json';
const End = z.object({ entries: z.number(), sha256: z.string() });

/**
 * Writes entries into a new file that only its owner can read: a compressed tar archive with a checksum at its end,
 * encrypted if there is a key. The file gets its final name only once it is complete and on disk.
 */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<TarEntry>,
  key: Buffer | undefined,
): Promise<void> {
  if (existsSync(file)) throw new CannotDo(`${file} is there already: name a new file.`);
  // A random name, so that neither an aborted run nor a concurrent one is in the way.
  const partial = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await pipeline(
      Readable.from(tarOf(withEnd(entries))),
      createGzip(),
      (bytes: AsyncIterable<Buffer>) => (key ? seal(bytes, key) : bytes),
      createWriteStream(partial, { flags: 'wx', mode: 0o600 }),
    );
    await settle(partial);
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Streams the same archive while it is made, unencrypted, to a reader who may stop at any time. */
export function streamArchive(entries: AsyncIterable<TarEntry>): AsyncIterable<Buffer> {
  const packed = createGzip();
  // A failure reaches the reader through `packed`.
  pipeline(Readable.from(tarOf(withEnd(entries))), packed).catch(() => undefined);
  return packed;
}

/**
 * The entries of a file that `writeArchive` wrote. Throws `CannotDo` with a sentence if it is invalid. Whether it is
 * complete is known only after the last entry.
 */
export async function* readArchive(file: string, key: Buffer | undefined): AsyncGenerator<TarEntry> {
  const isEncrypted = isSealed(await beginningOf(file));
  if (isEncrypted && !key)
    throw new CannotDo(`${file} is encrypted: set BACKUP_KEY to the key it was made with.`);
  const unpacked = createGunzip();
  const source = createReadStream(file);
  const reading = pipeline(
    source,
    (bytes: AsyncIterable<Buffer>) => (isEncrypted && key ? unseal(bytes, key) : bytes),
    unpacked,
  );
  // The loop below throws it.
  reading.catch(() => undefined);
  const sum = new Sum();
  let end: z.infer<typeof End> | undefined;
  try {
    for await (const entry of untar(unpacked)) {
      if (end) throw new Damaged();
      if (entry.name === END) end = End.safeParse(parsed(entry.content)).data;
      else {
        sum.add(entry);
        yield entry;
      }
    }
    await reading;
    if (!end || end.entries !== sum.entries || end.sha256 !== sum.digest()) throw new Damaged();
  } catch (error) {
    if (error instanceof CannotDo) throw error;
    const isOurs =
      error instanceof Damaged || /^(Z_|ERR_STREAM|ABORT)/.test((error as { code?: string }).code ?? '');
    if (!isOurs) throw error;
    throw new CannotDo(
      isEncrypted && sum.entries === 0
        ? `${file} cannot be opened: it is damaged, or BACKUP_KEY is not the key it was made with.`
        : `${file} is damaged or incomplete: use another backup.`,
    );
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

/** Parsed JSON, or undefined if it is invalid. */
export function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

async function* withEnd(entries: AsyncIterable<TarEntry>): AsyncGenerator<TarEntry> {
  const sum = new Sum();
  for await (const entry of entries) {
    sum.add(entry);
    yield entry;
  }
  yield { name: END, content: Buffer.from(JSON.stringify({ entries: sum.entries, sha256: sum.digest() })) };
}

class Sum {
  entries = 0;
  readonly #hash = createHash('sha256');

  add({ name, content }: TarEntry): void {
    this.entries += 1;
    this.#hash.update(`${name}\0${content.length}\0`).update(content);
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}

async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new CannotDo(`${file} is not there.`) : error;
  });
  try {
    return (await handle.read({ buffer: Buffer.alloc(8), position: 0 })).buffer;
  } finally {
    await handle.close();
  }
}

async function settle(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
