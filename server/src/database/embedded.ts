import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { CannotStart } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { chooseEndpoint, type Endpoint, settingsFor, tryToReach } from './embedded-endpoint.ts';
import { removeSocketFolder, settleFolder, socketFolder } from './embedded-folder.ts';
import type { Log } from './embedded-log.ts';
import { alreadyOwned, insistOnNoOwner, type Owner, ownerAddress, takeOwnership } from './embedded-owner.ts';
import {
  type Cluster,
  endOrphans,
  ensureCluster,
  readPostmasterFile,
  removeHalfMade,
  type Starting,
  signal,
  spawnPostmaster,
  stopPostmaster,
  worksOn,
} from './embedded-postmaster.ts';

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
}

/** The role that the application logs in as. */
const ROLE = 'waypost';

/** The key of the owner's advisory lock, taken in the database `postgres`. */
const OWNER_LOCK = [0x77617970, 1];

/** How long the lock of an owner that has just died may take to be let go, in milliseconds. */
const LOCK_PATIENCE = 3_000;

/** How long to look for the database before saying that it takes its time, in milliseconds. */
const QUIET = 10_000;

const GLANCE = 20;

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, made there if need be, or takes over one that survived the process
 * that started it, and keeps it running until `stop`. Throws `CannotStart` with a sentence for the operator,
 * among others when another process uses the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const transport = options.transport ?? (process.platform === 'win32' ? 'tcp' : 'socket');
  const folder = await settleFolder(options.dataDir, options.log);
  const sockets = await socketFolder(folder);
  const address = ownerAddress(folder.path, sockets);
  await insistOnNoOwner(address, folder.path);

  const binaries = await findBinaries(folder.path, folder.account);
  const cluster = { ...folder, binaries, data: join(folder.path, 'cluster') };
  const endpoint = await chooseEndpoint(cluster, sockets, transport);
  await ensureCluster(cluster, endpoint.password, options.settings?.fsync !== 'off');

  const supervisor = new Supervisor(cluster, endpoint, options);
  return supervisor.start(address);
}

