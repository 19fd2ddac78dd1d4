import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg, { type Pool } from 'pg';
import { ConfigError } from '../config.ts';
import { APP_ROLE, type Pools } from './connect.ts';
import { explainDenied } from './reaching.ts';

/** Any number will do, as long as every server takes the same. */
const LOGIN_LOCK = 7_269_002;

/**
 * Lets requests log in as the restricted role, unless they can already: as the owner, sets the password that follows
 * from the owner's own, on which all servers agree. Throws `ConfigError` where the database does not allow it.
 */
export async function createAppLogin({ app, owner, appPassword }: Pools): Promise<void> {
  if (!(await refusalOf(app))) return;
  const secret = appPassword === undefined ? '' : `password ${pg.escapeLiteral(toVerifier(appPassword))}`;
  const client = await owner.connect();
  try {
    // Two servers that start together would change the role's row at once, which fails one of them.
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

/** Why the database does not let requests in; undefined where it does. */
async function refusalOf(app: Pool): Promise<string | undefined> {
  return app.query('select 1').then(
    () => undefined,
    (error: { code?: string; message?: string }) => error.code ?? error.message ?? 'unknown',
  );
}

/** What PostgreSQL keeps of a password (RFC 5802), so that the password itself is in no log of statements. */
function toVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/**
 * Requests must run as the role that policies bind, on a login that cannot become an owner of tables or make itself
 * one; anything else is refused at the start.
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
      `Requests would log in as "${role?.login}" and run as "${role?.name}", which row-level security does not bind for ` +
        `good: DATABASE_APP_URL must name a role that owns nothing and is a member of ${APP_ROLE} alone.`,
    ]);
}
