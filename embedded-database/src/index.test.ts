import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { processesOf } from '../testing/crash-rounds.ts';
import { aDataFolder, ask, postmasterOf, started } from '../testing/folders.ts';
import { type EmbeddedProcess, launchEmbedded } from '../testing/process.ts';
import { CannotStart, startEmbedded } from './index.ts';

const asRoot = test.runIf(process.getuid?.() === 0);
const patience = { timeout: 30_000, interval: 50 };

// These tests start, kill and restart whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const run = promisify(execFile);

let used: string;

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'embedded-used-'));
  await chmod(used, 0o755);
  const log = { info: () => undefined, warn: () => undefined };
  await (await startEmbedded({ dataDir: used, log })).stop();
});

afterAll(() => rm(used, { recursive: true, force: true }));

test('data written before a stop is there after the next start, and the stop leaves no process', async () => {
  const dataDir = await aDataFolder();
  const first = await started({ dataDir });
  await ask(first.connection, 'create table note (line text)');
  await ask(first.connection, "insert into note values ('kept')");
  await first.stop();
  await vi.waitFor(async () => expect(await processesOf(dataDir)).toEqual([]), patience);

  const second = await started({ dataDir });
  expect(await ask(second.connection, 'select line from note')).toEqual([{ line: 'kept' }]);
});

test('the application is not a superuser, owns its database and can create roles and databases', async () => {
  const { connection } = await started({ dataDir: await aDataFolder(), database: 'portal' });
  expect(
    await ask(
      connection,
      `select rolsuper, datname, pg_get_userbyid(datdba) as owner from pg_roles, pg_database
       where rolname = current_user and datname = current_database()`,
    ),
  ).toEqual([{ rolsuper: false, datname: 'portal', owner: 'waypost' }]);

  await ask(connection, 'create role restricted nologin');
  await ask(connection, 'grant restricted to waypost');
  await ask(connection, 'set role restricted');
  await ask(connection, 'create database copy template portal');
});

test('the database sorts by code point and folds case beyond ASCII, on any system', async () => {
  const { connection } = await started({ dataDir: await aUsedFolder() });
  expect(await ask(connection, `select 'Z' < 'a' and 'z' < 'ä' as sorted, lower('Ä') as folded`)).toEqual([
    { sorted: true, folded: 'ä' },
  ]);
});

asRoot('as root the database runs under another account', async () => {
  const dataDir = await aDataFolder();
  await started({ dataDir });
  expect(await ownerOf(dataDir)).not.toBe(0);
});

asRoot('an ordinary user can start it, and root then goes on as that user', async () => {
  const dataDir = await aDataFolder();
  await chown(dataDir, 65534, 65534);
  const server = await launched({ dataDir }, { uid: 65534, gid: 65534 });
  await server.write('theirs');
  expect(await server.stop()).toBe(0);

  const { connection } = await started({ dataDir });
  expect(await ask(connection, 'select id from written')).toEqual([{ id: 'theirs' }]);
  expect(await ownerOf(dataDir)).toBe(65534);
});

test('a second process on the folder is refused and told which one owns it', async () => {
  const dataDir = await aUsedFolder();
  const first = await launched({ dataDir });
  await expect(started({ dataDir })).rejects.toThrow(
    `Process ${first.pid} is using the database in ${dataDir}/postgres: ` +
      'stop it first, or choose another data folder.',
  );
  await first.write('undisturbed');
});

test('a second process is refused while the owner’s database is down', async () => {
  const dataDir = await aUsedFolder();
  const first = await launched({ dataDir });
  first.process.kill('SIGSTOP');
  const fallen = await postmasterOf(dataDir);
  process.kill(fallen, 'SIGKILL');
  await expect(started({ dataDir })).rejects.toThrow('Another process is using the database');

  first.process.kill('SIGCONT');
  await vi.waitFor(() => first.read(), patience);
  expect(await postmasterOf(dataDir)).not.toBe(fallen);
});

test('a database that lost one of its processes ends, and is started by its supervisor', async () => {
  const dataDir = await aDataFolder();
  const lines: string[] = [];
  const { connection } = await started({ dataDir }, lines);
  await ask(connection, `create table note as select 'kept' as line`);
  const fallen = await postmasterOf(dataDir);
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  process.kill((await client.query('select pg_backend_pid() as pid')).rows[0].pid, 'SIGKILL');
  await vi.waitFor(() => expect(lines.at(-1)).toBe('The database is running again.'), patience);
  expect(await postmasterOf(dataDir)).not.toBe(fallen);
  expect(await ask(connection, 'select line from note')).toEqual([{ line: 'kept' }]);
});

test.each(['socket', 'tcp'] as const)(
  'of two concurrent starts one gets the database (%s)',
  async (transport) => {
    const dataDir = await aDataFolder();
    const starts = [started({ dataDir, transport }), started({ dataDir, transport })];
    const outcomes = await Promise.allSettled(starts);
    const refusals = outcomes.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toBeInstanceOf(CannotStart);
    expect(refusals[0].message).toContain('is using the database');
  },
);

