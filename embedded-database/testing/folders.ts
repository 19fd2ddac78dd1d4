import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from '../src/index.ts';

/**
 * A data folder that is removed after the test. Other accounts can enter it, because as root the database
 * runs under one of them.
 */
export async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** An embedded database in this process, stopped after the test. `lines` receives its log. */
export async function started(
  options: Omit<EmbeddedOptions, 'log'>,
  lines: string[] = [],
): Promise<EmbeddedDatabase> {
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  const database = await startEmbedded({ ...options, log });
  onTestFinished(() => database.stop());
  return database;
}

/** Runs one query on its own connection. */
export async function ask(connection: EmbeddedDatabase['connection'], query: string): Promise<unknown[]> {
  const client = new Client(connection);
  // If the database is killed meanwhile, the query's own rejection reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The PID of the folder's postmaster, as PostgreSQL recorded it. The process may have ended since. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}
