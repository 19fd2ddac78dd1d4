import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hashPassword } from '../server/src/accounts/passwords.ts';
import { letAppLogIn } from '../server/src/database/app-login.ts';
import { openPools, type Reach } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { type Loaded, load, SIZE } from './data.ts';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '..');

/** What every figure was taken on. */
export const machine = `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`;

/** The size of the loaded school system, in words. */
export const size = JSON.stringify(SIZE);

/** A database of its own with a large school system in it, in a folder that is gone afterwards. */
export interface BenchDatabase {
  reach: Reach;
  folder: string;
  loaded: Loaded;
  /** What everybody's password hash was made of. */
  kept: string;
  stop(): Promise<void>;
}

/** Starts and fills it. `password` is everybody's. */
export async function startBenchDatabase(password: string): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-bench-'));
  // As root the database runs under another account, which must be able to enter.
  await chmod(folder, 0o755);
  const database = await startEmbedded({
    dataDir: folder,
    log: { info: () => undefined, warn: () => undefined },
    // The product takes a URL, and a URL cannot name the embedded server's socket.
    transport: 'tcp',
  });
  const reach = database.connection;
  const pools = openPools(reach);
  await migrate(pools.owner, join(root, 'server', 'migrations'));
  await letAppLogIn(pools);
  const kept = await hashPassword(password);
  const loaded = await load(pools.owner, kept);
  await Promise.all([pools.app.end(), pools.owner.end()]);
  const stop = async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { reach, folder, loaded, kept, stop };
}

/** The built product, running. */
export interface Product {
  origin: string;
  pid: number;
  /** The longest that its event loop stood still since this was last asked, in milliseconds. */
  stoodStill(): Promise<number>;
  /** Stops it in order. */
  stop(): Promise<void>;
  /** Kills it (SIGKILL), and resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts the built product on a database; resolves when it serves. */
export async function startProduct(
  { reach, folder }: Pick<BenchDatabase, 'reach' | 'folder'>,
  settings: Record<string, string> = {},
): Promise<Product> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const watch = join(import.meta.dirname, 'event-loop.mjs');
  const child = spawn(process.execPath, ['--import', watch, join(root, 'server', 'dist', 'main.js')], {
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
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await untilReady(origin, child);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return {
    origin,
    pid: child.pid ?? 0,
    stoodStill: async () => {
      child.send('how long?');
      const [milliseconds] = await once(child, 'message');
      return milliseconds as number;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
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

/** Others use the machine too: of several rounds the one in the middle is told. */
export function inTheMiddle<Round>(rounds: readonly Round[], by: (round: Round) => number): Round {
  const [middle] = rounds.toSorted((one, other) => by(one) - by(other)).slice(rounds.length >> 1);
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

export const median = (values: readonly number[]): number => inTheMiddle(values, (value) => value);
