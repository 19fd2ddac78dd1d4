import { createHash } from 'node:crypto';
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rm,
  rmdir,
  stat,
  statfs,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, CannotStart, canEnter, hasCode, isRoot, unprivilegedAccount } from './account.ts';
import type { Log } from './log.ts';

/** The embedded database's folder, and its account. */
export interface DatabaseFolder {
  /** The real path, without links: mode 0700, owned by the account. */
  path: string;
  /** An account other than ours, if we are root. */
  account: Account | undefined;
}

/** The longest folder whose socket paths every system accepts: 104 bytes minus the socket's own name. */
const LONGEST_SOCKET_FOLDER = 85;

/** Where root's database is stored if other accounts cannot enter the data folder's parents. */
const SYSTEM_FOLDER = '/var/lib/waypost';

/**
 * Creates or finds `<dataDir>/postgres` and chooses the account: our own, or as root the folder's owner, else
 * `postgres` or `nobody`. If that account cannot access the data folder (below /root, for example), the database goes
 * to /var/lib/waypost, and a link takes its place.
 */
export async function prepareFolder(
  dataDir: string,
  log: Log,
  elsewhere = SYSTEM_FOLDER,
): Promise<DatabaseFolder> {
  const wanted = join(resolve(dataDir), 'postgres');
  const path = await makeFolder(wanted);
  if (!isRoot()) {
    await requireOwner(path);
    return { path, account: undefined };
  }

  const account = await accountFor(path);
  if (await canEnter(path, account)) return { path, account };
  if ((await readdir(path)).length > 0)
    throw new CannotStart(
      `The account "${account.name}" that PostgreSQL runs under can't enter ${path}: ` +
        'let it pass the folders above (chmod o+x), or choose another data folder.',
    );
  const moved = await moveElsewhere(wanted, account, elsewhere);
  log.info(
    `The account "${account.name}" that PostgreSQL runs under can't enter ${dirname(wanted)}, ` +
      `so the database is kept in ${moved}.`,
  );
  return { path: moved, account };
}

async function makeFolder(wanted: string): Promise<string> {
  try {
    await mkdir(dirname(wanted), { recursive: true });
    await mkdir(wanted, { recursive: true, mode: 0o700 });
    return await realpath(wanted);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EEXIST') && (await isDanglingLink(wanted)))
      throw new CannotStart(
        `${wanted} points to ${await readlink(wanted)}, which no longer exists: restore that folder, ` +
          'or remove the link to start with an empty database.',
      );
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
      throw new CannotStart(
        `${wanted} can't be created (${error}): choose a data folder that this account may write to.`,
      );
    throw error;
  }
}

async function isDanglingLink(path: string): Promise<boolean> {
  const entry = await lstat(path).catch(() => undefined);
  return entry?.isSymbolicLink() ?? false;
}

async function requireOwner(path: string): Promise<void> {
  const { uid } = await stat(path);
  if (process.getuid && uid !== process.getuid())
    throw new CannotStart(
      `The database in ${path} belongs to another account (number ${uid}): ` +
        'start as that account or as root, or choose another data folder.',
    );
  await chmod(path, 0o700);
}

/** A folder that an ordinary user has used stays theirs, so that both they and root can continue to use it. */
async function accountFor(path: string): Promise<Account> {
  const owner = await stat(path);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `number ${owner.uid}` };
  const account = await unprivilegedAccount();
  await changeOwner(path, account);
  return account;
}

/** PostgreSQL adds to its write-ahead log in files of this size. */
const LEAST_ROOM = 16 * 1024 * 1024;

/** The part of the database that is on a full disk: the write-ahead log may be on a separate one. */
export async function findFullDisk({ path }: DatabaseFolder): Promise<string | undefined> {
  for (const part of [join(path, 'cluster'), join(path, 'cluster', 'pg_wal')]) {
    const disk = await statfs(part).catch(() => undefined);
    if (disk && disk.bavail * disk.bsize < LEAST_ROOM) return part;
  }
  return undefined;
}

/** Changes a tree's owner to the account: a new folder, or a copy that root has restored. */
export async function changeOwner(path: string, account: Account): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(ignoreMissing);
  for (const entry of entries ?? [])
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid).catch(ignoreMissing);
  await lchown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}

/** Another start on the same folder removes its own temporary files concurrently. */
function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}

async function moveElsewhere(wanted: string, account: Account, elsewhere: string): Promise<string> {
  await mkdir(elsewhere, { recursive: true, mode: 0o755 });
  const path = await mkdtemp(join(elsewhere, `${basename(dirname(wanted))}-`));
  await changeOwner(path, account);
  if (!(await canEnter(path, account)))
    throw new CannotStart(
      `The account "${account.name}" that PostgreSQL runs under can enter neither ${dirname(wanted)} ` +
        `nor ${elsewhere}: choose a data folder that it can enter.`,
    );
  await rmdir(wanted);
  await symlink(path, wanted);
  return path;
}

/**
 * The folder of the database's socket: `socket` in its own folder, or, if that path is too long for a socket, a folder
 * in /tmp named after the path. So every start finds the same one without replacing another's.
 */
export async function socketFolder(folder: DatabaseFolder): Promise<string> {
  const { path, account } = folder;
  const here = join(path, 'socket');
  if (Buffer.byteLength(here) <= LONGEST_SOCKET_FOLDER) return makePrivate(here, account);
  for (const short of shortFolders(path))
    if ((await isMade(short)) || (await isPrivate(short, account))) {
      if (account) await lchown(short, account.uid, account.gid);
      return short;
    }
  throw new CannotStart(
    `Other accounts have taken ${shortFolders(path)[0]} and the names after it: remove them.`,
  );
}

/** Others can create folders in /tmp, so there are several candidates. */
function shortFolders(path: string): string[] {
  // The temporary folder of the environment may differ between a server and a command that looks for it.
  const parent = process.platform === 'win32' ? tmpdir() : '/tmp';
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return Array.from({ length: 20 }, (_, index) => join(parent, `waypost-${name}-${index}`));
}

/** Removes the short folder for a long path. */
export async function removeSocketFolder({ path, account }: DatabaseFolder): Promise<void> {
  if (Buffer.byteLength(join(path, 'socket')) <= LONGEST_SOCKET_FOLDER) return;
  for (const short of shortFolders(path))
    if (await isPrivate(short, account)) await rm(short, { recursive: true, force: true });
}

async function makePrivate(path: string, account: Account | undefined): Promise<string> {
  if (!(await isMade(path)) && !(await isPrivate(path, account))) {
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  if (account) await lchown(path, account.uid, account.gid);
  return path;
}

/**
 * Creates a folder unless it exists. A concurrent start's folder must not be removed, because it may be in use already.
 */
async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Anyone can create a folder in the temporary folder, so check that this one is our own. */
async function isPrivate(path: string, account: Account | undefined): Promise<boolean> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry?.isDirectory()) return false;
  return [account?.uid, process.getuid?.()].includes(entry.uid) && (entry.mode & 0o077) === 0;
}