test('takes over a database that outlived its server, with every acknowledged write', async () => {
  const dataDir = await aUsedFolder();
  const killed = await launched({ dataDir });
  await killed.write('kept');
  const survivor = await postmasterOf(dataDir);
  await killed.killed();

  const lines: string[] = [];
  const adopted = await started({ dataDir }, lines);
  expect(await postmasterOf(dataDir)).toBe(survivor);
  expect(lines).toEqual([
    `The database in ${dataDir}/postgres was still running (process ${survivor}) and is taken over.`,
  ]);
  expect(await ask(adopted.connection, 'select id from written')).toEqual([{ id: 'kept' }]);
  await adopted.stop();
  await vi.waitFor(async () => expect(await processesOf(dataDir)).toEqual([]), patience);
});

test('a database taken over with other settings is restarted with its own', async () => {
  const dataDir = await aUsedFolder();
  const server = await launched({ dataDir, settings: { work_mem: '5MB' } });
  await server.killed();
  const { connection } = await started({ dataDir, settings: { work_mem: '6MB' } });
  expect(await ask(connection, 'show work_mem')).toEqual([{ work_mem: '6MB' }]);
});

test('a database that nobody takes over stops by itself', async () => {
  const dataDir = await aUsedFolder();
  const server = await launched({ dataDir, grace: 1 });
  await server.killed();
  await vi.waitFor(async () => expect(await processesOf(dataDir)).toEqual([]), patience);
  expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
});

test('a database that was taken over outlives its grace period', async () => {
  const dataDir = await aUsedFolder();
  const server = await launched({ dataDir, grace: 2 });
  await server.killed();
  const adopted = await started({ dataDir, grace: 600 });
  const survivor = await postmasterOf(dataDir);
  const watchesOver = async () =>
    (await processesOf(dataDir)).filter((process) => process.includes('waypost-watch'));
  await vi.waitFor(async () => expect(await watchesOver()).toHaveLength(1), patience);
  await ask(adopted.connection, 'select');
  expect(await postmasterOf(dataDir)).toBe(survivor);
});

test('a server that exits without cleanup takes its database down', async () => {
  const dataDir = await aUsedFolder();
  const server = await launched({ dataDir, grace: 600 });
  await server.exit();
  await vi.waitFor(async () => expect(await processesOf(dataDir)).toEqual([]), patience);
  expect(existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false);
});

test('a killed database restarts, and a pool reconnects at the same address', async () => {
  const dataDir = await aUsedFolder();
  const lines: string[] = [];
  const { connection } = await started({ dataDir }, lines);
  const pool = new Pool(connection);
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  await pool.query('create table note (line text)');

  const fallen = await postmasterOf(dataDir);
  process.kill(fallen, 'SIGKILL');
  await vi.waitFor(async () => {
    expect(await postmasterOf(dataDir)).not.toBe(fallen);
    await pool.query('select line from note');
  }, patience);
  await vi.waitFor(
    () =>
      expect(lines).toEqual([
        'The database stopped unexpectedly; restarting it.',
        'The database is running again.',
      ]),
    patience,
  );
});

test('a query that survives its killed database does not block the next start', async () => {
  const dataDir = await aUsedFolder();
  const { connection } = await started({ dataDir });
  const endless = ask(connection, 'do $$ begin loop perform 1; end loop; end $$').catch(() => 'ended');
  const busy = `select from pg_stat_activity where state = 'active' and query like 'do %'`;
  await vi.waitFor(async () => expect(await ask(connection, busy)).toHaveLength(1), patience);

  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  expect(await endless).toBe('ended');
  await vi.waitFor(() => ask(connection, 'select'), patience);
});

test('a stop during a restart ends the database for good', async () => {
  const dataDir = await aUsedFolder();
  const lines: string[] = [];
  const database = await started({ dataDir }, lines);
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await vi.waitFor(() => expect(lines).toHaveLength(1), patience);
  await database.stop();
  await vi.waitFor(async () => expect(await processesOf(dataDir)).toEqual([]), patience);
});

