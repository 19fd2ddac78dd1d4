import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { FilesPlace } from '../../config-values.ts';
import { openBucket } from '../outside/file-store.ts';
import type { BackupState } from '../outside/outside.ts';
import { backUp, type Counted } from './backup.ts';

type Options = Parameters<typeof backUp>[2];

/** Where scheduled backups are stored. */
export interface BackupPlace {
  /** The names of the backups there, the newest first. */
  names(): Promise<string[]>;
  /** Makes a backup and stores it under this name. */
  keep(name: string, make: (file: string) => Promise<Counted>): Promise<Counted>;
  remove(name: string): Promise<void>;
}

const NAME = /^waypost-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.backup$/;
/** The name of a backup that is still being written. */
const PARTIAL = /^waypost-[\dT-]+Z\.backup\.[0-9a-f]{8}\.part$/;
const nameAt = (made: Date) => `waypost-${made.toISOString().slice(0, 19).replaceAll(/:/g, '')}Z.backup`;
const madeAt = (name: string) => new Date(name.replace(NAME, '$1:$2:$3Z'));

/** Slightly less than a day, so that an hourly job runs at the same hour each day. */
const A_DAY_MS = 23.5 * 3_600_000;

/** An arbitrary number that all servers share. */
const BACKUP_LOCK = 7_269_003;

export function openBackupPlace(place: FilesPlace): BackupPlace {
  return place.kind === 'folder' ? inFolder(place.path) : inBucket(place);
}

/** `newest` ignores backups dated in the future, which a server made while its clock was ahead. */
export async function stateOf(place: BackupPlace, now: Date): Promise<BackupState> {
  const names = await place.names();
  const [newest] = names.filter((name) => isPast(name, now));
  return { newest: newest === undefined ? null : madeAt(newest), kept: names.length };
}

/** Allows for almost a day ahead, because servers' clocks differ a little. */
const isPast = (name: string, now: Date) => madeAt(name).getTime() < now.getTime() + A_DAY_MS;

/**
 * Makes today's backup unless it exists, and deletes those beyond `keep`, the oldest first. Only one of several servers
 * does it. Returns what was written, or null if nothing was due.
 */
export async function backUpDaily(
  owner: Pool,
  place: BackupPlace,
  { keep, ...options }: Options & { keep: number },
): Promise<Counted | null> {
  const lock = await owner.connect();
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK]);
    const { newest } = await stateOf(place, options.made);
    const isDue = newest === null || options.made.getTime() - newest.getTime() >= A_DAY_MS;
    if (!rows[0].taken || !isDue) return null;
    const counted = await place.keep(nameAt(options.made), (file) => backUp(owner, file, options));
    const past = (await place.names()).filter((name) => isPast(name, options.made));
    for (const name of past.slice(keep)) await place.remove(name);
    return counted;
  } finally {
    // Closing the connection also releases the lock, but only once the server notices, which may be too late for the
    // next backup.
    await lock.query('select pg_advisory_unlock_all()').catch(() => undefined);
    lock.release(true);
  }
}

const sorted = (names: string[]) =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

function inFolder(folder: string): BackupPlace {
  return {
    names: async () => sorted(await readdir(folder).catch(() => [])),
    keep: async (name, make) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Only one backup is made at a time, so any partial file is from one that was killed.
      for (const left of await readdir(folder))
        if (PARTIAL.test(left)) await rm(join(folder, left), { force: true });
      return make(join(folder, name));
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

function inBucket(place: FilesPlace & { kind: 's3' }): BackupPlace {
  const bucket = openBucket(place);
  return {
    names: async () => sorted(await (await bucket).names()),
    keep: async (name, make) => {
      const file = join(tmpdir(), `${name}.${randomBytes(4).toString('hex')}`);
      try {
        const counted = await make(file);
        await (await bucket).putFile(name, file);
        return counted;
      } finally {
        await rm(file, { force: true });
      }
    },
    remove: async (name) => (await bucket).remove(name),
  };
}
