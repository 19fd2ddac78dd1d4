import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '@waypost/contract/call';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { joinEmbedded } from '@waypost/embedded-database';
import {
  type CrashReport,
  remainingProcesses,
  runCrashRounds,
  VICTIMS,
  type Victim,
  type WritingServer,
} from '@waypost/embedded-database/testing/crash-rounds';
import { postmasterOf } from '@waypost/embedded-database/testing/folders';
import pg from 'pg';
import { checkBackup } from '../src/platform/archive/backup.ts';
import { openPools, type Pools } from '../src/platform/database/connect.ts';
import { sweepFiles } from '../src/platform/database/sweep.ts';
import { systemClock } from '../src/platform/outside/clock.ts';
import { createFileStore } from '../src/platform/outside/file-store.ts';
import { Caller } from './caller.ts';
import { makeFactories } from './factories.ts';
import { freePort } from './free-port.ts';
import { aPdf } from './sample-files.ts';

/** The built programs. Starting them from the sources would take longer than all rounds. */
const built = (name: string) => join(import.meta.dirname, '..', 'dist', name);

/** How many rounds of each kind. One third of each kills the server, one third its database, one third both. */
export interface Rounds {
  /** During writes and uploads. */
  writes: number;
  migrations: number;
  backups: number;
}

export interface KillReport extends CrashReport {
  /**
   * Uploads without all their bytes, files that no row names after a sweep, and anything else that must not be there.
   */
  orphans: string[];
}

/** In milliseconds, about as long as each takes on a fast machine. */
const LONGEST_MIGRATION = 400;
const LONGEST_BACKUP = 60;

/** Every tenth write is an upload. */
const UPLOADS = /9$/;

const contentOf = (id: string) => Buffer.concat([aPdf(), Buffer.from(id.repeat(2000))]);

const quiet = { info: () => undefined, warn: () => undefined };

/**
 * Kills the product in an empty folder while students log hours and upload files, while it migrates its database, and
 * while it is backed up. Reports every acknowledged entry or file that is missing, and what is left over.
 */
export async function runKillRounds(folder: string, rounds: Rounds): Promise<KillReport> {
  const port = await freePort();
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const orphans: string[] = [];
  const subject = {
    start: () => startWriting(dataDir, port),
    database: () => postmasterOf(dataDir),
    trace: folder,
  };
  const report = await runCrashRounds(subject, rounds.writes);
  orphans.push(...(await inDatabase(dataDir, (pools) => unmatchedFiles(dataDir, pools))));

  const schema = await inDatabase(dataDir, schemaOf);
  for (let round = 0; round < rounds.migrations; round += 1) {
    const own = join(folder, `migrated-${round}`);
    await mkdir(own);
    await killDuringMigration(own, port, victimOf(round));
    if ((await inDatabase(own, schemaOf)) !== schema) orphans.push(`migration ${round}: another schema`);
    await rm(own, { recursive: true });
  }

  for (let round = 0; round < rounds.backups; round += 1)
    orphans.push(...(await killDuringBackup(dataDir, port, round)));
  return { ...report, orphans, leftBehind: [...report.leftBehind, ...(await remainingProcesses(folder))] };
}

const victimOf = (round: number): Victim => VICTIMS[round % VICTIMS.length] ?? 'both';

/**
 * Runs one of the product's programs. By default, error output is ignored, because the program is about to lose its
 * database. Its log is its output.
 */
export function run(
  [program = '', ...words]: string[],
  dataDir: string,
  port: number,
  errors: 'ignore' | 'inherit' = 'ignore',
  {
    settings = {},
    log = 'ignore',
  }: { settings?: Record<string, string>; log?: 'ignore' | 'pipe' | number } = {},
) {
  const child = spawn(process.execPath, [built(program), ...words], {
    cwd: dataDir,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', log, errors],
  });
  return { child, ended: once(child, 'exit') };
}

export const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function startServer(dataDir: string, port: number) {
  const { child, ended } = run(['main.js'], dataDir, port, 'inherit');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    await delay(20);
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0] as number | null;
    },
    killed: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs `work` on the database of a folder, whether or not a server uses it. */
export async function inDatabase<T>(dataDir: string, work: (pools: Pools) => Promise<T>): Promise<T> {
  const database = await joinEmbedded({ dataDir, log: quiet });
  const pools = openPools(database.connection);
  try {
    return await work(pools);
  } finally {
    await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
    await database.stop();
  }
}

