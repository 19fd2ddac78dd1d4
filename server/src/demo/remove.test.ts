import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { makeFactories } from '../../testing/factories.ts';
import { inviteFirstOwner } from '../people/accounts/first-owner.ts';
import { CannotDo } from '../platform/database/cannot-do.ts';
import { clockAt } from '../platform/outside/clock.ts';
import { createMemoryStore } from '../platform/outside/file-store.ts';
import { collectJobs } from '../platform/outside/jobs.ts';
import { fillDemo } from './fill-demo.ts';
import { hasDemo, refuseDemo, removeDemo } from './remove.ts';

let database: TestDatabase;
let files: ReturnType<typeof createMemoryStore>;
const now = new Date('2026-11-20T15:00:00Z');

beforeEach(async () => {
  database = await openTestDatabase();
  files = createMemoryStore();
});
afterEach(() => database.drop());

const factories = () => makeFactories(database.owner, clockAt(now.toISOString()));

/** The rows that mark a school system as the demo's, without its hundreds of people. */
async function aSmallDemo() {
  const make = factories();
  const client = await make.aClient();
  await make.anAdmin({ client, email: 'admin@demo.waypost.test' });
  await make.aSuperAdmin({ email: 'superadmin@demo.waypost.test' });
  return { make, client };
}

/** An operator's own school system, with some data. */
async function anotherClient() {
  const make = factories();
  const project = await make.aProject();
  await make.aFile({ id: project.studentId ?? '', clientId: project.clientId });
  return project.clientId;
}

async function rowsExcept(clientIds: readonly string[]): Promise<string[]> {
  const { rows: tables } = await database.owner.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'client_id' order by 1`);
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.owner.query(
      `select to_jsonb(t)::text as row from "${name}" t where client_id <> all($1) order by 1`,
      [clientIds],
    );
    parts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return parts;
}

test('a server without the demo rejects a database that has it, and says how to remove it', async () => {
  await refuseDemo(database.owner);
  const { client } = await aSmallDemo();
  await expect(refuseDemo(database.owner)).rejects.toThrow(/npm run remove-demo.*empty DATA_DIR.*DEMO=on/);
  // Even one remaining account has a published password.
  await database.owner.query('delete from clients where id = $1', [client.id]);
  await expect(refuseDemo(database.owner)).rejects.toThrow(/demo is off/);
});

test('removing the demo deletes its people, their work and their files, and no others', async () => {
  await fillDemo(database.owner, { now, files, passwordHash: 'hash' });
  const own = await anotherClient();
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from clients where short_name in ('CBPS', 'MRPS')`,
  );
  const keys = await database.owner.query<{ storage_key: string }>(
    'select storage_key from files where client_id <> $1',
    [own],
  );
  expect(keys.rows.length).toBeGreaterThan(100);
  const others = await rowsExcept(rows.map(({ id }) => id));

  // Each has its three staff, three graduates and a student who signed up twice.
  expect(await removeDemo(database.owner, files)).toBe(1 + 30 + 200 + 7 + 8 + 36 + 7);
  expect(await hasDemo(database.owner)).toBe(false);
  const superAdmin = /superadmin@demo\.waypost\.test/;
  expect(others.filter((row) => superAdmin.test(row))).toHaveLength(1);
  expect(await rowsExcept([])).toEqual(others.filter((row) => !superAdmin.test(row)));
  for (const { storage_key } of keys.rows) await expect(files.get(storage_key)).rejects.toThrow();
});

test('once the demo is removed, the server starts and invites the first SuperAdmin', async () => {
  await aSmallDemo();
  const jobs = collectJobs();
  const invite = () =>
    inviteFirstOwner(database.app, {
      email: 'owner@bay.example',
      now,
      publicUrl: 'https://bay.example',
      jobs,
    });
  expect(await invite()).toBe(false);
  await removeDemo(database.owner, files);
  await refuseDemo(database.owner);
  expect(await invite()).toBe(true);
  expect(jobs.mail.map(({ to }) => to)).toEqual(['owner@bay.example']);
});

test('deletes other people’s accounts in the demo’s school system only when requested', async () => {
  const { make, client } = await aSmallDemo();
  await make.aStudent({ client, email: 'real@bay.example' });
  await expect(removeDemo(database.owner, files)).rejects.toThrow(CannotDo);
  await expect(removeDemo(database.owner, files)).rejects.toThrow(/1 account of other people/);
  expect(await hasDemo(database.owner)).toBe(true);
  expect(await removeDemo(database.owner, files, { withEverybody: true })).toBe(3);
  const left = await database.owner.query('select from users where client_id = $1', [client.id]);
  expect(left.rowCount).toBe(0);
});

test('a stranger with an address of the demo causes no school system’s removal', async () => {
  const make = factories();
  const client = await make.aClient();
  const student = await make.aStudent({ client });
  await make.aStudent({ client, email: 'me@demo.waypost.test' });
  expect(await removeDemo(database.owner, files)).toBe(1);
  const { rows } = await database.owner.query('select id from users where client_id = $1', [client.id]);
  expect(rows).toEqual([{ id: student.id }]);
});
