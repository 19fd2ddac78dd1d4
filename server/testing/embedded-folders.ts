import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from '../src/database/embedded.ts';

/**
 * A data folder that lives as long as the test, and that other accounts can enter: as root the database runs
 * under one of them.
 */
export async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/embedded-');
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** An embedded database in this process, stopped with the test; `lines` takes what it logs. */
export async function started(
  options: Omit<EmbeddedOptions, 'log'>,
  lines: string[] = [],
): Promise<EmbeddedDatabase> {
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  const database = await startEmbedded({ ...options, log });
  onTestFinished(() => database.stop());
  return database;
}

/** One query on a connection of its own. */
export async function ask(connection: EmbeddedDatabase['connection'], query: string): Promise<unknown[]> {
  const client = new Client(connection);
  // A database that is killed meanwhile is told by the query's own rejection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The number of the postmaster on the folder, as PostgreSQL noted it; it may have ended since. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}
