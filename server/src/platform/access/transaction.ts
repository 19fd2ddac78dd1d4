import { Refusal } from '@waypost/contract/refusal';
import type pg from 'pg';
import { DatabaseDown, onConnection, type Tx } from '../database/connect.ts';
import { makeTurns } from './call-turns.ts';
import { payerServed, uncounted } from './costs.ts';

export const BEGIN = 'begin';

/**
 * Returns the connection only once it is idle. The rollback waits for queued statements, so a failed one cannot
 * leave it mid-transaction.
 */
export async function onOneConnection<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await connect(pool);
  const { client } = connection;
  try {
    return await work(onConnection(client));
  } catch (error) {
    throw await rollBack(client, error);
  } finally {
    release(connection);
  }
}

/** The places of each pool. */
const turns = new WeakMap<pg.Pool, ReturnType<typeof makeTurns>>();

function turnsOf(pool: pg.Pool) {
  const { max, connectionTimeoutMillis } = pool.options;
  const known = turns.get(pool) ?? makeTurns(max, connectionTimeoutMillis ?? 0);
  turns.set(pool, known);
  return known;
}

/** Takes a connection when it is this caller's turn. Release it with `release`. */
export async function connect(pool: pg.Pool): Promise<Connection> {
  try {
    const leave = await uncounted(turnsOf(pool)(payerServed()));
    try {
      return { client: await uncounted(pool.connect()), leave };
    } catch (error) {
      leave();
      throw error;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new DatabaseDown(error, { mayHaveCommitted: false });
  }
}

interface Connection {
  client: pg.PoolClient;
  leave: () => void;
}

/** Rolls back after an error, and returns the error to throw. */
export async function rollBack(client: pg.PoolClient, error: unknown): Promise<unknown> {
  // A connection that cannot roll back is broken, and that is then the cause to report.
  const isBroken = await client.query('rollback').then(
    () => false,
    () => true,
  );
  return isBroken && !(error instanceof Refusal)
    ? new DatabaseDown(error, { mayHaveCommitted: true })
    : error;
}

/** A connection inside a transaction would show its next user this tenant's rows, so it is closed. */
export function release({ client, leave }: Connection): void {
  client.release(client.getTransactionStatus() !== 'I');
  leave();
}

/**
 * After writes, wait for the result before COMMIT: sending both together would commit the writes before a failed
 * statement.
 */
export async function commit({ client }: Tx): Promise<void> {
  const { command } = await client.query('commit');
  // PostgreSQL replies with ROLLBACK and no error if a statement failed and its error was swallowed.
  if (command === 'ROLLBACK') throw new Error('a statement failed, so nothing was kept');
}
