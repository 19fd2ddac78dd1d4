import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Client } from 'pg';
import { findBinaries } from './binaries.ts';
import { chooseEndpoint, type Endpoint, SOCKET_NUMBER, settingsFor } from './endpoint.ts';
import { type DatabaseFolder, prepareFolder, socketFolder } from './folder.ts';
import type { Log } from './log.ts';
import { alreadyOwned, findOwnerPid, ownerAddress, requireNoOwner } from './owner.ts';
import { type Cluster, ensureCluster } from './postmaster.ts';
import { Supervisor } from './supervisor.ts';

export { CannotStart } from './account.ts';
export type { Log } from './log.ts';

export interface EmbeddedDatabase {
  /**
   * The connection for `pg` as the application's login role: not a superuser, owner of the database, can create roles
   * and databases. It stays the same while the supervisor restarts a crashed database.
   */
  connection: { host: string; port: number; user: string; database: string; password?: string };
  /** Fast shutdown. Resolves when no process is left. End pools first, because it cuts their connections. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The database's files are in its `postgres` subfolder. */
  dataDir: string;
  /** Receives what the operator should know, such as a restart. */
  log: Log;
  /** The database's name; `waypost` by default. */
  database?: string;
  /** PostgreSQL settings in addition to the supervisor's own, such as `{ fsync: 'off' }` for a test run. */
  settings?: Record<string, string>;
  /** 'tcp' listens on 127.0.0.1 with a password, for systems without unix sockets. */
  transport?: 'socket' | 'tcp';
  /** How many seconds the database outlives a killed server, waiting to be taken over; 30 by default. */
  grace?: number;
}

/** The role that the application logs in as. */
const ROLE = 'waypost';

/** How many seconds an orphaned database waits for another server: a restart takes a fraction of that. */
const GRACE = 30;

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, which is created if needed, or takes over one that survived the process
 * that started it, and keeps it running until `stop`. Throws `CannotStart` with a sentence for the operator, for
 * example if another process uses the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, database = 'waypost', settings = {}, grace = GRACE } = options;
  const folder = await prepareFolder(dataDir, log);
  const sockets = await socketFolder(folder);
  const address = ownerAddress(folder.path, sockets);
  await requireNoOwner(address, folder.path);

  const { cluster, endpoint } = await prepare(folder, sockets, options).catch(async (error) => {
    // If a concurrent start was faster, it cleans up after us, so report that one.
    await requireNoOwner(address, folder.path);
    throw error;
  });
  const allSettings = { ...settingsFor(cluster, endpoint), ...settings };
  const supervisor = new Supervisor({ cluster, endpoint, address, settings: allSettings, grace, log });
  const superuser = await supervisor.start();
  try {
    const password = endpoint.password && randomBytes(24).toString('hex');
    await admitApplication(superuser, database, password);
    const { host, port } = endpoint;
    return {
      connection: { host, port, user: ROLE, database, ...(password && { password }) },
      stop: () => supervisor.stop(),
    };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/**
 * The same for a command that only reads, or whose changes a running server accepts. If a server uses the folder, this
 * connects to its database, and `stop` leaves it running. Over TCP only the server knows the password.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, database = 'waypost', transport = ownTransport() } = options;
  const folder = await prepareFolder(dataDir, log);
  const sockets = await socketFolder(folder);
  const owner = await findOwnerPid(ownerAddress(folder.path, sockets));
  if (owner === undefined) return startEmbedded(options);
  if (transport === 'tcp') throw alreadyOwned(folder.path, owner);
  return {
    connection: { host: sockets, port: SOCKET_NUMBER, user: ROLE, database },
    stop: async () => undefined,
  };
}

/** Finds the programs, chooses the connection, and creates the cluster unless it exists. */
async function prepare(
  folder: DatabaseFolder,
  sockets: string,
  { settings, transport = ownTransport() }: EmbeddedOptions,
): Promise<{ cluster: Cluster; endpoint: Endpoint }> {
  const binaries = await findBinaries(folder.path, folder.account);
  const cluster = { ...folder, binaries, data: join(folder.path, 'cluster') };
  const endpoint = await chooseEndpoint(cluster, sockets, transport);
  await ensureCluster(cluster, endpoint.password, settings?.fsync !== 'off');
  return { cluster, endpoint };
}

const ownTransport = () => (process.platform === 'win32' ? 'tcp' : 'socket');

/** Creates the application's role and database if missing. */
async function admitApplication(superuser: Client, database: string, password = ''): Promise<void> {
  const role = await superuser.query('select 1 from pg_roles where rolname = $1', [ROLE]);
  const verb = role.rowCount ? 'alter' : 'create';
  const secret = password ? `password ${superuser.escapeLiteral(password)}` : '';
  await superuser.query(`${verb} role ${ROLE} login nosuperuser createrole createdb ${secret}`);
  const made = await superuser.query('select 1 from pg_database where datname = $1', [database]);
  if (!made.rowCount)
    await superuser.query(`create database ${superuser.escapeIdentifier(database)} owner ${ROLE}`);
}
