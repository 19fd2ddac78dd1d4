import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { CannotStart } from './account.ts';
import { type Endpoint, removeSocketLock, tryToConnect } from './endpoint.ts';
import { findFullDisk, removeSocketFolder } from './folder.ts';
import type { Log } from './log.ts';
import { type Owner, requireLock, requireNoOwner, takeOwnership } from './owner.ts';
import {
  type Cluster,
  endOrphans,
  isRunningOn,
  matchesSettings,
  type PostmasterFile,
  readPostmasterFile,
  removeIncomplete,
  type Starting,
  signal,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { startWatch, type Watch } from './watch.ts';

/** The database that a supervisor keeps running, and its options. */
export interface Charge {
  cluster: Cluster;
  endpoint: Endpoint;
  /** The address that the owner of the folder listens on. */
  address: string;
  settings: Record<string, string>;
  /** How many seconds the database may outlive us if we are killed. */
  grace: number;
  log: Log;
}

/** How many milliseconds to wait for the database before logging that it is slow. */
const SLOW_MS = 10_000;

/** How often to poll, in milliseconds. */
const POLL_MS = 20;

/** How long backends that lost their postmaster may take to end: this many tries, this many milliseconds apart. */
const MOST_FAILURES = 100;
const PAUSE = 200;

/** Starts a database or takes it over, restarts it when it crashes, and stops it. */
export class Supervisor {
  readonly #charge: Charge;
  /** The connection with the owner's lock. Its end is the first sign of a crashed database. */
  #monitor: Client | undefined;
  #owner: Owner | undefined;
  #watch: Watch | undefined;
  #pid: number | undefined;
  /** Whether another process started the database. */
  #adopted = false;
  #recovery: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(charge: Charge) {
    this.#charge = charge;
  }

  /** Resolves with a superuser connection once the database responds and is ours. */
  async start(): Promise<Client> {
    const { address, cluster, grace, settings } = this.#charge;
    let superuser = await this.#connectAndLock();
    // An owner that is restarting its database briefly releases the lock.
    await requireNoOwner(address, cluster.path).catch(async (refusal) => {
      await this.#disconnect(superuser);
      throw refusal;
    });
    process.once('exit', this.#onExit);
    try {
      this.#owner = await takeOwnership(address);
      this.#watch = await startWatch(cluster, grace);
      await removeIncomplete(cluster);
      while (this.#adopted && !(await matchesSettings(cluster, settings)))
        superuser = await this.#renew(superuser);
      return superuser;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Resolves when no process of the database is left. */
  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown();
    return this.#stopped;
  }

  /** An upgrade may have changed the programs or settings of a database that was taken over. */
  async #renew(superuser: Client): Promise<Client> {
    this.#charge.log.info("Restarting the database with this release's programs and settings.");
    await this.#disconnect(superuser);
    if (this.#pid !== undefined) await stopPostmaster(this.#charge.cluster, this.#pid);
    return this.#connectAndLock();
  }

  /** Closes the connection and so releases the lock, without treating that as a crash. */
  async #disconnect(superuser: Client): Promise<void> {
    superuser.removeAllListeners('end');
    await superuser.end();
  }

  async #shutDown(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery;
    process.off('exit', this.#onExit);
    await this.#monitor?.end().catch(() => undefined);
    if (this.#pid !== undefined) await stopPostmaster(this.#charge.cluster, this.#pid);
    this.#watch?.dismiss();
    await this.#owner?.release();
    await removeSocketFolder(this.#charge.cluster);
  }

  /** An unexpected exit leaves time only to send a signal. */
  readonly #onExit = (): void => {
    if (this.#pid !== undefined) signal(this.#pid, 'SIGINT');
  };

  /** Connects to the database and acquires the owner's lock, on a connection that is monitored from then on. */
  async #connectAndLock(): Promise<Client> {
    const { address, cluster } = this.#charge;
    const monitor = await this.#reach();
    try {
      await requireLock(monitor, address, cluster.path);
    } catch (error) {
      if (error instanceof CannotStart || this.#stopping.signal.aborted) throw error;
      // The database crashed while the lock was being acquired.
      return this.#connectAndLock();
    }
    this.#monitor = monitor;
    monitor.once('end', () => this.#fell());
    return monitor;
  }

  /** Connects; starts the database if none is running, and waits while one is starting or stopping. */
  async #reach(): Promise<Client> {
    const { address, cluster, endpoint, settings, log } = this.#charge;
    let starting: Starting | undefined;
    let failures = 0;
    let patience = performance.now() + SLOW_MS;
    while (!this.#stopping.signal.aborted) {
      const before = await this.#running();
      const answer = await tryToConnect({ ...endpoint, port: before?.port || endpoint.port });
      const running = await this.#running();
      if (answer instanceof Client) {
        if (running) return this.#reached(answer, running.pid);
        await this.#requireGone(answer);
      }
      if (starting && hasEnded(starting)) {
        failures += 1;
        await this.#rethrowUnlessTransient(starting, failures);
        starting = undefined;
      }
      if (answer === 'silent' && !running && !starting) {
        if (!this.#owner) await requireNoOwner(address, cluster.path);
        await removeSocketLock(endpoint);
        starting = spawnPostmaster(cluster, settings, (await readPostmasterFile(cluster.data))?.pid);
        this.#pid = starting.process.pid;
      }
      if (performance.now() > patience) {
        log.info(`Waiting for the database in ${cluster.path}, which is recovering or still shutting down.`);
        patience = performance.now() + SLOW_MS;
      }
      await delay(POLL_MS);
    }
    throw new CannotStart('The server is stopping.');
  }

  /** The postmaster running on the cluster, even if another process started it; its TCP port may differ from ours. */
  async #running(): Promise<PostmasterFile | undefined> {
    const { data } = this.#charge.cluster;
    const file = await readPostmasterFile(data);
    return file && (await isRunningOn(data, file.pid)) ? file : undefined;
  }

  #reached(client: Client, pid: number): Client {
    const { cluster, log } = this.#charge;
    this.#adopted = pid !== this.#pid;
    if (this.#adopted)
      log.info(`The database in ${cluster.path} was still running (process ${pid}) and is taken over.`);
    this.#pid = pid;
    return client;
  }

  /** A database that responds but is not a process of this system cannot be monitored or stopped from here. */
  async #requireGone(client: Client): Promise<void> {
    const answers = await client.query('select').catch(() => undefined);
    await client.end();
    if (answers)
      throw new CannotStart(
        `The database in ${this.#charge.cluster.path} is run from outside this system, ` +
          'perhaps by another container: stop it there first.',
      );
  }

  /** Ignores a failed start if a retry may succeed, and otherwise reports PostgreSQL's message. */
  async #rethrowUnlessTransient(failed: Starting, failures: number): Promise<void> {
    const { path, data } = this.#charge.cluster;
    const said = failed.said();
    const orphans = said.includes('pre-existing shared memory block');
    const others = said.includes('lock file') && said.includes('already exists');
    const full = await findFullDisk(this.#charge.cluster);
    // A process that ended before it printed anything, as a concurrent start's database may, has no message. On a full
    // disk, the message cannot be written.
    const silent = !said.includes('FATAL') && !full;
    if ((orphans || others || silent) && failures < MOST_FAILURES) {
      if (orphans) await endOrphans(data);
      await delay(PAUSE);
      return;
    }
    const reason = full
      ? `the disk of ${full} is full, so make room on it`
      : (/FATAL: +(.*)/.exec(said)?.[1] ?? 'its log says why');
    throw new CannotStart(`PostgreSQL did not start on ${path}: ${reason} (log: ${join(path, 'log')}).`);
  }

  #fell(): void {
    if (this.#stopping.signal.aborted) return;
    this.#recovery ??= this.#recover().finally(() => {
      this.#recovery = undefined;
    });
  }

  /** Retries restarting the database for as long as it takes, because the cause, such as a full disk, may be fixed. */
  async #recover(): Promise<void> {
    const { log } = this.#charge;
    log.warn('The database stopped unexpectedly; restarting it.');
    for (let pause = 250; !this.#stopping.signal.aborted; pause = Math.min(pause * 2, 30_000)) {
      try {
        await this.#connectAndLock();
        log.info('The database is running again.');
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        log.warn(error instanceof Error ? error.message : String(error));
        await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }
}

const hasEnded = ({ process: child }: Starting) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
