import { cp, lchown, readdir, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aDataFolder, ask, started } from '../testing/folders.ts';
import { aSmallDisk, canMount, type SmallDisk } from '../testing/small-disk.ts';
import { startEmbedded } from './index.ts';

const patience = { timeout: 60_000, interval: 50 };

async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const disk = await aSmallDisk(megabytes);
  // Registered before the database starts, so it runs after the database has stopped.
  onTestFinished(() => disk.remove());
  return disk;
}

/** A new data folder whose write-ahead log is on a separate disk. */
async function aDatabaseWithLogDisk(): Promise<{ dataDir: string; disk: SmallDisk }> {
  const [dataDir, disk] = [await aDataFolder(), await smallDisk(64)];
  await (await started({ dataDir })).stop();
  const log = join(dataDir, 'postgres', 'cluster', 'pg_wal');
  const elsewhere = join(disk.path, 'pg_wal');
  const { uid, gid } = await stat(log);
  await cp(log, elsewhere, { recursive: true, preserveTimestamps: true });
  for (const part of [elsewhere, ...(await filesIn(elsewhere))]) await lchown(part, uid, gid);
  await rm(log, { recursive: true });
  await symlink(elsewhere, log);
  return { dataDir, disk };
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
}

/** Writes to the log until the database is down. */
async function writeUntilDown(connection: Parameters<typeof ask>[0]): Promise<void> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const megabytes = `select pg_logical_emit_message(true, 'filler', repeat('x', 4000000))`;
  for (let error: unknown; !error; )
    await client.query(megabytes).catch((reason: unknown) => {
      error = reason;
    });
  await client.end().catch(() => undefined);
}

test.skipIf(!canMount)(
  'a database whose log disk is full is tried again with growing pauses, and loses nothing',
  async () => {
    const { dataDir, disk } = await aDatabaseWithLogDisk();
    const lines: { line: string; at: number }[] = [];
    const log = (line: string) => lines.push({ line, at: performance.now() });
    const database = await startEmbedded({ dataDir, log: { info: log, warn: log } });
    onTestFinished(() => database.stop());
    const { connection } = database;
    await ask(connection, 'create table note (line text)');
    await ask(connection, `insert into note values ('kept')`);

    await disk.fill();
    await writeUntilDown(connection);
    const refused = () => lines.filter(({ line }) => line.startsWith('PostgreSQL did not start on'));
    await vi.waitFor(() => expect(refused().length).toBeGreaterThanOrEqual(4), patience);
    expect(refused()[0]?.line).toContain(
      `the disk of ${dataDir}/postgres/cluster/pg_wal is full, so make room`,
    );
    const [first = 0, second = 0, third = 0, fourth = 0] = refused().map(({ at }) => at);
    expect(second - first).toBeGreaterThan(240);
    expect(third - second).toBeGreaterThan(490);
    expect(fourth - third).toBeGreaterThan(990);

    await disk.free();
    await vi.waitFor(() => expect(lines.at(-1)?.line).toBe('The database is running again.'), patience);
    expect(await ask(connection, 'select line from note')).toEqual([{ line: 'kept' }]);
    await ask(connection, `insert into note values ('more')`);
  },
);

test.skipIf(!canMount)(
  'starting on a full disk fails with a clear message, and works once there is space',
  async () => {
    const disk = await smallDisk(128);
    const dataDir = disk.path;
    await (await started({ dataDir })).stop();
    await disk.fill();
    await expect(started({ dataDir })).rejects.toThrow(
      new RegExp(
        `^PostgreSQL did not start on .*: the disk of ${dataDir}/postgres/cluster is full, so make room`,
      ),
    );
    await disk.free();
    const { connection } = await started({ dataDir });
    await ask(connection, 'create table note (line text)');
  },
);
