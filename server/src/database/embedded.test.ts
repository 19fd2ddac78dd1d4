import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts';

const quiet = { info: () => undefined, warn: () => undefined };
const folders: string[] = [];
const running: EmbeddedDatabase[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((database) => database.stop()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

test('data written before a stop is there after the next start', async () => {
  const dataDir = await aFolder();
  const first = await started({ dataDir });
  await ask(first, 'create table note (line text)');
  await ask(first, "insert into note values ('kept')");
  await first.stop();

  const second = await started({ dataDir });
  expect(await ask(second, 'select line from note')).toEqual([{ line: 'kept' }]);
});

test('the application is no superuser, owns its database and may make roles and databases', async () => {
  const database = await started({ dataDir: await aFolder() });
  expect(
    await ask(
      database,
      `select rolsuper, pg_get_userbyid(datdba) as owner from pg_roles, pg_database
       where rolname = current_user and datname = current_database()`,
    ),
  ).toEqual([{ rolsuper: false, owner: 'waypost' }]);

  await ask(database, 'create role restricted nologin');
  await ask(database, 'grant restricted to waypost');
  await ask(database, 'set role restricted');
  await ask(database, 'create database from_template template waypost');
});

test.runIf(process.getuid?.() === 0)('as root the database runs under another account', async () => {
  const dataDir = await aFolder();
  await started({ dataDir });
  const { uid } = await stat(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'));
  expect(uid).not.toBe(0);
});

/** A data folder that other accounts can enter: as root the database runs under one of them. */
async function aFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/embedded-');
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function started(options: Omit<EmbeddedOptions, 'log'>): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ log: quiet, ...options });
  running.push(database);
  return database;
}

async function ask(database: EmbeddedDatabase, query: string): Promise<unknown[]> {
  const client = new Client(database.connection);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}
