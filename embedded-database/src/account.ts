import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The account that the database's programs run under if it is not our own. */
export interface Account {
  uid: number;
  gid: number;
  name: string;
}

/** Why the embedded database cannot start, in one sentence for the operator. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** The end of every message about an unsupported system. */
export const USE_OTHER_SERVER = 'connect to a PostgreSQL server of your own instead';

const run = promisify(execFile);

/** Whether the database must run under another account, because PostgreSQL refuses to run as root. */
export const isRoot = () => process.getuid?.() === 0;

/** The options of `spawn` to run a program under the account. */
export const under = (account: Account | undefined) =>
  account ? { uid: account.uid, gid: account.gid } : {};

/** An environment without our variables: PG* variables would redirect the programs, and they need no secrets. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
  const entries = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}

/** The account when started as root: `postgres`, else `nobody`. */
export async function unprivilegedAccount(): Promise<Account> {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { uid, gid, name };
  }
  throw new CannotStart(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it under: ' +
      `start as an ordinary user, or ${USE_OTHER_SERVER}.`,
  );
}

async function idOf(which: '-u' | '-g', name: string): Promise<number | undefined> {
  try {
    const { stdout } = await run('id', [which, name]);
    return Number(stdout);
  } catch {
    return undefined;
  }
}

/**
 * Whether the account can enter the folder. Actually tries it, because the permission bits are not the whole picture.
 */
export async function canEnter(folder: string, account: Account): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
      ...under(account),
      cwd: '/',
      env: bareEnvironment(),
    });
    return true;
  } catch (error) {
    if (hasCode(error, 'EPERM'))
      throw new CannotStart(
        `PostgreSQL does not run as root, and this system does not let root run it as "${account.name}": ` +
          `start as an ordinary user, or ${USE_OTHER_SERVER}.`,
      );
    return false;
  }
}

/** Whether this is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
