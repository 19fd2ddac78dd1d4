import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chown,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bareEnvironment, CannotStart, hasCode, under } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { DatabaseFolder } from './folder.ts';

/** A cluster's programs and location: everything needed to start and identify its processes. */
export interface Cluster extends DatabaseFolder {
  binaries: Binaries;
  /** PostgreSQL's own data directory, `cluster` in the folder. */
  data: string;
}

/** The contents of `postmaster.pid`, which remains after a postmaster is killed. */
export interface PostmasterFile {
  pid: number;
  port: number;
}

const run = promisify(execFile);

/** How often to poll a process that is starting or stopping, in milliseconds. */
const POLL_MS = 20;

/** How many milliseconds a fast shutdown may take before the processes are killed. */
const SHUTDOWN = 60_000;

/**
 * Creates the cluster unless it exists. It is created under another name and then renamed, so an existing one is
 * complete. Refuses a cluster of another major version, which these programs cannot read.
 */
export async function ensureCluster(
  cluster: Cluster,
  password: string | undefined,
  sync: boolean,
): Promise<void> {
  const version = await readFile(join(cluster.data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return makeCluster(cluster, password, sync);
  if (version.trim() !== cluster.binaries.major)
    throw new CannotStart(
      `The database in ${cluster.path} was made by PostgreSQL ${version.trim()}, and this is PostgreSQL ` +
        `${cluster.binaries.major}: back it up with the release that made it, and restore it into an empty data folder.`,
    );
}

async function makeCluster(cluster: Cluster, password: string | undefined, sync: boolean): Promise<void> {
  const { path, data, account, binaries } = cluster;
  const unfinished = await mkdtemp(join(path, 'cluster-new-'));
  if (account) await chown(unfinished, account.uid, account.gid);
  const passwordFile = join(unfinished, 'password');
  const made = join(unfinished, 'cluster');
  if (password !== undefined) {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) await chown(passwordFile, account.uid, account.gid);
  }
  const options = [
    '-D',
    made,
    '--username=postgres',
    '--encoding=UTF8',
    '--no-instructions',
    // The builtin provider sorts and folds the same on every system, whatever its C library.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Opening the socket requires access to its folder (mode 0700); the network, if used, requires a password.
    ...(password === undefined
      ? ['--auth-local=trust', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]),
    ...(sync ? [] : ['--no-sync']),
  ];
  try {
    await run(binaries.initdb, options, {
      ...under(account),
      cwd: path,
      env: bareEnvironment(),
      windowsHide: true,
    });
    await rename(made, data);
  } catch (error) {
    // A concurrent start was faster. Its cluster works as well, and the owner is decided later.
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST') || (await clusterExists(data))) return;
    throw new CannotStart(`PostgreSQL could not make its database in ${path}: ${lastLine(error)}`);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function clusterExists(data: string): Promise<boolean> {
  return readFile(join(data, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

function lastLine(error: unknown): string {
  const text =
    error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr) : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}

/** Removes the incomplete files of an aborted start. */
export async function removeIncomplete({ path }: Cluster): Promise<void> {
  for (const entry of await readdir(path))
    if (entry.startsWith('cluster-new-') || entry.startsWith('programs-new-'))
      await rm(join(path, entry), { recursive: true, force: true, maxRetries: 5 });
}

/** A postmaster that we started and that has not responded yet. */
export interface Starting {
  process: ChildProcess;
  /** Its output so far, until its own log takes over. */
  said(): string;
}

/**
 * Starts the postmaster in a separate session, so that the terminal's Ctrl-C reaches only us, and we then stop it
 * gracefully. `stale` is the PID in a `postmaster.pid` that is proven not to be a postmaster's.
 */
export function spawnPostmaster(
  cluster: Cluster,
  settings: Record<string, string>,
  stale?: number,
): Starting {
  const child = spawn(cluster.binaries.postgres, optionsFor(cluster, settings), {
    ...under(cluster.account),
    // Set from the start, because the working directory identifies the process.
    cwd: cluster.data,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...bareEnvironment(),
      // PostgreSQL takes any live process with that PID, even a zombie, for a postmaster, except this one. Removing the
      // file instead would also remove its protection against surviving backends.
      ...(stale === undefined ? {} : { PG_GRANDPARENT_PID: String(stale) }),
    },
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-4_000);
  });
  // A program that cannot be started has no PID, which is checked below; without a listener, the event would end the
  // process.
  child.on('error', (error) => {
    said += String(error);
  });
  child.unref();
  return { process: child, said: () => said };
}

const optionsFor = ({ data }: Cluster, settings: Record<string, string>) => [
  '-D',
  data,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Whether the running postmaster was started with exactly these programs and settings, as PostgreSQL recorded them. */
export async function matchesSettings(cluster: Cluster, settings: Record<string, string>): Promise<boolean> {
  const noted = await readFile(join(cluster.data, 'postmaster.opts'), 'utf8').catch(() => '');
  const options = optionsFor(cluster, settings).map((option) => `"${option}"`);
  return noted.trim() === [await realpath(cluster.binaries.postgres), ...options].join(' ');
}

/** The contents of `postmaster.pid`, if it exists and is complete. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 ? { pid, port } : undefined;
}

/** Whether that process is running on this cluster, and is neither a later process with the same PID nor a zombie. */
export async function isRunningOn(data: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') return isLivePostgres(data, pid);
  // A zombie's working directory cannot be read, and another account's process is not ours.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === data;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

async function isLivePostgres(data: string, pid: number): Promise<boolean> {
  const question = ['-o', 'stat=', '-o', 'command=', '-p', String(pid)];
  const { stdout } = await run('ps', question).catch(() => ({ stdout: '' }));
  return !stdout.startsWith('Z') && stdout.includes(data);
}

/** Ends backends that survived a killed postmaster: no other postmaster may start while they run. */
export async function endOrphans(data: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (pid > 0 && (await isRunningOn(data, pid))) signal(pid, 'SIGQUIT');
  }
}

/**
 * Fast shutdown: closes connections, rolls back open transactions, writes everything, and waits for the process to end.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  if (process.platform === 'win32') return stopByProgram(cluster);
  if (await isRunningOn(cluster.data, pid)) signal(pid, 'SIGINT');
  const deadline = performance.now() + SHUTDOWN;
  while ((await isRunningOn(cluster.data, pid)) && performance.now() < deadline) await delay(POLL_MS);
  if (!(await isRunningOn(cluster.data, pid))) return;
  // Acknowledged writes are in the write-ahead log, from which the next start recovers.
  signal(pid, 'SIGKILL');
  await endOrphans(cluster.data);
  while (await isRunningOn(cluster.data, pid)) await delay(POLL_MS);
}

/** Windows has no signals: PostgreSQL's own program stops it there. */
async function stopByProgram({ binaries, data }: Cluster): Promise<void> {
  await run(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', String(SHUTDOWN / 1000)], {
    env: bareEnvironment(),
    windowsHide: true,
  });
}

/** Sends a signal to a process, unless it has ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
