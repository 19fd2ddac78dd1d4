import { scryptSync } from 'node:crypto';
import { Socket } from 'node:net';
import { type Placeholder, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/**
 * The role that requests log in as. It owns nothing, policies apply to it, and no statement can switch back to the
 * owner.
 */
export const APP_ROLE = 'waypost_app';

// Calendar dates stay text: a Date would be midnight in some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** How to connect to the database: a URL, or the embedded server's socket. */
export interface Reach
  extends Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'> {
  password?: string;
}

export type Db = NodePgDatabase;

/** One transaction on one connection. */
export interface Tx {
  readonly db: Db;
  readonly client: pg.PoolClient;
}

export interface Pools {
  /** As the restricted role: requests. */
  app: pg.Pool;
  /** As the same role: whole lists, which keep their connection for as long as their reader takes. */
  lists: pg.Pool;
  /** As the owner, to whom no policy applies: migrations, jobs, the demo. Never used for a request. */
  owner: pg.Pool;
  /** The password of `app`, if the owner has one. */
  appPassword?: string | undefined;
}

/** How many milliseconds a call waits for the database. */
interface Patience {
  /** For a connection. */
  connect?: number;
  /** For the reply to a statement. PostgreSQL cancels slow statements earlier, unless it is frozen itself. */
  reply?: number;
}

const CONNECT_TIMEOUT_MS = 30_000;

/** A request's statement is canceled after this time: its caller has left, and others need the connection. */
const STATEMENT_MS = 60_000;

const REPLY_TIMEOUT_MS = STATEMENT_MS + 5_000;

/** How long a statement waits for a lock: far longer than any transaction takes. */
const LOCK_MS = 15_000;

/** A statement took too long, waited too long for a lock, or was chosen to end a deadlock. */
const CANCELED = ['57014', '55P03', '40P01'];

/** PostgreSQL canceled a statement, so its transaction has changed nothing and may work when it is tried again. */
export const isCanceled = (error: unknown): boolean => CANCELED.includes(codeOf(error) ?? '');

/**
 * A transaction wrote in an outdated snapshot: to a row that has changed since, or to the end of an audit trail that is
 * longer now.
 */
export const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '40001' || violates(error, 'audit_chain_client_id_position_pk');

/** A policy of row-level security does not allow a row to be written. */
export const isDenied = (error: unknown): boolean => codeOf(error) === '42501';

/** A row refers to one that has been removed. */
export const isOrphan = (error: unknown): boolean => codeOf(error) === '23503';

/** PostgreSQL's code of an error, also if the query builder has wrapped it. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause.code : undefined;
}

/** Whole lists that are read concurrently; others wait. */
const LISTS_AT_ONCE = 4;

/** `appReach` is an operator's own login for requests. */
export function openPools(
  reach: Reach,
  size: { app?: number; owner?: number } = {},
  { connect = CONNECT_TIMEOUT_MS, reply = REPLY_TIMEOUT_MS }: Patience = {},
  appReach = reachOfApp(reach),
): Pools {
  const shared = {
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connect,
    stream: batchWritesPerTurn,
  };
  const restricted = { ...shared, ...appReach, query_timeout: reply };
  const asRole = `-c role=${APP_ROLE} -c jit=off -c statement_timeout=${STATEMENT_MS} -c lock_timeout=${LOCK_MS}`;
  // A short call is never idle within its transaction; a whole list is, while its reader is slow.
  const ofCalls = `${asRole} -c idle_in_transaction_session_timeout=${STATEMENT_MS}`;
  const app = new pg.Pool({
    ...restricted,
    options: ofCalls,
    max: size.app ?? 16,
    application_name: 'waypost',
  });
  const lists = new pg.Pool({
    ...restricted,
    options: asRole,
    max: LISTS_AT_ONCE,
    application_name: 'waypost-lists',
  });
  const owner = new pg.Pool({ ...shared, ...reach, max: size.owner ?? 4, application_name: 'waypost-owner' });
  // A broken connection fails its query, or is replaced at its next use. Without these listeners, its error would end
  // the process: the pool's for an idle connection, the connection's own for one in use.
  for (const pool of [app, lists, owner]) {
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  }
  return { app, lists, owner, appPassword: appReach.password };
}

