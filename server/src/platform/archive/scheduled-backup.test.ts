import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createMemoryStore } from '../outside/file-store.ts';
import { backUpDaily, openBackupPlace, stateOf } from './scheduled-backup.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** An empty folder for backups, and a function that runs the hourly job at a moment and returns whether it made one. */
async function aPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-daily-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = openBackupPlace({ kind: 'folder', path: folder });
  const onTheHour = async (made: string) => {
    const options = { files: createMemoryStore(), made: new Date(made), keep: 2 };
    return (await backUpDaily(database.owner, place, options)) !== null;
  };
  return { folder, place, onTheHour };
}

test('a scheduled backup removes what a killed one left, and nothing else', async () => {
  const { folder, onTheHour } = await aPlace();
  for (const name of ['waypost-2026-03-03T150000Z.backup.0a1b2c3d.part', 'mine.backup.0a1b2c3d.part'])
    await writeFile(join(folder, name), 'half of a backup');
  expect(await onTheHour('2026-03-04T15:00:00Z')).toBe(true);
  expect((await readdir(folder)).sort()).toEqual([
    'mine.backup.0a1b2c3d.part',
    'waypost-2026-03-04T150000Z.backup',
  ]);
});

test('a backup made while the clock was years ahead neither delays nor replaces the next ones', async () => {
  const { place, onTheHour } = await aPlace();
  expect(await onTheHour('2036-03-04T15:00:00Z')).toBe(true);
  const [day, hour] = ['2026-03-04T15:00:00Z', '2026-03-04T16:00:00Z'];
  expect(await stateOf(place, new Date(day))).toEqual({ newest: null, kept: 1 });
  expect(await onTheHour(day)).toBe(true);
  expect(await onTheHour(hour)).toBe(false);
  expect(await onTheHour('2026-03-05T15:00:00Z')).toBe(true);
  expect(await onTheHour('2026-03-06T15:00:00Z')).toBe(true);
  expect(await place.names()).toEqual([
    'waypost-2036-03-04T150000Z.backup',
    'waypost-2026-03-06T150000Z.backup',
    'waypost-2026-03-05T150000Z.backup',
  ]);
});
