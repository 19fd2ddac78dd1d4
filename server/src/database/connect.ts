import { createHmac } from 'node:crypto';
import { Socket } from 'node:net';
import { type Placeholder, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/**
 * The role for requests. It owns nothing and row-level security applies to it. Requests log in as it instead
 * of switching to it, so no statement can switch back to the owner.
 */
export const APP_ROLE = 'waypost_app';

// Keep calendar dates as text: as a `Date` they would become midnight in some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** How to reach the database: a URL, or the embedded server's socket. */
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
  /** For requests, as the restricted role. */
  app: pg.Pool;
  /** For whole lists, as the same role: they keep their connection for as long as the client reads. */
  lists: pg.Pool;
  /** For migrations, jobs and the demo: as the owner, to whom no policy applies. Never given to a request. */
  owner: pg.Pool;
  /** The password that `app` logs in with, if the owner has one. */
  appPassword?: string | undefined;
}

/** How long a call waits for a connection before it fails, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 30_000;

/**
 * Statement timeout for requests. By then the client has given up, and others are waiting for the connection.
 */
const STATEMENT_MS = 60_000;

/** Lock timeout, well above the duration of any transaction. */
const LOCK_MS = 15_000;

/** Whether PostgreSQL canceled a statement because of its statement timeout or lock timeout. */
export function isTimedOut(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError && (cause.code === '57014' || cause.code === '55P03');
}

/** Whole lists that are read concurrently; further ones wait. */
const LISTS_AT_ONCE = 4;

/** `appReach` is the login for requests if the operator configured one. */
export function openPools(
  reach: Reach,
  size: { app?: number; owner?: number } = {},
  connectionTimeoutMillis = CONNECTION_TIMEOUT_MS,
  appReach = reachOfApp(reach),
): Pools {
  const shared = {
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis,
    stream: oneWriteATurn,
  };
  const restricted = { ...shared, ...appReach };
  const asRole = `-c role=${APP_ROLE} -c jit=off -c statement_timeout=${STATEMENT_MS} -c lock_timeout=${LOCK_MS}`;
  // A short call never idles inside its transaction; a whole list does, while its reader is slow.
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
  // Without error listeners, a broken connection would end the process: the pool emits errors of idle
  // connections, a connection its own while in use. The query fails or the pool replaces the connection
  // anyway.
  for (const pool of [app, lists, owner]) {
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  }
  return { app, lists, owner, appPassword: appReach.password };
}

/**
 * How requests reach the database: as the restricted role, with a password derived from the owner's. It needs
 * no configuration, and servers that share a database agree on it.
 */
function reachOfApp(owner: Reach): Reach {
  if (owner.connectionString === undefined) return { ...owner, user: APP_ROLE, ...derived(owner.password) };
  const url = new URL(owner.connectionString);
  const login = derived(decodeURIComponent(url.password));
  url.username = APP_ROLE;
  url.password = login.password ?? '';
  return { connectionString: url.href, ...login };
}

const derived = (password: string | undefined) =>
  password ? { password: createHmac('sha256', password).update(APP_ROLE).digest('base64url') } : {};

type Written = (error?: Error | null) => void;

/**
 * A socket that batches the writes of one turn of the event loop: BEGIN with `enter`, queries that do not
 * depend on each other, and the last of them with COMMIT. The driver would send each one separately, and a
 * write costs either side as much as a small statement.
 */
function oneWriteATurn(): Socket {
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
  // Connecting resets the socket's own `write`, so override it afterwards.
  socket.once('connect', () => {
    const write = socket.write.bind(socket);
    socket.write = (data: Uint8Array | string, encoding?: BufferEncoding | Written, done?: Written) => {
      holdUntilTurnEnds();
      return typeof encoding === 'string' ? write(data, encoding, done) : write(data, encoding ?? done);
    };
  });
  return socket;
}

/** The database is unreachable or the connection broke. Whatever was in progress was not committed. */
export class DatabaseDown extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
    this.name = 'DatabaseDown';
  }
}

const handles = new WeakMap<pg.PoolClient, Tx>();

/** The query builder for this connection, cached together with its prepared statements. */
export function onConnection(client: pg.PoolClient): Tx {
  const known = handles.get(client);
  if (known) return known;
  const made = { db: drizzle(client), client };
  handles.set(client, made);
  return made;
}

type Given<Values> = { readonly [K in keyof Values & string]: Placeholder<K> };
interface Preparable<Rows> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Rows> };
}

const given = new Proxy({} as Record<string, Placeholder>, {
  get: (_, name) => sql.placeholder(String(name)),
});

/**
 * A query that is built and planned once per connection. Use it for queries that every request makes.
 * `prepared<{ projectId: string }>()('findHours', (db, { projectId }) => db.select()…)`.
 */
export function prepared<Values extends Record<string, unknown>>() {
  return <Rows>(name: string, build: (db: Db, given: Given<Values>) => Preparable<Rows>) => {
    const known = new WeakMap<Tx, { execute(values?: Record<string, unknown>): Promise<Rows> }>();
    return (tx: Tx, values: Values): Promise<Rows> => {
      let query = known.get(tx);
      if (!query) {
        query = build(tx.db, given as Given<Values>).prepare(name);
        known.set(tx, query);
      }
      return query.execute(values);
    };
  };
}

/**
 * Whether PostgreSQL reported a violation of this constraint, or an error of this class if no name is given.
 */
export function broke(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.constraint === constraint;
}