/** The server with a separate student, whose entries and uploads are far from every limit. */
async function startWriting(dataDir: string, port: number): Promise<WritingServer> {
  const server = await startServer(dataDir, port);
  const { student, project } = await inDatabase(dataDir, async ({ owner }) => {
    const factories = makeFactories(owner, systemClock);
    const student = await factories.aStudent();
    return { student, project: await factories.aProject({ student }) };
  });
  const caller = new Caller(`http://127.0.0.1:${port}`, student.token);
  const make = async (call: Call, input: object, file?: { name: string; content: Uint8Array }) => {
    const reply = await caller.send(call, input, file);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.status} ${text}`);
  };
  return {
    ...server,
    write: (id) =>
      UPLOADS.test(id)
        ? make(fileCalls.uploadFile, { name: id }, { name: `${id}.pdf`, content: contentOf(id) })
        : make(hoursCalls.createHoursEntry, {
            project_id: project.id,
            start_date: '2026-03-02',
            end_date: '2026-03-02',
            // So little that a day has room for all of them.
            total_hours: 0.01,
            text_log: id,
          }),
    read: () => inDatabase(dataDir, (pools) => readAll(dataDir, pools)),
  };
}

interface FileRow {
  name: string;
  storage_key: string;
}

const findFiles = async ({ owner }: Pools) =>
  (await owner.query<FileRow>(`select name, storage_key from files where name like 'round-%'`)).rows;

/** Whether the file store has all bytes of the upload. */
async function isWhole(dataDir: string, { name, storage_key }: FileRow): Promise<boolean> {
  const bytes = await readFile(join(dataDir, 'files', storage_key)).catch(() => undefined);
  return bytes?.equals(contentOf(name)) ?? false;
}

/** The ids of all entries, and of all uploads with their bytes. */
async function readAll(dataDir: string, pools: Pools): Promise<string[]> {
  const { rows } = await pools.owner.query<{ id: string }>(
    `select text_log as id from hour_entries where text_log like 'round-%'`,
  );
  const ids = rows.map(({ id }) => id);
  for (const file of await findFiles(pools)) if (await isWhole(dataDir, file)) ids.push(file.name);
  return ids;
}

/** Rows without their bytes, and, a week later, bytes without a row. */
async function unmatchedFiles(dataDir: string, pools: Pools): Promise<string[]> {
  const path = join(dataDir, 'files');
  const files = await createFileStore({ kind: 'folder', path });
  const rows = await findFiles(pools);
  const unmatched: string[] = [];
  for (const row of rows) if (!(await isWhole(dataDir, row))) unmatched.push(`${row.name} has no bytes`);
  await sweepFiles(pools.owner, files, new Date(Date.now() + 8 * 86_400_000));
  const known = new Set(rows.map(({ storage_key }) => storage_key));
  for (const group of await readdir(path))
    for (const name of await readdir(join(path, group)))
      if (!known.has(`${group}/${name}`)) unmatched.push(`${group}/${name} has no row`);
  return unmatched;
}

/** Tables, columns, constraints, functions and policies, and the migrations that created them. */
async function schemaOf({ owner }: Pools): Promise<string> {
  const { rows } = await owner.query<{ line: string }>(`
    select format('%s.%s %s %s', c.relname, a.attname, a.atttypid::regtype, a.attnotnull) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace
    union all select p.proname || md5(p.prosrc) from pg_proc p where pronamespace = 'public'::regnamespace
    union all select polrelid::regclass || ' ' || polname from pg_policy
    union all select 'migration ' || hash from migrations
    order by 1`);
  return rows.map(({ line }) => line).join('\n');
}

/** Whether the owner is working on the database; at first, only the migration does. */
async function isMigrating(dataDir: string): Promise<boolean> {
  const host = join(dataDir, 'postgres', 'socket');
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const owner = `select from pg_stat_activity where application_name = 'waypost-owner'`;
    return (await client.query(owner)).rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Kills during the first start, while it migrates the new database. The next start must complete it. */
async function killDuringMigration(dataDir: string, port: number, victim: Victim) {
  const { child, ended } = run(['main.js'], dataDir, port);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!hasEnded() && !(await isMigrating(dataDir))) await delay(5);
  await delay(randomInt(LONGEST_MIGRATION));
  if (victim !== 'server') process.kill(await postmasterOf(dataDir), 'SIGKILL');
  if (victim !== 'database') child.kill('SIGKILL');
  // A start fails if its migration loses the database, and continues if it has already migrated.
  while (!hasEnded() && !(await isReady(port))) await delay(20);
  child.kill('SIGTERM');
  await ended;
  await (await startServer(dataDir, port)).stop();
}

/** Kills the backup with its server, the database, or all of them. Returns what is wrong afterwards. */
async function killDuringBackup(dataDir: string, port: number, round: number) {
  const [folder, name] = [join(dataDir, '..'), `${round}.backup`];
  const victim = victimOf(round);
  const first = await startServer(dataDir, port);
  const { child, ended } = run(['back-up.js', 'backup', join(folder, name)], dataDir, port);
  const hasBegun = async () => (await readdir(folder)).some((file) => file.startsWith(name));
  while (child.exitCode === null && !(await hasBegun())) await delay(1);
  await delay(randomInt(LONGEST_BACKUP));
  const database = await postmasterOf(dataDir);
  if (victim !== 'server') process.kill(database, 'SIGKILL');
  if (victim !== 'database') {
    child.kill('SIGKILL');
    await first.killed();
  }
  await ended;
  const server = victim === 'database' ? first : await startServer(dataDir, port);
  // The remaining processes of a killed database may reply for a moment.
  const isBack = async () =>
    (await isReady(port)) && (victim !== 'database' || (await postmasterOf(dataDir)) !== database);
  while (!(await isBack().catch(() => false))) await delay(20);
  const again = run(['back-up.js', 'backup', join(folder, `again-${name}`)], dataDir, port, 'inherit');
  await again.ended;
  await server.stop();
  const wrong: string[] = [];
  for (const file of [name, `again-${name}`]) {
    if (file === name && !existsSync(join(folder, file))) continue;
    await checkBackup(join(folder, file)).catch((error: unknown) => wrong.push(String(error)));
  }
  return wrong;
}
