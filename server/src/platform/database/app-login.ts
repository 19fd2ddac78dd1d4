import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg, { type Pool } from 'pg';
import { ConfigError } from '../../config.ts';
import { APP_ROLE, type Pools } from './connect.ts';
import { explainDenied } from './require-database.ts';

/** An arbitrary number that all servers share. */
const LOGIN_LOCK = 7_269_002;

/**
 * Lets requests log in as the restricted role, unless they already can: as the owner, sets the password derived from
 * the owner's own, which is the same on all servers. Throws `ConfigError` if the database does not allow it.
 */
export async function createAppLogin({ app, owner, appPassword }: Pools): Promise<void> {
  if (!(await refusalOf(app))) return;
  const secret = appPassword === undefined ? '' : `password ${pg.escapeLiteral(toVerifier(appPassword))}`;
  const client = await owner.connect();
  try {
    // If two servers start together, concurrent updates of the role's row would fail one of them.
    await client.query('select pg_advisory_lock($1)', [LOGIN_LOCK]);
    await client.query(`alter role ${APP_ROLE} login ${secret}`).catch((error: unknown) => {
      throw explainDenied(error);
    });
  } finally {
    client.release(true);
  }
  const refusal = await refusalOf(app);
  if (refusal)
    throw new ConfigError([
      `DATABASE_URL names a database that does not let the role ${APP_ROLE} log in (${refusal}): allow it in ` +
        'pg_hba.conf as you do its owner, or set DATABASE_APP_URL.',
    ]);
}

/** Why requests cannot log in; undefined if they can. */
async function refusalOf(app: Pool): Promise<string | undefined> {
  return app.query('select 1').then(
    () => undefined,
    (error: { code?: string; message?: string }) => error.code ?? error.message ?? 'unknown',
  );
}

/** PostgreSQL's stored form of a password (RFC 5802), so that no statement log contains the password itself. */
function toVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/**
 * Requests must run as the role that policies apply to, on a login that cannot become an owner of tables; anything else
 * aborts the start.
 */
export async function requireRestrictedRole(app: Pool): Promise<void> {
  const { rows } = await app.query<{ login: string; name: string; is_free: boolean }>(
    `select session_user as login, current_user as name,
            exists(select from pg_roles where rolname in (session_user, current_user)
                     and (rolsuper or rolbypassrls or rolcreaterole))
            or exists(select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                        and pg_has_role(session_user, relowner, 'member')) as is_free`,
  );
  const [role] = rows;
  if (!role || role.name !== APP_ROLE || role.is_free)
    throw new ConfigError([
      `Requests would log in as "${role?.login}" and run as "${role?.name}", which could bypass row-level ` +
        `security: DATABASE_APP_URL must name a role that owns nothing and is a member of ${APP_ROLE} only.`,
    ]);
}