/**
 * How requests connect to the database: as the restricted role, with a password derived from the owner's. So nothing
 * has to be set up, and servers that share a database agree on it.
 */
function reachOfApp(owner: Reach): Reach {
  if (owner.connectionString === undefined) return { ...owner, user: APP_ROLE, ...derived(owner.password) };
  const url = new URL(owner.connectionString);
  const login = derived(decodeURIComponent(url.password));
  url.username = APP_ROLE;
  url.password = login.password ?? '';
  return { connectionString: url.href, ...login };
}

// With the parameters of OWASP's password storage sheet: an owner's password need not be a random one.
const derived = (password: string | undefined) =>
  password
    ? { password: scryptSync(password, APP_ROLE, 32, { N: 2 ** 14, r: 8, p: 5 }).toString('base64url') }
    : {};

type Written = (error?: Error | null) => void;

/**
 * A socket that sends everything written in one turn of the event loop at once: BEGIN with `enter`, the queries that do
 * not depend on each other, and the last of them with COMMIT. The driver would send each separately, and a write costs
 * either side as much as a small statement.
 */
function batchWritesPerTurn(): Socket {
  const socket = new Socket();
  let holds = false;
  const holdUntilTurnEnds = () => {
    if (holds) return;
    holds = true;
    socket.cork();
    process.nextTick(() => {
      holds = false;
      socket.uncork();
    });
  };
  // Connecting restores a socket's own `write`, so it is replaced afterwards.
  socket.once('connect', () => {
    const write = socket.write.bind(socket);
    socket.write = (data: Uint8Array | string, encoding?: BufferEncoding | Written, done?: Written) => {
      holdUntilTurnEnds();
      return typeof encoding === 'string' ? write(data, encoding, done) : write(data, encoding ?? done);
    };
  });
  return socket;
}

/**
 * The database was unreachable, or the connection broke. The current transaction was rolled back, unless the connection
 * broke after COMMIT was sent.
 */
export class DatabaseDown extends Error {
  /** The connection broke, so the transaction may have been committed. */
  readonly mayHaveCommitted: boolean;

  constructor(cause: unknown, { mayHaveCommitted }: { mayHaveCommitted: boolean }) {
    super('the database cannot be reached', { cause });
    this.name = 'DatabaseDown';
    this.mayHaveCommitted = mayHaveCommitted;
  }
}

/** Whether a transaction that failed with this error may have been committed. */
export const mayHaveCommitted = (error: unknown) => error instanceof DatabaseDown && error.mayHaveCommitted;

const handles = new WeakMap<pg.PoolClient, Tx>();

/** The query builder for this connection, created once and cached with its prepared statements. */
export function onConnection(client: pg.PoolClient): Tx {
  const known = handles.get(client);
  if (known) return known;
  const made = { db: drizzle(client), client };
  handles.set(client, made);
  return made;
}

type Placeholders<Values> = { readonly [K in keyof Values & string]: Placeholder<K> };
interface Preparable<Rows> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Rows> };
}

const placeholders = new Proxy({} as Record<string, Placeholder>, {
  get: (_, name) => sql.placeholder(String(name)),
});

/**
 * A query that is built and planned once per connection, for everything that requests query. `prepared<{ projectId:
 * string }>()('findHours', (db, { projectId }) => db.select()…)`.
 */
export function prepared<Values extends Record<string, unknown>>() {
  return <Rows>(name: string, build: (db: Db, placeholders: Placeholders<Values>) => Preparable<Rows>) => {
    const known = new WeakMap<Tx, { execute(values?: Record<string, unknown>): Promise<Rows> }>();
    return (tx: Tx, values: Values): Promise<Rows> => {
      let query = known.get(tx);
      if (!query) {
        query = build(tx.db, placeholders as Placeholders<Values>).prepare(name);
        known.set(tx, query);
      }
      return query.execute(values);
    };
  };
}

/** Whether PostgreSQL refused because of this constraint, or this class of error if no name is given. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.constraint === constraint;
}
