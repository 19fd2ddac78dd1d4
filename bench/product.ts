import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedDatabase, startEmbedded } from '@waypost/embedded-database';
import { hashPassword } from '../server/src/platform/access/passwords.ts';
import { createAppLogin } from '../server/src/platform/database/app-login.ts';
import { openPools, type Reach } from '../server/src/platform/database/connect.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { createDatabaseAt } from '../server/testing/database-at.ts';
import { freePort } from '../server/testing/free-port.ts';
import { type Loaded, load, sizeFor } from './data.ts';

const root = join(import.meta.dirname, '..');

/** The machine that the figures were measured on. */
export const machine = `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`;

/** Every account's password. */
export const PASSWORD = 'waypost-bench';

/** The built product, and its database with a large school system in it. */
export interface Bench {
  reach: Reach;
  loaded: Loaded;
  /** The hash of every account's password. */
  passwordHash: string;
  product: Product;
}

/** Does `work` with a school system of this many students, and deletes it afterwards. */
export async function withBench<Done>(
  students: number,
  work: (bench: Bench) => Promise<Done>,
): Promise<Done> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-bench-'));
  // As root, the database runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  const database = await startDatabase(folder);
  try {
    const reach = database.connection;
    const pools = openPools(reach);
    await migrate(pools.owner, join(root, 'server', 'migrations'));
    await createAppLogin(pools);
    const passwordHash = await hashPassword(PASSWORD);
    const loaded = await load(pools.owner, passwordHash, sizeFor(students));
    await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
    const product = await startProduct(
      { reach, folder },
      { TRUST_PROXY: '1', GEOCODER_URL: 'off', LOG_LEVEL: 'error' },
    );
    try {
      return await work({ reach, loaded, passwordHash, product });
    } finally {
      await product.stop();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts an embedded database, or creates one on the server in `TEST_DATABASE_URL`. */
export function startDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) return createDatabaseAt(TEST_DATABASE_URL);
  const log = { info: () => undefined, warn: () => undefined };
  // The product takes a URL, which cannot refer to the embedded server's socket.
  return startEmbedded({ dataDir, log, transport: 'tcp' });
}

/** The running built product. */
export interface Product {
  origin: string;
  pid: number;
  /** The longest event loop delay since this was last called, in milliseconds. */
  longestDelay(): Promise<number>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

/** Another build, and a receiver for each line of the log, which is printed by default. */
interface Started {
  main?: string;
  onLine?: (line: string) => void;
}

/** Starts the built product on a database. Resolves when it accepts requests. */
export async function startProduct(
  { reach, folder }: { reach: Reach; folder: string },
  settings: Record<string, string> = {},
  { main = join(root, 'server', 'dist', 'main.js'), onLine }: Started = {},
): Promise<Product> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const watch = join(import.meta.dirname, 'event-loop.mjs');
  const child = spawn(process.execPath, ['--import', watch, main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: `postgres://${reach.user}:${reach.password}@${reach.host}:${reach.port}/${reach.database}`,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  if (onLine && child.stdout) createInterface(child.stdout).on('line', onLine);
  const ended = once(child, 'exit');
  await untilReady(origin, child);
  return {
    origin,
    pid: child.pid ?? 0,
    longestDelay: async () => {
      child.send('how long?');
      const [milliseconds] = await once(child, 'message');
      return milliseconds as number;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    await delay(50);
  }
}

/** Other processes use the machine too, so use the median round. */
export function medianRound<Round>(rounds: readonly Round[], by: (round: Round) => number): Round {
  const [middle] = rounds.toSorted((one, other) => by(one) - by(other)).slice(rounds.length >> 1);
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

export const median = (values: readonly number[]): number => medianRound(values, (value) => value);

/** Prints a row of a Markdown table. */
export const printRow = (...cells: (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

/** Prints the two lines that start a Markdown table. */
export function printHead(...columns: string[]): void {
  printRow(...columns);
  console.log(`|${'---|'.repeat(columns.length)}`);
}
