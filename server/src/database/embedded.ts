import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Client } from 'pg';
import { findBinaries } from './embedded-binaries.ts';
import { chooseEndpoint, type Endpoint, SOCKET_NUMBER, settingsFor } from './embedded-endpoint.ts';
import { type DatabaseFolder, settleFolder, socketFolder } from './embedded-folder.ts';
import type { Log } from './embedded-log.ts';
import { alreadyOwned, askOwner, ownerAddress, requireNoOwner } from './embedded-owner.ts';
import { type Cluster, ensureCluster } from './embedded-postmaster.ts';
import { Supervisor } from './embedded-supervisor.ts';

export interface EmbeddedDatabase {
  /**
   * What `pg` needs to connect as the application's login role: no superuser, owner of the database, may make
   * roles and databases. It stays the same while the supervisor brings a fallen database back.
   */
  connection: { host: string; port: number; user: string; database: string; password?: string };
  /** Fast shutdown. Resolves when no process is left; end pools first, for their connections are cut. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The database's files go to the folder `postgres` in it. */
  dataDir: string;
  log: Log;
  /** The database's name; `waypost` unless given. */
  database?: string;
  /** PostgreSQL's settings besides the supervisor's own, such as `{ fsync: 'off' }` for a test run. */
  settings?: Record<string, string>;
  /** 'tcp' listens on 127.0.0.1 with a password: the way of systems without unix sockets. */
  transport?: 'socket' | 'tcp';
  /** How many seconds the database outlives a server that was killed, waiting to be taken over; 30 unless given. */
  grace?: number;
}

/** The role that the application logs in as. */
const ROLE = 'waypost';

/** How long an orphaned database waits for another server, in seconds: a restart takes a fraction of that. */
const GRACE = 30;

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, made there if need be, or takes over one that survived the process
 * that started it, and keeps it running until `stop`. Throws `CannotStart` with a sentence for the operator,
 * among others when another process uses the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, database = 'waypost', settings = {}, grace = GRACE } = options;
  const folder = await settleFolder(dataDir, log);
  const sockets = await socketFolder(folder);
  const address = ownerAddress(folder.path, sockets);
  await requireNoOwner(address, folder.path);

  const { cluster, endpoint } = await prepare(folder, sockets, options).catch(async (error) => {
    // Another start that was quicker tidies up after us: it is what there is to tell.
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
 * The same for a command that only reads, or changes what a running server takes changes of: where a server uses the folder,
 * it connects beside it, and `stop` leaves that server's database running. Over TCP only the server knows the password.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, database = 'waypost', transport = ownTransport() } = options;
  const folder = await settleFolder(dataDir, log);
  const sockets = await socketFolder(folder);
  const owner = await askOwner(ownerAddress(folder.path, sockets));
  if (owner === undefined) return startEmbedded(options);
  if (transport === 'tcp') throw alreadyOwned(folder.path, owner);
  return {
    connection: { host: sockets, port: SOCKET_NUMBER, user: ROLE, database },
    stop: async () => undefined,
  };
}

/** Finds the programs, settles how the database is reached, and makes the cluster unless it stands. */
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

/** Makes the application's role and database where they are missing. */
async function admitApplication(superuser: Client, database: string, password = ''): Promise<void> {
  const role = await superuser.query('select 1 from pg_roles where rolname = $1', [ROLE]);
  const verb = role.rowCount ? 'alter' : 'create';
  const secret = password ? `password ${superuser.escapeLiteral(password)}` : '';
  await superuser.query(`${verb} role ${ROLE} login nosuperuser createrole createdb ${secret}`);
  const made = await superuser.query('select 1 from pg_database where datname = $1', [database]);
  if (!made.rowCount)
    await superuser.query(`create database ${superuser.escapeIdentifier(database)} owner ${ROLE}`);
}
