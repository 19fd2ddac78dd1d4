import { chmod, lstat, mkdir, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aDataFolder } from '../testing/folders.ts';
import { prepareFolder, removeSocketFolder, socketFolder } from './folder.ts';

// Only root runs the database under another account, which may not be able to enter a parent folder.
const asRoot = test.runIf(process.getuid?.() === 0);
const silent = { info: () => undefined, warn: () => undefined };

asRoot('a data folder that the account can not enter gets a link to one that it can', async () => {
  const { dataDir, elsewhere } = await aClosedFolder();
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), warn: () => undefined };
  const first = await prepareFolder(dataDir, log, elsewhere);
  expect(first.path.startsWith(join(elsewhere, 'data-'))).toBe(true);
  expect(await readlink(join(dataDir, 'postgres'))).toBe(first.path);
  expect(lines).toEqual([
    `The account "${first.account?.name}" that PostgreSQL runs under can't enter ${dataDir}, ` +
      `so the database is kept in ${first.path}.`,
  ]);

  const second = await prepareFolder(dataDir, silent, elsewhere);
  expect(second.path).toBe(first.path);
});

asRoot('a data folder that was removed with its link starts empty elsewhere', async () => {
  const { dataDir, elsewhere } = await aClosedFolder();
  const first = await prepareFolder(dataDir, silent, elsewhere);
  await writeFile(join(first.path, 'old'), '');
  await rm(dataDir, { recursive: true });
  const second = await prepareFolder(dataDir, silent, elsewhere);
  expect(await readdir(second.path)).toEqual([]);
});

asRoot('a link whose folder is gone is refused, not taken for an empty database', async () => {
  const { dataDir, elsewhere } = await aClosedFolder();
  const { path } = await prepareFolder(dataDir, silent, elsewhere);
  await rm(path, { recursive: true });
  await expect(prepareFolder(dataDir, silent, elsewhere)).rejects.toThrow(
    `points to ${path}, which no longer exists`,
  );
});

asRoot('a database that the account can no longer enter is not replaced by an empty one', async () => {
  const { dataDir, elsewhere } = await aClosedFolder();
  await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true });
  await expect(prepareFolder(dataDir, silent, elsewhere)).rejects.toThrow(/can't enter .* \(chmod o\+x\)/);
});

asRoot('files that root has put back are handed to the account', async () => {
  const dataDir = await aDataFolder();
  const file = join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
  await mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true });
  await writeFile(file, '18\n');
  const { account } = await prepareFolder(dataDir, silent);
  expect((await stat(file)).uid).toBe(account?.uid);
});

test('only the account can access the database folder and its sockets', async () => {
  const folder = await prepareFolder(await aDataFolder(), silent);
  const sockets = await socketFolder(folder);
  for (const path of [folder.path, sockets]) expect((await lstat(path)).mode & 0o777).toBe(0o700);
});

test.each([
  ['its own', ''],
  ['a short', 'far '.repeat(20)],
])('concurrent starts get the same folder for sockets: %s one', async (_, name) => {
  const folder = await prepareFolder(join(await aDataFolder(), name), silent);
  for (let round = 0; round < 50; round += 1) {
    const found = await Promise.all(Array.from({ length: 20 }, () => socketFolder(folder)));
    expect(new Set(found).size).toBe(1);
    expect((await stat(found[0] ?? '')).mode & 0o777).toBe(0o700);
    await removeSocketFolder(folder);
    await rm(join(folder.path, 'socket'), { recursive: true, force: true });
  }
});

test('does not use a short folder that someone else could have created', async () => {
  const folder = await prepareFolder(join(await aDataFolder(), 'long-'.repeat(30)), silent);
  const first = await socketFolder(folder);
  expect(await socketFolder(folder)).toBe(first);
  await chmod(first, 0o777);
  const second = await socketFolder(folder);
  expect(second).not.toBe(first);
  await removeSocketFolder(folder);
  await expect(stat(second)).rejects.toThrow('ENOENT');
  expect((await stat(first)).isDirectory()).toBe(true);
  await rm(first, { recursive: true });
});

test('refuses to start where others have taken every short folder', async () => {
  const folder = await prepareFolder(join(await aDataFolder(), 'long-'.repeat(30)), silent);
  const taken: string[] = [];
  const takeNext = async (): Promise<void> => {
    const next = await socketFolder(folder);
    taken.push(next);
    await chmod(next, 0o777);
    return takeNext();
  };
  await expect(takeNext()).rejects.toThrow('Other accounts have taken /tmp/waypost-');
  await Promise.all(taken.map((path) => rm(path, { recursive: true })));
});

/** A data folder inside one that only root can enter, and a folder that everyone can. */
async function aClosedFolder(): Promise<{ dataDir: string; elsewhere: string }> {
  const closed = await aDataFolder();
  await chmod(closed, 0o700);
  return { dataDir: join(closed, 'data'), elsewhere: join(await aDataFolder(), 'elsewhere') };
}
