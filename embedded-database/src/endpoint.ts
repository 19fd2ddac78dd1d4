import { randomBytes, randomUUID } from 'node:crypto';
import { lchown, link, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';

import { hasCode } from './account.ts';
import { type Cluster, isRunningOn, readPostmasterFile } from './postmaster.ts';

/** How to connect to the database: a unix socket's folder, or 127.0.0.1 with the superuser's password. */
export interface Endpoint {
  host: string;
  port: number;
  password: string | undefined;
}

/** The number in a unix socket's name; no port is opened. */
export const SOCKET_NUMBER = 5432;

/** The postgres role's password is stored next to the cluster, in a folder that only its account can enter. */
export async function chooseEndpoint(
  cluster: Cluster,
  sockets: string,
  transport: 'socket' | 'tcp',
): Promise<Endpoint> {
  if (transport === 'socket') return { host: sockets, port: SOCKET_NUMBER, password: undefined };
  const running = await readPostmasterFile(cluster.data);
  const port = running && (await isRunningOn(cluster.data, running.pid)) ? running.port : await freePort();
  return { host: '127.0.0.1', port, password: await keptPassword(cluster) };
}

async function keptPassword({ path, account }: Cluster): Promise<string> {
  const file = join(path, 'password');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept;
  // Written under another name and then linked, so that two concurrent starts both use the first one's.
  const unfinished = `${file}-${randomUUID()}`;
  await writeFile(unfinished, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  if (account) await lchown(unfinished, account.uid, account.gid);
  await link(unfinished, file).catch((error) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await rm(unfinished);
  return readFile(file, 'utf8');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Connects as the superuser; 'silent' if nothing is listening, 'busy' if a database is starting, stopping or not
 * responding.
 */
export async function tryToConnect({ host, port, password }: Endpoint): Promise<Client | 'silent' | 'busy'> {
  const client = new Client({
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    application_name: 'waypost supervisor',
    connectionTimeoutMillis: TIMEOUT_MS,
    ...(password && { password }),
  });
  // We listen to its end instead; without this listener, the preceding error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof DatabaseError && !STARTING_OR_STOPPING.test(error.code ?? '')) throw error;
    return hasCode(error, 'ECONNREFUSED', 'ENOENT') ? 'silent' : 'busy';
  }
}

/** PostgreSQL's codes for a shutdown, a crash, and a database that accepts no connections yet or any more. */
const STARTING_OR_STOPPING = /^57P0[123]$/;

/** How many milliseconds a database may take to accept a connection. */
const TIMEOUT_MS = 5_000;

/**
 * Removes the socket's lock file, in which PostgreSQL would mistake any live process for its owner. The cluster's own
 * lock, which is acquired first, keeps two databases apart.
 */
export async function removeSocketLock({ host, port, password }: Endpoint): Promise<void> {
  if (password === undefined) await rm(join(host, `.s.PGSQL.${port}.lock`), { force: true });
}

/** PostgreSQL's settings for one modest application server on a solid-state disk. */
export function settingsFor(cluster: Cluster, { host, port, password }: Endpoint): Record<string, string> {
  return {
    ...(password === undefined
      ? { listen_addresses: '', unix_socket_directories: host, unix_socket_permissions: '0700' }
      : { listen_addresses: host, unix_socket_directories: '' }),
    port: String(port),
    max_connections: '100',
    shared_buffers: `${sharedBuffers()}MB`,
    random_page_cost: '1.1',
    fsync: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    // The supervisor restarts a crashed database. PostgreSQL's own restart can wait forever for its startup process, if
    // that fails as it does on a full disk.
    restart_after_crash: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A report uses one core, next to the short calls, and in containers fits into their small /dev/shm.
    max_parallel_workers_per_gather: '0',
    // Cancels a query whose client has died, so that it releases its locks. Not supported on Windows.
    ...(process.platform !== 'win32' && { client_connection_check_interval: '5s' }),
    // A week of logs, one file a day. Without statements and details, which contain personal data.
    logging_collector: 'on',
    log_directory: join(cluster.path, 'log'),
    log_filename: '%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
}

/** A sixteenth of the available memory, between 32 and 256 MB: the rest is for the system's cache and Node. */
function sharedBuffers(): number {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const megabytes = Math.min(totalmem(), limit) / 1024 ** 2;
  return Math.round(Math.min(Math.max(megabytes / 16, 32), 256));
}
