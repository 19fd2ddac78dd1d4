import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { aDataFolder, started } from '../../testing/embedded-folders.ts';
import { makeFactories } from '../../testing/factories.ts';
import { clockAt } from '../outside/clock.ts';
import { keepFilesInMemory } from '../outside/file-store.ts';
import { backUp, restore } from './backup.ts';
import { openPools } from './connect.ts';
import { fillDemo } from './demo/fill.ts';
import { migrate } from './migrate.ts';

const MADE = new Date('2026-03-04T15:00:00.000Z');

/** The demo, whose rows are of every kind. No test changes it. */
let full: TestDatabase;

beforeAll(async () => {
  full = await openTestDatabase();
  await fillDemo(full.owner, { now: MADE, files: keepFilesInMemory(), passwordHash: 'a hash' });
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

/** Every row of every table, as text; but for what no backup holds. */
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

/** The keys between tables, as they are defined. */
const keysOf = async ({ owner }: Pick<TestDatabase, 'owner'>) =>
  (
    await owner.query(
      `select conrelid::regclass::text as of, conname, convalidated, pg_get_constraintdef(oid) as says
         from pg_constraint where contype = 'f' order by 1, 2`,
    )
  ).rows;

/** A database with a student in it, who is signed in. */
async function aUsedDatabase() {
  const used = await anEmptyDatabase();
  return { ...used, student: await makeFactories(used.owner, clockAt(MADE)).aStudent() };
}

test('what is restored equals what was kept, row for row, and its keys hold again', async () => {
  const [other, file] = [await anEmptyDatabase(), await aFile()];
  const count = await backUp(full.owner, file, MADE);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await restore(other.owner, file)).toBe(count);

  const content = await contentOf(full);
  expect(await contentOf(other)).toEqual(content);
  expect(Object.values(content).flat()).toHaveLength(count);
  expect(await keysOf(other)).toEqual(await keysOf(full));
  // It is planned for as many rows as there are.
  const { rows: counted } = await other.owner.query(
    `select reltuples from pg_class where oid = 'users'::regclass`,
  );
  expect(counted).toEqual([{ reltuples: content.users?.length }]);
});

test('two backups at once, and what a killed one has left, stand in nobody’s way', async () => {
  const [database, file] = [await anEmptyDatabase(), await aFile()];
  await writeFile(`${file}.part`, 'half of a backup');
  const counts = await Promise.all([1, 2].map(() => backUp(database.owner, file, MADE)));
  expect(counts[0]).toBe(counts[1]);
  const other = await anEmptyDatabase();
  expect(await restore(other.owner, file)).toBe(counts[0]);
});

test('an embedded database moves to a server of one\u2019s own', async () => {
  const embedded = await started({ dataDir: await aDataFolder(), settings: { fsync: 'off' } });
  const pools = openPools(embedded.connection);
  await migrate(pools.owner, join(import.meta.dirname, '..', '..', 'migrations'));
  await fillDemo(pools.owner, { now: MADE, files: keepFilesInMemory(), passwordHash: 'a hash' });
  const [other, file] = [await anEmptyDatabase(), await aFile()];
  await backUp(pools.owner, file, MADE);
  await restore(other.owner, file);
  expect(await contentOf(other)).toEqual(await contentOf(pools));
  await Promise.all([pools.app.end(), pools.owner.end()]);
});

test('nobody is signed in afterwards, and who acted for somebody has ended', async () => {
  const used = await aUsedDatabase();
  const { student } = used;
  await used.owner.query(
    `insert into masquerades (client_id, admin_id, admin_name, user_id, user_name, began_at)
     values ($1, $2, 'Sam Lee', $3, 'Ann Marsh', '2026-03-04T14:00:00Z')`,
    [student.clientId, randomUUID(), student.id],
  );
  const [other, file] = [await anEmptyDatabase(), await aFile()];
  await backUp(used.owner, file, MADE);
  await restore(other.owner, file);
  expect((await other.owner.query('select from sessions')).rowCount).toBe(0);
  const { rows } = await other.owner.query('select ended_at from masquerades');
  expect(rows).toEqual([{ ended_at: MADE }]);
});

test('a backup takes the place of no other file', async () => {
  const file = await aFile();
  await writeFile(file, 'something of mine');
  await expect(backUp(full.owner, file, MADE)).rejects.toThrow('is there already');
  expect(await readFile(file, 'utf8')).toBe('something of mine');
});

test('a database that somebody uses is left as it is', async () => {
  const [used, other, file] = [await aUsedDatabase(), await anEmptyDatabase(), await aFile()];
  await backUp(other.owner, file, MADE);
  const before = await contentOf(used);
  await expect(restore(used.owner, file)).rejects.toThrow('holds school systems or people already');
  expect(await contentOf(used)).toEqual(before);
});

const spoilt: [string, (text: string) => Buffer, RegExp][] = [
  ['that breaks off between two lines', (text) => gzipSync(text.replace(/\n[^\n]+\n$/, '\n')), /breaks off/],
  ['that lacks a line', (text) => gzipSync(text.replace(/\n{"table":"states"[^\n]+/, '')), /breaks off/],
  ['whose last bytes are gone', (text) => gzipSync(text).subarray(0, -200), /is no backup/],
  ['of something else', () => Buffer.from('a picture'), /is no backup/],
  ['of other words', () => gzipSync('{"hello":1}\n'), /is no backup/],
  [
    'of another version',
    (text) => gzipSync(text.replace(/"migrations":\["\w/, '"migrations":["x')),
    /another version/,
  ],
  [
    'with a table of its own',
    (text) => gzipSync(text.replace('"table":"states"', '"table":"estates"')),
    /not known/,
  ],
];

test.each(spoilt)('a file %s changes nothing', async (_, spoil, reason) => {
  const [other, file] = [await anEmptyDatabase(), await aFile()];
  await backUp(full.owner, file, MADE);
  await writeFile(file, spoil(gunzipSync(await readFile(file)).toString('utf8')));
  const before = await contentOf(other);
  await expect(restore(other.owner, file)).rejects.toThrow(reason);
  expect(await contentOf(other)).toEqual(before);
  expect(await keysOf(other)).toEqual(await keysOf(full));
});

test('a file that is not there is named', async () => {
  const { owner } = await anEmptyDatabase();
  await expect(restore(owner, '/tmp/no-such-backup.gz')).rejects.toThrow(
    '/tmp/no-such-backup.gz is not there',
  );
});