test.each([
  ['other processes of the same account', 'exec sleep 600 & echo $!; wait'],
  ['zombies', 'true & echo $!; exec sleep 600'],
])('pid files with the PIDs of %s do not block a start', async (_what, script) => {
  const dataDir = await aUsedFolder();
  const server = await launched({ dataDir, grace: 0 });
  await server.write('kept');
  const folder = join(dataDir, 'postgres');
  const fallen = await postmasterOf(dataDir);
  server.process.kill('SIGKILL');
  process.kill(fallen, 'SIGKILL');
  await vi.waitFor(async () => expect(await processesOf(folder)).toEqual([]), patience);

  const { uid, gid } = await stat(folder);
  for (const file of ['cluster/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const text = await readFile(join(folder, file), 'utf8');
    const number = await numberOf(script, uid, gid);
    await writeFile(join(folder, file), text.replace(String(fallen), String(number)));
  }
  const { connection } = await started({ dataDir });
  expect(await ask(connection, 'select id from written')).toEqual([{ id: 'kept' }]);
});

test('an aborted start leaves nothing that disturbs the next one', async () => {
  const dataDir = await aDataFolder();
  const folder = join(dataDir, 'postgres');
  const starting = launchEmbedded({ dataDir });
  await Promise.all([expect(starting.ready).rejects.toThrow('ended'), killHalfWay()]);
  expect(existsSync(join(folder, 'cluster'))).toBe(false);

  const { connection } = await started({ dataDir });
  await ask(connection, 'select');
  expect((await readdir(folder)).filter((entry) => entry.includes('new'))).toEqual([]);

  async function killHalfWay() {
    await vi.waitFor(async () => {
      const made = (await readdir(folder)).filter((entry) => entry.startsWith('cluster-new-'));
      expect(await readdir(join(folder, made[0] ?? 'none', 'cluster'))).toContain('base');
    }, patience);
    starting.child.kill('SIGKILL');
  }
});

test('with a path too long for a socket it can be used, protected from a second process, and taken over', async () => {
  const dataDir = join(await aDataFolder(), 'long-'.repeat(30));
  const server = await launched({ dataDir });
  const sockets = server.connection.host;
  expect(sockets.length).toBeLessThan(90);
  await expect(started({ dataDir })).rejects.toThrow(`Process ${server.pid} is using`);

  await server.killed();
  const adopted = await started({ dataDir });
  expect(adopted.connection.host).toBe(sockets);
  await ask(adopted.connection, 'select');
  await adopted.stop();
  expect(existsSync(sockets)).toBe(false);
});

test('without unix sockets it listens only on 127.0.0.1 and requires a password', async () => {
  const dataDir = await aDataFolder();
  const server = await launched({ dataDir, transport: 'tcp' });
  const { password, ...stranger } = server.connection;
  expect(server.connection.host).toBe('127.0.0.1');
  await expect(ask({ ...stranger, password: 'guess' }, 'select')).rejects.toThrow(
    'password authentication failed',
  );
  await expect(ask({ ...stranger, user: 'postgres', password: '' }, 'select')).rejects.toThrow();

  await server.killed();
  const adopted = await started({ dataDir, transport: 'tcp' });
  expect(adopted.connection.port).toBe(server.connection.port);
  expect(adopted.connection.password).not.toBe(password);
  expect(await ask(adopted.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
});

test('a folder of another PostgreSQL version is refused and unchanged', async () => {
  const dataDir = await aDataFolder();
  const cluster = join(dataDir, 'postgres', 'cluster');
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  await expect(started({ dataDir })).rejects.toThrow(/made by PostgreSQL 17, and this is PostgreSQL 18/);
  expect(await readdir(cluster)).toEqual(['PG_VERSION']);
});

test('a database that fails to start is reported with its own message', async () => {
  const dataDir = await aUsedFolder();
  const refusal = startEmbedded({
    dataDir,
    settings: { max_connections: 'many' },
    log: { info: () => undefined, warn: () => undefined },
  });
  await expect(refusal).rejects.toThrow(
    /^PostgreSQL did not start on .*: invalid value for parameter "max_connections"/,
  );
});

/** A copy of a data folder that a database has used, because creating one takes longer than most tests. */
async function aUsedFolder(): Promise<string> {
  const folder = await aDataFolder();
  await run('cp', ['-a', join(used, 'postgres'), folder]);
  return folder;
}

/** A server in a separate process, ended after the test together with anything it left running. */
async function launched(...[options, account]: Parameters<typeof launchEmbedded>): Promise<EmbeddedProcess> {
  const starting = launchEmbedded(options, account);
  onTestFinished(async () => {
    starting.child.kill('SIGCONT');
    starting.child.kill('SIGKILL');
    const database = await postmasterOf(options.dataDir).catch(() => undefined);
    if (database && (await processesOf(options.dataDir)).some((line) => line.startsWith(`${database} `)))
      process.kill(database, 'SIGINT');
  });
  return starting.ready;
}

async function ownerOf(dataDir: string): Promise<number> {
  return (await stat(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).uid;
}

/** The PID that a script of the account prints; its processes end after the test. */
async function numberOf(script: string, uid: number, gid: number): Promise<number> {
  const shell: ChildProcess = spawn('/bin/sh', ['-c', script], {
    uid,
    gid,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    if (shell.pid) process.kill(-shell.pid, 'SIGKILL');
  });
  const [line] = await once(createInterface({ input: shell.stdout ?? process.stdin }), 'line');
  return Number(line);
}
