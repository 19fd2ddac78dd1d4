import type { Pool } from 'pg';
import { ConfigError } from '../../config.ts';

const OLDEST = 150_000;

/** Refuses a database of `DATABASE_URL` that cannot be used, with a sentence for the operator. */
export async function requireDatabase(owner: Pool): Promise<void> {
  const { rows } = await owner
    .query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    .catch((error: unknown) => {
      throw new ConfigError([`DATABASE_URL ${whyNot(error)}`]);
    });
  if ((rows[0]?.version ?? 0) < OLDEST)
    throw new ConfigError(['DATABASE_URL names a PostgreSQL that is too old: Waypost needs 15 or later.']);
}

/** Why we cannot connect. PostgreSQL's own message names the user and the database, never the password. */
function whyNot(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === '28P01' || code === '28000')
    return 'names a user whose login the database refuses: check the name and the password.';
  if (code === '3D000') return 'names a database that does not exist: create it first (createdb).';
  return `names a database that cannot be reached (${code ?? message}): check its host and port, and that it is running.`;
}

/** The same for a role without the permissions that migrations need; any other error is unchanged. */
export function explainDenied(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return (cause as { code?: string }).code === '42501'
    ? new ConfigError([
        'DATABASE_URL names a role that may not set up the database: it must own the database and may create roles ' +
          '(alter role … createrole).',
      ])
    : error;
}
