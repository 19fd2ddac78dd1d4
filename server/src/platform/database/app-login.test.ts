import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@waypost/embedded-database';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { migrationsFolder } from '../../folders.ts';
import { createAppLogin, requireRestrictedRole } from './app-login.ts';
import { openPools, type Pools, type Reach } from './connect.ts';
import { migrate } from './migrate.ts';

/* What the login that serves requests could do if an attacker could run any statement with it. */
let database: TestDatabase;
let ownersName: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ownersName = (await database.owner.query('select current_user as name')).rows[0].name;
});
afterAll(() => database.drop());

const refusalOf = (statement: string) =>
  database.app.query(statement).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const DENIED = '42501';

test('requests log in as the restricted role and cannot leave it', async () => {
  const client = await database.app.connect();
  try {
    for (const statement of ['select 1', 'reset role', 'reset session authorization', 'set role none']) {
      await client.query(statement);
      const { rows } = await client.query('select session_user as login, current_user as name');
      expect(rows).toEqual([{ login: 'waypost_app', name: 'waypost_app' }]);
    }
  } finally {
    client.release(true);
  }
});

test.each([
  ['become the owner', () => `set role ${ownersName}`],
  ['log in again as the owner', () => `set session authorization ${ownersName}`],
  ['make itself a member of the owner', () => `grant ${ownersName} to waypost_app`],
  ['drop a table', () => 'drop table users'],
  ['empty a table', () => 'truncate users'],
  ['switch row-level security off', () => 'alter table users disable row level security'],
  ['drop a policy', () => 'drop policy tenant on users'],
  ['make a policy of its own', () => 'create policy mine on users using (true)'],
  ['make a table', () => 'create table public.mine (id int)'],
  ['make a function', () => `create function public.mine() returns int language sql as 'select 1'`],
  ['make a role', () => 'create role mine'],
  ['give itself more', () => 'alter role waypost_app bypassrls'],
  ['read a file of the server', () => `select pg_read_file('/etc/passwd')`],
  ['run a program on the server', () => `copy (select 1) to program 'true'`],
  ['rewrite the record of what was done', () => 'delete from audit_entries'],
])('requests cannot %s', async (_, statement) => {
  expect(await refusalOf(statement())).toBe(DENIED);
});

test('without row-level security, requests see nothing instead of everything', async () => {
  const client = await database.app.connect();
  try {
    await client.query('set row_security = off');
    await expect(client.query('select 1 from users')).rejects.toMatchObject({ code: DENIED });
  } finally {
    client.release(true);
  }
});

describe('a login that could become the owner aborts the start', () => {
  const opened = (reach: Reach, appReach?: Reach): Pools => {
    const pools = openPools(reach, {}, undefined, appReach);
    onTestFinished(async () => {
      await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
    });
    return pools;
  };

  test('the owner itself, with the restricted role set', async () => {
    const { app } = opened(database.reach, database.reach);
    await expect(requireRestrictedRole(app)).rejects.toThrow(`Requests would log in as "${ownersName}"`);
  });

  test('a member of a role that owns a table', async () => {
    const { owner } = database;
    const [login, keeper] = ['login', 'keeper'].map((name) => `${name}_${randomBytes(4).toString('hex')}`);
    await owner.query(`create role ${login} login password '${login}'; create role ${keeper}`);
    try {
      const { app } = opened(database.reach, { ...database.reach, user: `${login}`, password: `${login}` });
      await owner.query(`grant waypost_app to ${login}`);
      await expect(requireRestrictedRole(app)).resolves.toBeUndefined();
      await owner.query(
        `grant ${keeper} to ${ownersName}, ${login}; grant create on schema public to ${keeper}`,
      );
      await owner.query(`alter table tries owner to ${keeper}`);
      await expect(requireRestrictedRole(app)).rejects.toThrow(`Requests would log in as "${login}"`);
    } finally {
      await owner.query(`reassign owned by ${keeper} to ${ownersName}; drop owned by ${keeper}`);
      await owner.query(`drop role ${login}, ${keeper}`);
    }
  });

  test('accepts the login that is created automatically', async () => {
    await expect(requireRestrictedRole(database.app)).resolves.toBeUndefined();
  });
});

test('with password authentication, every server derives the same password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-login-'));
  // As root, the database runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  const log = { info: () => undefined, warn: () => undefined };
  const embedded = await startEmbedded({
    dataDir: folder,
    log,
    transport: 'tcp',
    settings: { fsync: 'off' },
  });
  const { user, password, host, port, database: name } = embedded.connection;
  const url = `postgres://${user}:${password}@${host}:${port}/${name}`;
  const servers = [embedded.connection, { connectionString: url }, { connectionString: url }].map((reach) =>
    openPools(reach, { app: 1, owner: 2 }),
  );
  try {
    const [first] = servers as [Pools];
    await migrate(first.owner, migrationsFolder);
    await Promise.all(servers.map(createAppLogin));
    for (const { app } of servers) await requireRestrictedRole(app);
  } finally {
    await Promise.all(servers.flatMap(({ app, lists, owner }) => [app.end(), lists.end(), owner.end()]));
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
