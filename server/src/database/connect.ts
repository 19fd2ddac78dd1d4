import { createHmac } from 'node:crypto';
import { Socket } from 'node:net';
import { type Placeholder, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** The role that owns nothing and that policies bind: requests log in as it, so no statement leads back to the owner. */
export const APP_ROLE = 'waypost_app';

// Calendar dates stay the text they are: as a Date they would be somebody's midnight.
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
  /** As the restricted role: requests. */
  app: pg.Pool;
  /** As the same role: whole lists, which stay on their connection for as long as their reader takes. */
  lists: pg.Pool;
  /** As the owner, whom no policy binds: migrations, jobs, the demo. Never handed to a request. */
  owner: pg.Pool;
  /** What `app` logs in with, where the owner has a password. */
  appPassword?: string | undefined;
}

/** How long somebody waits for a connection before their call fails, in milliseconds. */
const PATIENCE = 30_000;

/** A request's statement that takes longer is given up: its caller has left, and others wait for its connection. */
const STATEMENT_MS = 60_000;

/** How long a statement waits for another's lock, well above what any transaction takes. */
const LOCK_MS = 15_000;

/** PostgreSQL gave a statement up: it took too long, or waited too long for a lock. */
export function isTimedOut(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError && (cause.code === '57014' || cause.code === '55P03');
}

/** Whole lists that are read at the same time; more of them wait. */
const LISTS_AT_ONCE = 4;

/** `appReach` is an operator's own login for requests. */
export function openPools(
  reach: Reach,
  size: { app?: number; owner?: number } = {},
  patience = PATIENCE,
  appReach = reachOfApp(reach),
): Pools {
  const shared = {
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: patience,
    stream: oneWriteATurn,
  };
  const restricted = { ...shared, ...appReach };
  const asRole = `-c role=${APP_ROLE} -c jit=off -c statement_timeout=${STATEMENT_MS} -c lock_timeout=${LOCK_MS}`;
  // A short call never pauses within its transaction; a whole list does, for its reader.
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
  // A connection that breaks fails its query, or is replaced at its next use; unheard, its error would end the
  // process: the pool's own for an idle one, the connection's for one in use.
  for (const pool of [app, lists, owner]) {
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  }
  return { app, lists, owner, appPassword: appReach.password };
}

/**
 * How requests reach the database: as the restricted role, with a password that follows from the owner's. So there is
 * nothing to set up, and servers that share a database agree on it.
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
 * A socket that sends at once what is written in one turn: BEGIN with `enter`, the questions that do not wait
 * for each other, the last of them with COMMIT. The driver alone would write each of them by itself, and a
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
  // Connecting puts a socket's own `write` back, so it is taken over afterwards.
  socket.once('connect', () => {
    const write = socket.write.bind(socket);
    socket.write = (data: Uint8Array | string, encoding?: BufferEncoding | Written, done?: Written) => {
      holdUntilTurnEnds();
      return typeof encoding === 'string' ? write(data, encoding, done) : write(data, encoding ?? done);
    };
  });
  return socket;
}

/** The database could not be reached, or the connection to it broke: whatever was under way was not kept. */
export class DatabaseDown extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
    this.name = 'DatabaseDown';
  }
}

const handles = new WeakMap<pg.PoolClient, Tx>();

/** The query builder on this connection, made once and kept with what was prepared on it. */
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
 * A query that is built and planned once per connection: what every request asks is asked this way.
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

/** Whether PostgreSQL refused because of this constraint, or this class of error where no name is given. */
export function broke(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.constraint === constraint;
}
