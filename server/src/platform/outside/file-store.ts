import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { ConfigError } from '../../config.ts';
import type { FilesPlace } from '../../config-values.ts';

/**
 * Stores uploaded bytes under random keys (`newFileKey`). Their names, types and who may see them are in the
 * database.
 */
export interface FileStore {
  /**
   * Resolves once the bytes would survive a crash of the machine. `type` is the media type. Each key is
   * written only once.
   */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Throws `FileMissing`. The caller must read the stream to its end or destroy it. */
  get(key: string): Promise<Readable>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
  /** The keys of all stored files. */
  keys(): AsyncIterable<string>;
  writtenAt(key: string): Promise<Date>;
}

export class FileMissing extends Error {
  constructor(key: string) {
    super(`The file store has no file ${key}.`);
    this.name = 'FileMissing';
  }
}

/** A key that nobody can guess and that reveals nothing about the file or the person. */
export function newFileKey(): string {
  const name = randomBytes(20).toString('hex');
  // Spread over 256 folders, because some file systems slow down with many thousands in one.
  return `${name.slice(0, 2)}/${name.slice(2)}`;
}

/** Opens the configured store. Creates a missing folder; a bucket must exist. Throws `ConfigError`. */
export async function createFileStore(place: FilesPlace): Promise<FileStore> {
  return checkingKeys(
    place.kind === 'folder' ? await createFolderStore(place.path) : await createBucketStore(place),
  );
}

/** The fake. */
export function createMemoryStore(): FileStore & {
  files: Map<string, { bytes: Uint8Array; type: string; writtenAt: Date }>;
} {
  const files = new Map<string, { bytes: Uint8Array; type: string; writtenAt: Date }>();
  const store = checkingKeys({
    put: async (key, bytes, type) => {
      files.set(key, { bytes: Uint8Array.from(bytes), type, writtenAt: new Date() });
    },
    get: async (key) => {
      const file = files.get(key);
      if (file === undefined) throw new FileMissing(key);
      return Readable.from([file.bytes]);
    },
    remove: async (key) => {
      files.delete(key);
    },
    async *keys() {
      yield* files.keys();
    },
    writtenAt: async (key) => files.get(key)?.writtenAt ?? new Date(),
  });
  return { ...store, files };
}

async function createFolderStore(folder: string): Promise<FileStore> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new ConfigError([`FILES_URL must be a folder that Waypost may write to, or a bucket (${code}).`]);
  }
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    put: async (key, bytes) => {
      try {
        await disk.put(key, bytes);
        await settle(join(folder, key));
      } catch (error) {
        // A full disk would otherwise keep a partial file.
        await disk.delete(key).catch(() => undefined);
        throw error;
      }
    },
    get: async (key) => {
      // The stream alone would fail only after the reply has started.
      if (!(await disk.exists(key))) throw new FileMissing(key);
      return disk.getStream(key);
    },
    remove: (key) => disk.delete(key),
    async *keys() {
      for (const group of await readdir(folder))
        for (const name of await readdir(join(folder, group)).catch(() => [])) yield `${group}/${name}`;
    },
    writtenAt: async (key) => (await disk.getMetaData(key)).lastModified,
  };
}

/** A row that names the file may be committed next, so the bytes must be on the disk first. */
async function settle(path: string): Promise<void> {
  for (const flushed of [path, join(path, '../..')]) {
    const handle = await open(flushed, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function openDisk(place: FilesPlace & { kind: 's3' }): Promise<Disk> {
  // Loaded only if it is used, because the client takes longer to load than the rest of the server.
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket: place.bucket,
      region: place.region,
      visibility: 'private',
      supportsACL: false,
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
      ...(place.endpoint !== undefined && { endpoint: place.endpoint, ...otherServicesOptions }),
    }),
  );
}

const keysWithin =
  ({ prefix }: { prefix: string }) =>
  (key: string) =>
    prefix === '' ? key : `${prefix}/${key}`;

/** A bucket that stores files under our own names, all at one level. */
export async function openBucket(place: FilesPlace & { kind: 's3' }) {
  const disk = await openDisk(place);
  const within = keysWithin(place);
  return {
    names: async () => {
      const names: string[] = [];
      let paginationToken: string | undefined;
      do {
        const part = await disk.listAll(place.prefix, { ...(paginationToken && { paginationToken }) });
        for (const object of part.objects) names.push(object.name);
        paginationToken = part.paginationToken;
      } while (paginationToken);
      return names;
    },
    putFile: (name: string, file: string) => disk.copyFromFs(file, within(name)),
    remove: (name: string) => disk.delete(within(name)),
  };
}

async function createBucketStore(place: FilesPlace & { kind: 's3' }): Promise<FileStore> {
  const disk = await openDisk(place);
  const within = keysWithin(place);
  return {
    put: (key, bytes, type) => disk.put(within(key), bytes, { contentType: type }),
    get: async (key) => {
      try {
        return await disk.getStream(within(key));
      } catch (error) {
        throw isNoSuchKey(error) ? new FileMissing(key) : error;
      }
    },
    remove: (key) => disk.delete(within(key)),
    async *keys() {
      let paginationToken: string | undefined;
      do {
        const prefix = place.prefix === '' ? undefined : `${place.prefix}/`;
        const part = await disk.listAll(prefix, {
          recursive: true,
          ...(paginationToken && { paginationToken }),
        });
        for (const one of part.objects) if ('key' in one) yield one.key.slice(prefix?.length ?? 0);
        ({ paginationToken } = part);
      } while (paginationToken);
    },
    writtenAt: async (key) => (await disk.getMetaData(within(key))).lastModified,
  };
}

/** Services compatible with Amazon's support neither buckets as host names nor its newer checksums. */
const otherServicesOptions = {
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

function isNoSuchKey(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.name === 'NoSuchKey';
}

/** Accepts only our own keys: no path, name or address from outside reaches a store. */
function checkingKeys(store: FileStore): FileStore {
  const ours = (key: string) => /^[0-9a-f]{2}\/[0-9a-f]{38}$/.test(key);
  return {
    put: async (key, bytes, type) => {
      if (!ours(key)) throw new TypeError('A file is stored under a key of newFileKey.');
      await store.put(key, bytes, type);
    },
    get: async (key) => {
      if (!ours(key)) throw new FileMissing(key);
      const bytes = await store.get(key);
      // Readers see the error too. Without a listener, one that occurs before they read would end the process.
      return bytes.on('error', () => undefined);
    },
    remove: async (key) => {
      if (ours(key)) await store.remove(key);
    },
    // Lists no foreign objects of the folder or bucket, so the sweep never deletes those.
    async *keys() {
      for await (const key of store.keys()) if (ours(key)) yield key;
    },
    writtenAt: store.writtenAt,
  };
}
