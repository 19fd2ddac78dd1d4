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
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type Account,
  CannotStart,
  canEnter,
  hasCode,
  isRoot,
  unprivilegedAccount,
} from './embedded-account.ts';
import type { Log } from './embedded-log.ts';

/** Where the embedded database lives, and as whom. */
export interface DatabaseFolder {
  /** The folder itself, all links followed: mode 0700, owned by the account. */
  path: string;
  /** Another account than ours, when we are root. */
  account: Account | undefined;
}

/** The longest folder whose sockets every system still takes: 104 bytes less the socket's own name. */
const LONGEST_SOCKET_FOLDER = 85;

/** Where root's database goes when the data folder stands under one that other accounts can't enter. */
const SYSTEM_FOLDER = '/var/lib/waypost';

/**
 * Makes or finds `<dataDir>/postgres` and settles the account: our own, or as root the folder's owner, else
 * `postgres` or `nobody`. Where that account can't reach the data folder (under /root, say) the database goes
 * to /var/lib/waypost and a link stands in its place.
 */
export async function settleFolder(
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
        'let it pass the folders above (chmod o+x), or move the data folder with DATA_DIR.',
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
        `${wanted} points to ${await readlink(wanted)}, which is gone: bring that folder back, ` +
          'or remove the link to start with an empty database.',
      );
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
      throw new CannotStart(
        `${wanted} can't be made (${error}): give Waypost a DATA_DIR that it may write to.`,
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
        'start Waypost as that account or as root, or give it another DATA_DIR.',
    );
  await chmod(path, 0o700);
}

/** A folder that an ordinary user has used stays theirs, so that both they and root can go on with it. */
async function accountFor(path: string): Promise<Account> {
  const owner = await stat(path);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `number ${owner.uid}` };
  const account = await unprivilegedAccount();
  await handOver(path, account);
  return account;
}

/** Gives a tree to the account: a fresh folder, or a copy that root has put back. */
export async function handOver(path: string, account: Account): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(ignoreMissing);
  for (const entry of entries ?? [])
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid).catch(ignoreMissing);
  await lchown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}

/** Another start on the same folder removes its own temporary files meanwhile. */
function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}

async function moveElsewhere(wanted: string, account: Account, elsewhere: string): Promise<string> {
  await mkdir(elsewhere, { recursive: true, mode: 0o755 });
  const path = await mkdtemp(join(elsewhere, `${basename(dirname(wanted))}-`));
  await handOver(path, account);
  if (!(await canEnter(path, account)))
    throw new CannotStart(
      `The account "${account.name}" that PostgreSQL runs under can enter neither ${dirname(wanted)} ` +
        `nor ${elsewhere}: give Waypost a DATA_DIR that it can enter.`,
    );
  await rmdir(wanted);
  await symlink(path, wanted);
  return path;
}

/**
 * The folder of the database's socket: `socket` in its own folder, or where that path is too long for a socket
 * a short one under the system's temporary folder, to which `socket` is then a link.
 */
export async function socketFolder({ path, account }: DatabaseFolder): Promise<string> {
  const here = join(path, 'socket');
  if (Buffer.byteLength(here) <= LONGEST_SOCKET_FOLDER) return makePrivate(here, account);

  const linked = await readlink(here).catch(() => undefined);
  if (linked && (await isPrivate(linked, account))) return linked;
  await rm(here, { recursive: true, force: true });
  const temporary = Buffer.byteLength(tmpdir()) <= LONGEST_SOCKET_FOLDER - 20 ? tmpdir() : '/tmp';
  const short = await mkdtemp(join(temporary, 'waypost-'));
  if (account) await lchown(short, account.uid, account.gid);
  await symlink(short, here);
  return short;
}

/** Removes the short folder that a long path needed. */
export async function removeSocketFolder({ path }: DatabaseFolder): Promise<void> {
  const linked = await readlink(join(path, 'socket')).catch(() => undefined);
  if (!linked) return;
  await rm(linked, { recursive: true, force: true });
  await rm(join(path, 'socket'), { force: true });
}

async function makePrivate(path: string, account: Account | undefined): Promise<string> {
  if (!(await isPrivate(path, account))) {
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  if (account) await lchown(path, account.uid, account.gid);
  return path;
}

/** Anyone may take a name that has become free in the temporary folder: only a folder of our own will do. */
async function isPrivate(path: string, account: Account | undefined): Promise<boolean> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry?.isDirectory()) return false;
  return [account?.uid, process.getuid?.()].includes(entry.uid) && (entry.mode & 0o077) === 0;
}
