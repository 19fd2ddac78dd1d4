import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { CannotStart, hasCode } from './account.ts';

/**
 * A server process owns its database folder by listening on a socket in it. The system closes the socket with the
 * process, however it ends, so unlike a PID in a file it cannot be confused with a later process. It also works while
 * the owner's database is down. An advisory lock in the database decides between two concurrent starts.
 */
export interface Owner {
  release(): Promise<void>;
}

/** How many milliseconds an owner may take to send its PID: a stopped process never does. */
const TIMEOUT_MS = 1_000;

/** The key of the owner's advisory lock, taken in the database `postgres`. */
const LOCK = [0x77617970, 1];

/** How many milliseconds the lock of an owner that has just died may take to be released. */
const LOCK_TIMEOUT_MS = 3_000;

/** How often to retry the lock meanwhile, in milliseconds. */
const POLL_MS = 20;

/** The address that the owner of the database listens on, from its folder and that of its sockets. */
export function ownerAddress(folder: string, sockets: string): string {
  if (process.platform !== 'win32') return join(sockets, 'owner');
  return `\\\\.\\pipe\\waypost-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`;
}

/** Refuses if a live process owns the folder. */
export async function requireNoOwner(address: string, folder: string): Promise<void> {
  const owner = await findOwnerPid(address);
  if (owner !== undefined) throw alreadyOwned(folder, owner);
}

/** Acquires the owner's lock on this connection, or refuses if another process has it. */
export async function requireLock(client: Client, address: string, folder: string): Promise<void> {
  if (await takeLock(client)) return;
  await client.end();
  throw alreadyOwned(folder, (await findOwnerPid(address)) ?? '');
}

/** The lock of a killed owner is released as soon as PostgreSQL notices that its connection is closed. */
async function takeLock(client: Client): Promise<boolean> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  do {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', LOCK);
    if (rows[0]?.taken) return true;
    await delay(POLL_MS);
  } while (performance.now() < deadline);
  return false;
}

/** `owner` is the owner's PID, or '' if it did not send one. */
export function alreadyOwned(folder: string, owner: string): CannotStart {
  const who = owner === '' ? 'Another process' : `Process ${owner}`;
  return new CannotStart(
    `${who} is using the database in ${folder}: stop it first, or choose another data folder.`,
  );
}

/** The PID of the live owner, '' if it did not send one, or undefined if there is none. */
export function findOwnerPid(address: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let received = '';
    let reached = false;
    const socket = connect(address);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('connect', () => {
      reached = true;
    });
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', (error) => {
      if (!reached && !hasCode(error, 'ENOENT', 'ECONNREFUSED')) reject(error);
    });
    socket.on('close', () => resolve(reached ? received.trim() : undefined));
  });
}

/** Takes over the folder from an owner that is gone. */
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
