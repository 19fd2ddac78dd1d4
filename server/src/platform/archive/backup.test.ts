import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { joinEmbedded } from '@waypost/embedded-database';
import { aDataFolder, started } from '@waypost/embedded-database/testing/folders';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeFactories } from '../../../testing/factories.ts';
import { fillDemo } from '../../demo/fill-demo.ts';
import { migrationsFolder } from '../../folders.ts';
import { openPools } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { clockAt } from '../outside/clock.ts';
import { createMemoryStore } from '../outside/file-store.ts';
import { readArchive, writeArchive } from './archive.ts';
import { backUp, checkBackup, restore } from './backup.ts';
import { backUpDaily, openBackupPlace, stateOf } from './scheduled-backup.ts';
import { type TarEntry, tarOf, untar } from './tar.ts';

const MADE = new Date('2026-03-04T15:00:00.000Z');

/** The demo, which has rows of every kind. No test changes it. */
let full: TestDatabase;
const uploads = createMemoryStore();

beforeAll(async () => {
  full = await openTestDatabase();
  await fillDemo(full.owner, { now: MADE, files: uploads, passwordHash: 'a hash' });
});

afterAll(() => full.drop());

async function aFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'backup.gz');
}

async function anEmptyDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** Every row of every table as text, except what no backup contains. */
async function contentOf({ owner }: Pick<TestDatabase, 'owner'>): Promise<Record<string, string[]>> {
  const tables = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE' and table_name not in ('sessions', 'tries', 'migrations')`,
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

/** The definitions of the foreign keys. */
const keysOf = async ({ owner }: Pick<TestDatabase, 'owner'>) =>
  (
    await owner.query(
      `select conrelid::regclass::text as of, conname, convalidated, pg_get_constraintdef(oid) as says
         from pg_constraint where contype = 'f' order by 1, 2`,
    )
  ).rows;

/** A database with a logged-in student. */
async function aUsedDatabase() {
  const used = await anEmptyDatabase();
  return { ...used, student: await makeFactories(used.owner, clockAt(MADE)).aStudent() };
}

test('a restore has the same rows as the backup, and its foreign keys are enforced', async () => {
  const [other, file] = [await anEmptyDatabase(), await aFile()];
  const counted = await backUp(full.owner, file, { files: uploads, made: MADE });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const restored = createMemoryStore();
  expect(await restore(other.owner, file, { files: restored })).toEqual(counted);
  expect(await checkBackup(file)).toEqual({ ...counted, made: MADE });
  expect([...restored.files.keys()].sort()).toEqual([...uploads.files.keys()].sort());
  for (const [key, { bytes }] of uploads.files) expect(restored.files.get(key)?.bytes).toEqual(bytes);
  expect(counted.files).toBeGreaterThan(0);

  const content = await contentOf(full);
  expect(await contentOf(other)).toEqual(content);
  expect(Object.values(content).flat()).toHaveLength(counted.rows);
  expect(await keysOf(other)).toEqual(await keysOf(full));
  // The planner knows the actual number of rows.
  const { rows: planned } = await other.owner.query(
    `select reltuples from pg_class where oid = 'users'::regclass`,
  );
  expect(planned).toEqual([{ reltuples: content.users?.length }]);
});

test('allows concurrent backups, and one after an abort', async () => {
  const file = await aFile();
  await writeFile(`${file}.part`, 'half of a backup');
  // Each waits at its first upload for the other, because a backup that begins after the other has ended is refused.
  const writing = new EventEmitter();
  const bothWrite = once(writing, 'both');
  let many = 0;
  const counts = await Promise.all(
    [1, 2].map(() => {
      let hasBegun = false;
      const get = async (key: string) => {
        if (!hasBegun && ++many === 2) writing.emit('both');
        hasBegun = true;
        await bothWrite;
        return uploads.get(key);
      };
      return backUp(full.owner, file, { files: { ...uploads, get }, made: MADE });
    }),
  );
  expect(counts[0]).toEqual(counts[1]);
  const other = await anEmptyDatabase();
  expect(await restore(other.owner, file, { files: createMemoryStore() })).toEqual(counts[0]);
});

test('an embedded database moves to a separate server', async () => {
  const embedded = await started({ dataDir: await aDataFolder(), settings: { fsync: 'off' } });
  const pools = openPools(embedded.connection);
  await migrate(pools.owner, migrationsFolder);
  await fillDemo(pools.owner, { now: MADE, files: createMemoryStore(), passwordHash: 'a hash' });
  const [other, file] = [await anEmptyDatabase(), await aFile()];
  await backUp(pools.owner, file, { files: uploads, made: MADE });
  await restore(other.owner, file, { files: createMemoryStore() });
  expect(await contentOf(other)).toEqual(await contentOf(pools));
  await Promise.all([pools.app.end(), pools.owner.end()]);
});

test('after a restore no one is logged in, and masquerades have ended', async () => {
  const used = await aUsedDatabase();
  const { student } = used;
  await used.owner.query(
    `insert into masquerades (client_id, admin_id, admin_name, user_id, user_name, began_at)
     values ($1, $2, 'Sam Lee', $3, 'Ann Marsh', '2026-03-04T14:00:00Z')`,
    [student.clientId, randomUUID(), student.id],
  );
  const [other, file] = [await anEmptyDatabase(), await aFile()];
  await backUp(used.owner, file, { files: uploads, made: MADE });
  await restore(other.owner, file, { files: createMemoryStore() });
  expect((await other.owner.query('select from sessions')).rowCount).toBe(0);
  const { rows } = await other.owner.query('select ended_at from masquerades');
  expect(rows).toEqual([{ ended_at: MADE }]);
});

test('a backup overwrites no file', async () => {
  const file = await aFile();
  await writeFile(file, 'something of mine');
  await expect(backUp(full.owner, file, { files: uploads, made: MADE })).rejects.toThrow('is there already');
  expect(await readFile(file, 'utf8')).toBe('something of mine');
});

test('a database in use is not restored over', async () => {
  const [used, other, file] = [await aUsedDatabase(), await anEmptyDatabase(), await aFile()];
  await backUp(other.owner, file, { files: uploads, made: MADE });
  const before = await contentOf(used);
  await expect(restore(used.owner, file, { files: createMemoryStore() })).rejects.toThrow(
    'holds school systems or people already',
  );
  expect(await contentOf(used)).toEqual(before);
});

async function listed<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of all) list.push(one);
  return list;
}

