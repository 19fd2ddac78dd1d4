import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { ConfigError } from '../../config.ts';
import { migrationsFolder } from '../../folders.ts';
import { openPools, type Reach } from './connect.ts';
import { migrate } from './migrate.ts';

/* The errors that an operator gets for a database that cannot be used. */
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

function pools(reach: Reach, patience?: number) {
  const opened = openPools(reach, {}, patience === undefined ? {} : { connect: patience });
  onTestFinished(async () => {
    await Promise.all([opened.app.end(), opened.owner.end()]);
  });
  return opened;
}

const starting = async (reach: Reach) => {
  const refused = await migrate(pools(reach).owner, migrationsFolder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  return (refused as ConfigError).message;
};

test('a database that does not respond or does not exist aborts the start with a sentence', async () => {
  expect(await starting({ ...database.reach, host: '127.0.0.1', port: 1 })).toMatch(
    /^DATABASE_URL names a database that cannot be reached \(ECONNREFUSED\)/,
  );
  expect(await starting({ ...database.reach, database: 'no_such_database' })).toMatch(
    /^DATABASE_URL names a database that does not exist/,
  );
});

test('a role that may not set up the database aborts the start with a sentence', async () => {
  const role = `nobody_${randomBytes(4).toString('hex')}`;
  await database.owner.query(`create role ${role} login password '${role}'`);
  try {
    expect(await starting({ ...database.reach, user: role, password: role })).toMatch(
      /^DATABASE_URL names a role that may not set up the database/,
    );
  } finally {
    await database.owner.query(`drop role ${role}`);
  }
});

test('does not wait forever for a database that accepts connections but never responds', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { app } = pools({ host: '127.0.0.1', port, user: 'waypost', database: 'waypost' }, 50);
  await expect(app.query('select 1')).rejects.toThrow(/timeout/i);
});

test('a database with all migrations that the baseline replaced has the baseline, and one that lacks some is refused', async () => {
  const older = await openTestDatabase();
  onTestFinished(() => older.drop());
  const folder = migrationsFolder;
  const applied = async () =>
    (await older.owner.query('select hash, created_at from migrations order by created_at')).rows;
  const baseline = await applied();
  const newest = Number(baseline[1].created_at);
  await older.owner.query('drop function protect');
  await older.owner.query('delete from migrations where created_at <= $1', [newest]);
  for (let n = 50; n >= 0; n -= 1)
    await older.owner.query('insert into migrations (hash, created_at) values ($1, $2)', [
      `old ${n}`,
      newest - n,
    ]);
  await migrate(older.owner, folder);
  expect(await applied()).toEqual(baseline);
  await older.owner.query(
    `create table kept (client_id uuid); select protect('kept', 'select'); drop table kept`,
  );

  await older.owner.query('delete from migrations where created_at >= $1', [newest]);
  expect(await starting(older.reach)).toMatch(/^The database is too old to upgrade/);
});
