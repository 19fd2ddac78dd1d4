import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { CannotStart, hasCode } from './embedded-account.ts';

/**
 * A server process owns its database folder by listening on a socket in it. The system closes that socket
 * when the process ends, however it ends, so unlike a PID file it cannot refer to a later process with the
 * same number. It also works while the owner's database is down. An advisory lock in the database itself
 * decides between two simultaneous starts.
 */
export interface Owner {
  release(): Promise<void>;
}

/** How long to wait for an owner to report its PID, in milliseconds. A suspended process never does. */
const REPLY_TIMEOUT_MS = 1_000;

/** The key of the owner's advisory lock, acquired in the database `postgres`. */
const LOCK = [0x77617970, 1];

/** How long PostgreSQL may take to release the lock of an owner that just died, in milliseconds. */
const LOCK_TIMEOUT_MS = 3_000;

/** How often to retry the lock meanwhile, in milliseconds. */
const POLL_MS = 20;

/** The address that the folder's owner listens on, given the folder and its socket folder. */
export function ownerAddress(folder: string, sockets: string): string {
  if (process.platform !== 'win32') return join(sockets, 'owner');
  return `\\\\.\\pipe\\waypost-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`;
}

/** Refuses if a live process owns the folder. */
export async function insistOnNoOwner(address: string, folder: string): Promise<void> {
  const owner = await askOwner(address);
  if (owner !== undefined) throw alreadyOwned(folder, owner);
}

/** Acquires the owner's lock on this connection. Refuses if another process has it. */
export async function insistOnLock(client: Client, address: string, folder: string): Promise<void> {
  if (await takeLock(client)) return;
  await client.end();
  throw alreadyOwned(folder, (await askOwner(address)) ?? '');
}

/** PostgreSQL releases a killed owner's lock once it notices that the connection is closed. */
async function takeLock(client: Client): Promise<boolean> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  do {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', LOCK);
    if (rows[0]?.taken) return true;
    await delay(POLL_MS);
  } while (Date.now() < deadline);
  return false;
}

/** `owner` is the owner's PID, or '' if it did not report one. */
export function alreadyOwned(folder: string, owner: string): CannotStart {
  const who = owner === '' ? 'Another Waypost' : `Another Waypost (process ${owner})`;
  return new CannotStart(
    `${who} is using the database in ${folder}: stop it first, or give this one a DATA_DIR of its own.`,
  );
}

/** The live owner's PID, '' if it did not report one, or undefined if there is no owner. */
export function askOwner(address: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let told = '';
    let reached = false;
    const socket = connect(address);
    socket.setTimeout(REPLY_TIMEOUT_MS, () => socket.destroy());
    socket.on('connect', () => {
      reached = true;
    });
    socket.on('data', (chunk) => {
      told += chunk;
    });
    socket.on('error', (error) => {
      if (!reached && !hasCode(error, 'ENOENT', 'ECONNREFUSED')) reject(error);
    });
    socket.on('close', () => resolve(reached ? told.trim() : undefined));
  });
}

/** Becomes the folder's owner, replacing one that has ended. */
export async function takeOwnership(address: string): Promise<Owner> {
  if (process.platform !== 'win32') await rm(address, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`${process.pid}\n`);
  });
  server.unref();
  await listen(server, address);
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