/** The archive with other entries and a matching checksum, which therefore detects nothing. */
const rewritten = async (file: string, change: (entry: TarEntry) => TarEntry) => {
  const entries = await listed(readArchive(file, undefined));
  await rm(file);
  await writeArchive(file, Readable.from(entries.map(change)), undefined);
};

/** The archive with other entries and the old checksum. */
const tampered = async (file: string, change: (entries: TarEntry[]) => TarEntry[]) => {
  const entries = await listed(untar(Readable.from([gunzipSync(await readFile(file))])));
  const bytes = await listed(tarOf(Readable.from(change(entries))));
  await writeFile(file, gzipSync(Buffer.concat(bytes)));
};

const cut = async (file: string, bytes: number) =>
  writeFile(file, (await readFile(file)).subarray(0, -bytes));

const spoilt: [string, (file: string) => Promise<void>, RegExp][] = [
  ['whose last bytes are gone', (file) => cut(file, 200), /is damaged or incomplete/],
  ['whose last byte is gone', (file) => cut(file, 1), /is damaged or incomplete/],
  [
    'in which a bit has changed',
    async (file) => {
      const bytes = gunzipSync(await readFile(file));
      const at = bytes.indexOf('[{');
      bytes[at] = (bytes[at] ?? 0) ^ 4;
      await writeFile(file, gzipSync(bytes));
    },
    /is damaged or incomplete/,
  ],
  [
    'in which a compressed bit has changed',
    async (file) => {
      const bytes = await readFile(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4;
      await writeFile(file, bytes);
    },
    /is damaged or incomplete/,
  ],
  ['that lacks an entry', (file) => tampered(file, (all) => all.toSpliced(3, 1)), /is damaged or incomplete/],
  ['that lacks its end', (file) => tampered(file, (all) => all.slice(0, -1)), /is damaged or incomplete/],
  ['of something else', (file) => writeFile(file, 'a picture'), /is damaged or incomplete/],
  ['of other words', (file) => writeFile(file, gzipSync('hello\n')), /is damaged or incomplete/],
  [
    'of another archive',
    (file) => rewritten(file, (entry) => ({ ...entry, name: `x${entry.name}` })),
    /is no backup/,
  ],
  [
    'of another version',
    (file) =>
      rewritten(file, ({ name, content }) => ({
        name,
        content: Buffer.from(
          content.toString('latin1').replace(/"migrations":\["\w/, '"migrations":["x'),
          'latin1',
        ),
      })),
    /another version/,
  ],
  [
    'with a table of its own',
    (file) => rewritten(file, (entry) => ({ ...entry, name: entry.name.replace('-states', '-estates') })),
    /not known/,
  ],
];

describe('a damaged backup', () => {
  let other: TestDatabase;
  let sound: string;

  beforeAll(async () => {
    other = await openTestDatabase();
    sound = join(await mkdtemp(join(tmpdir(), 'waypost-backup-')), 'backup.gz');
    await backUp(full.owner, sound, { files: uploads, made: MADE });
  });

  afterAll(async () => {
    await rm(dirname(sound), { recursive: true, force: true });
    await other.drop();
  });

  test.each(spoilt)('a file %s changes nothing', async (_, spoil, reason) => {
    const file = await aFile();
    await copyFile(sound, file);
    await spoil(file);
    const [before, restored] = [await contentOf(other), createMemoryStore()];
    await expect(restore(other.owner, file, { files: restored })).rejects.toThrow(reason);
    expect(await contentOf(other)).toEqual(before);
    expect(restored.files.size).toBe(0);
    expect(await keysOf(other)).toEqual(await keysOf(full));
  });
});

test('an encrypted backup can be read only with its key, and reveals changes', async () => {
  const [key, file] = [randomBytes(32), await aFile()];
  const counted = await backUp(full.owner, file, { files: uploads, made: MADE, key });
  const whole = await readFile(file);
  expect(whole.subarray(0, 8).toString()).toBe('WAYPOST1');
  expect(await checkBackup(file, key)).toEqual({ ...counted, made: MADE });
  await expect(checkBackup(file)).rejects.toThrow('is encrypted: set BACKUP_KEY');
  await expect(checkBackup(file, randomBytes(32))).rejects.toThrow('BACKUP_KEY is not the key');
  const other = await anEmptyDatabase();
  expect(await restore(other.owner, file, { files: createMemoryStore(), key })).toEqual(counted);

  // Truncated between two frames, and with two frames swapped.
  const first = 8 + 16;
  const length = 4 + whole.readUInt32BE(first) + 16;
  expect(whole.length).toBeGreaterThan(first + length);
  const [head, one] = [whole.subarray(0, first), whole.subarray(first, first + length)];
  for (const changed of [Buffer.concat([head, one]), Buffer.concat([head, one, one])]) {
    await writeFile(file, changed);
    await expect(checkBackup(file, key)).rejects.toThrow(/damaged/);
  }
});

test('counts an upload that is missing from the file store, and backs up the rest', async () => {
  const [file, files] = [await aFile(), createMemoryStore()];
  const counted = await backUp(full.owner, file, { files, made: MADE });
  expect(counted).toMatchObject({ files: 0, missing: uploads.files.size });
  expect(await checkBackup(file)).toEqual({ ...counted, made: MADE });
});

test('backs up while the server uses the embedded database', async () => {
  const dataDir = await aDataFolder();
  await started({ dataDir, settings: { fsync: 'off' } });
  const joined = await joinEmbedded({ dataDir, log: { info: () => undefined, warn: () => undefined } });
  const pools = openPools(joined.connection);
  await migrate(pools.owner, migrationsFolder);
  expect(await backUp(pools.owner, await aFile(), { files: uploads, made: MADE })).toMatchObject({
    files: 0,
  });
  await joined.stop();
  // Disconnecting does not stop the database.
  expect((await pools.owner.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pools.app.end(), pools.owner.end()]);
});

test('makes one backup a day, and deletes the oldest', async () => {
  const folder = join(await aFile(), '../..', 'daily');
  const place = openBackupPlace({ kind: 'folder', path: folder });
  const { owner } = await anEmptyDatabase();
  expect(await stateOf(place, MADE)).toEqual({ newest: null, kept: 0 });
  const made = (hours: number) => new Date(MADE.getTime() + hours * 3_600_000);
  const results = [];
  for (const hours of [0, 1, 24, 47, 48]) {
    const counted = await backUpDaily(owner, place, { files: uploads, made: made(hours), keep: 2 });
    results.push(counted !== null);
  }
  expect(results).toEqual([true, false, true, false, true]);
  expect(await place.names()).toEqual([
    'waypost-2026-03-06T150000Z.backup',
    'waypost-2026-03-05T150000Z.backup',
  ]);
  expect(await stateOf(place, made(48))).toEqual({ newest: made(48), kept: 2 });
});

test('names a file that does not exist', async () => {
  const { owner } = await anEmptyDatabase();
  await expect(restore(owner, '/tmp/no-such-backup.gz', { files: createMemoryStore() })).rejects.toThrow(
    '/tmp/no-such-backup.gz is not there',
  );
});
