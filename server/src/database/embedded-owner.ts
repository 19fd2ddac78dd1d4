import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { CannotStart, hasCode } from './embedded-account.ts';

/**
 * A server process owns its database folder by listening on a socket in it. The system ends that with the
 * process, however it dies, so unlike a number in a file it can't be mistaken for another that came later, and
 * it also speaks for an owner whose database is down just now. Two that start in the same moment are told apart
 * by an advisory lock in the database itself.
 */
export interface Owner {
  release(): Promise<void>;
}

/** How long an owner may take to say its number, in milliseconds: a stopped process never says it. */
const PATIENCE = 1_000;

/** The key of the owner's advisory lock, taken in the database `postgres`. */
const LOCK = [0x77617970, 1];

/** How long the lock of an owner that has just died may take to be let go, in milliseconds. */
const LOCK_PATIENCE = 3_000;

/** How often to ask for the lock meanwhile, in milliseconds. */
const GLANCE = 20;

/** Where the owner of the database listens, given its folder and that of its sockets. */
export function ownerAddress(folder: string, sockets: string): string {
  if (process.platform !== 'win32') return join(sockets, 'owner');
  return `\\\\.\\pipe\\waypost-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`;
}

/** Refuses when a live process owns the folder. */
export async function requireNoOwner(address: string, folder: string): Promise<void> {
  const owner = await askOwner(address);
  if (owner !== undefined) throw alreadyOwned(folder, owner);
}

/** Takes the owner's lock on this connection, or refuses when another holds it. */
export async function requireLock(client: Client, address: string, folder: string): Promise<void> {
  if (await takeLock(client)) return;
  await client.end();
  throw alreadyOwned(folder, (await askOwner(address)) ?? '');
}

/** The lock of an owner that was killed is let go as soon as its connection is seen to be closed. */
async function takeLock(client: Client): Promise<boolean> {
  const deadline = Date.now() + LOCK_PATIENCE;
  do {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', LOCK);
    if (rows[0]?.taken) return true;
    await delay(GLANCE);
  } while (Date.now() < deadline);
  return false;
}

/** `owner` is the owner's number, or '' when it didn't tell. */
export function alreadyOwned(folder: string, owner: string): CannotStart {
  const who = owner === '' ? 'Another Waypost' : `Another Waypost (process ${owner})`;
  return new CannotStart(
    `${who} is using the database in ${folder}: stop it first, or give this one a DATA_DIR of its own.`,
  );
}

/** The number of the live owner, '' when it didn't tell, or nothing when there is none. */
export function askOwner(address: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let told = '';
    let reached = false;
    const socket = connect(address);
    socket.setTimeout(PATIENCE, () => socket.destroy());
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

/** Takes the folder, in place of an owner that is gone. */
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