class Supervisor {
  readonly #cluster: Cluster;
  readonly #endpoint: Endpoint;
  readonly #log: Log;
  readonly #database: string;
  readonly #settings: Record<string, string>;
  /** The connection that holds the owner's lock; its end is the first sign of a fallen database. */
  #monitor: Client | undefined;
  #owner: Owner | undefined;
  #pid: number | undefined;
  #recovery: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(cluster: Cluster, endpoint: Endpoint, options: EmbeddedOptions) {
    this.#cluster = cluster;
    this.#endpoint = endpoint;
    this.#log = options.log;
    this.#database = options.database ?? 'waypost';
    this.#settings = { ...settingsFor(cluster, endpoint), ...options.settings };
  }

  async start(ownerAddress: string): Promise<EmbeddedDatabase> {
    const monitor = await this.#secure();
    process.once('exit', this.#leave);
    try {
      this.#owner = await takeOwnership(ownerAddress);
      await removeHalfMade(this.#cluster);
      const password = await this.#admitApplication(monitor);
      const { host, port } = this.#endpoint;
      return {
        connection: { host, port, user: ROLE, database: this.#database, ...(password && { password }) },
        stop: () => this.#stop(),
      };
    } catch (error) {
      await this.#stop();
      throw error;
    }
  }

  /** Reaches the database, starting it if need be, and takes the owner's lock on a connection that is watched. */
  async #secure(): Promise<Client> {
    const monitor = await this.#reach();
    if (!(await takeLock(monitor))) {
      await monitor.end();
      throw alreadyOwned(this.#cluster.path, '');
    }
    this.#monitor = monitor;
    monitor.once('end', () => this.#fell());
    return monitor;
  }

  async #reach(): Promise<Client> {
    const { data, path } = this.#cluster;
    let starting: Starting | undefined;
    let patience = Date.now() + QUIET;
    while (!this.#stopping.signal.aborted) {
      const client = await tryToReach(this.#endpoint);
      const file = await readPostmasterFile(data);
      const runs = file !== undefined && (await worksOn(data, file.pid));
      if (client && !runs && (await answers(client))) {
        await client.end();
        throw new CannotStart(
          `The database in ${path} is run from outside this system, perhaps by another container: stop it there first.`,
        );
      }
      if (client && file && runs) {
        if (file.pid !== starting?.process.pid)
          this.#log.info(
            `The database in ${path} was still running (process ${file.pid}) and is taken over.`,
          );
        this.#pid = file.pid;
        return client;
      }
      if (starting && hasEnded(starting)) {
        await this.#forgive(starting);
        starting = undefined;
      }
      if (!runs && !starting) {
        starting = spawnPostmaster(this.#cluster, this.#settings, file?.pid);
        this.#pid = starting.process.pid;
      }
      if (Date.now() > patience) {
        this.#log.info(`Waiting for the database in ${path}, which recovers or is still shutting down.`);
        patience = Date.now() + QUIET;
      }
      await delay(GLANCE);
    }
    throw new CannotStart('The server is stopping.');
  }

  /** Lets a failed start pass where another try may fare better, and else tells what PostgreSQL said. */
  async #forgive(failed: Starting): Promise<void> {
    const said = failed.said();
    if (said.includes('pre-existing shared memory block')) return endOrphans(this.#cluster.data);
    if (said.includes('lock file') && said.includes('already exists')) return;
    const reason =
      said
        .trim()
        .split('\n')
        .find((line) => line.includes('FATAL')) ?? said.trim().split('\n').at(-1);
    throw new CannotStart(
      `PostgreSQL did not start on ${this.#cluster.path}: ${reason || 'it said nothing'}. Its log is in ${join(this.#cluster.path, 'log')}.`,
    );
  }

  #fell(): void {
    if (this.#stopping.signal.aborted) return;
    this.#recovery ??= this.#recover().finally(() => {
      this.#recovery = undefined;
    });
  }

  /** Brings the database back, however long it takes: what fails now, a full disk say, may mend. */
  async #recover(): Promise<void> {
    this.#log.warn('The database went away; it is being brought back.');
    for (let pause = 250; !this.#stopping.signal.aborted; pause = Math.min(pause * 2, 30_000)) {
      try {
        await this.#secure();
        this.#log.info('The database is back.');
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        this.#log.warn(error instanceof Error ? error.message : String(error));
        await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** Makes the application's role and database where they are missing. Returns the role's password over TCP. */
  async #admitApplication(superuser: Client): Promise<string | undefined> {
    const password = this.#endpoint.password && randomBytes(24).toString('hex');
    const role = await superuser.query('select 1 from pg_roles where rolname = $1', [ROLE]);
    const verb = role.rowCount ? 'alter' : 'create';
    await superuser.query(
      `${verb} role ${ROLE} login nosuperuser createrole createdb ${password ? `password '${password}'` : ''}`,
    );
    const database = await superuser.query('select 1 from pg_database where datname = $1', [this.#database]);
    if (!database.rowCount)
      await superuser.query(`create database ${superuser.escapeIdentifier(this.#database)} owner ${ROLE}`);
    return password;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery;
    process.off('exit', this.#leave);
    await this.#monitor?.end().catch(() => undefined);
    if (this.#pid !== undefined) await stopPostmaster(this.#cluster, this.#pid);
    await this.#owner?.release();
    await removeSocketFolder(this.#cluster);
  }

  /** An exit that nobody announced leaves time for a signal and no more. */
  readonly #leave = (): void => {
    if (this.#pid !== undefined) signal(this.#pid, 'SIGINT');
  };
}

const hasEnded = ({ process: child }: Starting) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

const answers = (client: Client) =>
  client.query('select').then(
    () => true,
    () => false,
  );

/** The lock of an owner that was killed is let go as soon as its connection is seen to be closed. */
async function takeLock(client: Client): Promise<boolean> {
  const deadline = Date.now() + LOCK_PATIENCE;
  do {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', OWNER_LOCK);
    if (rows[0]?.taken) return true;
    await delay(GLANCE);
  } while (Date.now() < deadline);
  return false;
}
