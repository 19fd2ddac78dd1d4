import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg, { type Pool } from 'pg';
import { ConfigError } from '../config.ts';
import { APP_ROLE, type Pools } from './connect.ts';
import { explainDenied } from './reaching.ts';

/** Any fixed number works, as long as every server uses the same one. */
const LOGIN_LOCK = 7_269_002;

/**
 * Makes sure requests can log in as the restricted role. If they cannot yet, connects as the owner and sets a
 * password derived from the owner's own, so that all servers agree on it. Throws `ConfigError` if the
 * database does not allow it.
 */
export async function letAppLogIn({ app, owner, appPassword }: Pools): Promise<void> {
  if (!(await refusalOf(app))) return;
  const secret = appPassword === undefined ? '' : `password ${pg.escapeLiteral(toVerifier(appPassword))}`;
  const client = await owner.connect();
  try {
    // Two servers starting together would update the role's row concurrently, and one of them would fail.
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

/** Why the database rejects the requests' login; undefined if it accepts it. */
async function refusalOf(app: Pool): Promise<string | undefined> {
  return app.query('select 1').then(
    () => undefined,
    (error: { code?: string; message?: string }) => error.code ?? error.message ?? 'unknown',
  );
}

/**
 * The verifier that PostgreSQL stores for a password (RFC 5802), so the password itself never appears in a
 * statement log.
 */
function toVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/**
 * Requests must run as the role that row-level security applies to, with a login that cannot become a table
 * owner or grant itself ownership. Refuses to start otherwise.
 */
export async function insistOnRestrictedRole(app: Pool): Promise<void> {
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
