import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';

const main = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');

/** The built product as `npm start` runs it, with a separate data folder. */
export interface Product {
  origin: string;
  dataDir: string;
}

/** A new, empty data folder. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-e2e-'));
  // As root, the database runs under another account. In a folder that it cannot enter, it would be put elsewhere.
  await chmod(folder, 0o755);
  return folder;
}

/** Creates an empty database on a server, whose role must be allowed to. */
export async function createDatabase(server: string) {
  const name = `waypost_journey_${process.pid}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { settings: { DATABASE_URL: url.href }, drop: () => run(`drop database ${name}`) };
}

/** Starts the built server with the demo, unless `settings` say otherwise. Does not wait until it is ready. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string>,
  stderr: 'inherit' | 'pipe' = 'inherit',
): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      DEMO: 'on',
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      MAP_TILES_URL: `${origin}/no-tiles/{z}/{x}/{y}.png`,
      GEOCODER_URL: 'off',
      ...settings,
    },
    stdio: ['ignore', 'inherit', stderr],
  });
  return { origin, child };
}

/** Stops a server, and deletes its data folder. */
export async function stopServer(child: ChildProcess, dataDir: string): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}

/** Resolves once the server accepts requests. */
export async function ready(origin: string, isRunning: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!isRunning()) throw new Error('the product ended');
        return fetch(`${origin}/readyz`).then(
          (reply) => reply.status,
          () => 0,
        );
      },
      { timeout: 280_000 },
    )
    .toBe(200);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
