import { type Role, SESSION_IDLE_HOURS } from '@waypost/contract/accounts/rules';
import { beginsExport, type ListPart } from '@waypost/contract/list-part';
import { Refusal } from '@waypost/contract/refusal';
import type pg from 'pg';
import { DatabaseDown, onConnection, type Tx } from '../database/connect.ts';
import type { Actor } from './actor.ts';

const ENTER = { name: 'enter', text: `select * from enter($1, $2, interval '${SESSION_IDLE_HOURS} hours')` };

/**
 * Runs `work` in one transaction as whoever holds the session: from its first statement on, row-level
 * security shows that person's client alone. Without a session it shows no client's rows at all.
 */
export function asSession<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  now: Date,
  work: (tx: Tx, actor: Actor | null) => Promise<T>,
): Promise<T> {
  return onOneConnection(pool, async (tx) => {
    const [, actor] = await Promise.all([tx.client.query('begin'), enter(tx, tokenHash, now)]);
    const result = await work(tx, actor);
    // `lastly` has sent it along with the last question.
    if (tx.client.getTransactionStatus() !== 'I') await commit(tx);
    return result;
  });
}

/**
 * The same in a single trip, for a question that is asked before it is known who the session's holder is: it
 * reads what the session itself names. Answers with who that is, and what the question found.
 */
export function asSessionInOneTrip<T>(
  pool: pg.Pool,
  tokenHash: Buffer,
  now: Date,
  ask: (tx: Tx) => Promise<T>,
): Promise<[Actor | null, T]> {
  return onOneConnection(pool, async (tx) => {
    const [, actor, found] = await Promise.all([
      tx.client.query('begin'),
      enter(tx, tokenHash, now),
      ask(tx),
      commit(tx),
    ]);
    return [actor, found];
  });
}

/**
 * The last question of a call that only reads, with COMMIT in the same trip. Behind writes it would keep what
 * came before a question that could not even be sent, so a call that changes something never ends so. The question
 * must have been sent: the query builder sends one with `execute()`, and one that is merely awaited too late.
 */
export async function lastly<T>(tx: Tx, question: Promise<T>): Promise<T> {
  const [found] = await Promise.all([question, commit(tx)]);
  return found;
}

/** The same for a list, unless an export begins with it: that is recorded behind it, in the same transaction. */
export function lastlyOfList<T>(tx: Tx, input: ListPart, question: Promise<T>): Promise<T> {
  return beginsExport(input) ? question : lastly(tx, question);
}

/**
 * The same for what is read in batches, as fast as its reader takes them: the transaction stays open meanwhile. A reader
 * who goes away ends it (`return()`), and so does an error: then it is rolled back.
 */
export async function* streamAsSession<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  now: Date,
  read: (tx: Tx, actor: Actor | null) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const client = await connect(pool);
  const tx = onConnection(client);
  try {
    const [, , , , actor] = await Promise.all([
      // That somebody was seen is committed first: the session would stay locked for as long as the reader takes.
      ...[client.query('begin'), enter(tx, tokenHash, now), client.query('commit')],
      ...[client.query('begin'), enter(tx, tokenHash, now)],
    ] as const);
    yield* read(tx, actor);
    await commit(tx);
  } catch (error) {
    throw await rollBack(client, error);
  } finally {
    if (client.getTransactionStatus() !== 'I') await client.query('rollback').catch(() => undefined);
    release(client);
  }
}

/** Gives the connection back only once it is idle: what was sent behind a failure is awaited by the rollback. */
async function onOneConnection<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  try {
    return await work(onConnection(client));
  } catch (error) {
    throw await rollBack(client, error);
  } finally {
    release(client);
  }
}

const connect = (pool: pg.Pool) =>
  pool.connect().catch((error: unknown) => {
    throw new DatabaseDown(error);
  });

/** Rolls back after an error, and answers with what to throw. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<unknown> {
  // A connection that cannot even roll back is broken, which is then why the call failed.
  const isBroken = await client.query('rollback').then(
    () => false,
    () => true,
  );
  return isBroken && !(error instanceof Refusal) ? new DatabaseDown(error) : error;
}

/** A connection still inside a transaction would show its next user this tenant's rows, so it is closed. */
const release = (client: pg.PoolClient) => client.release(client.getTransactionStatus() !== 'I');

async function enter({ client }: Tx, tokenHash: Buffer | null, now: Date): Promise<Actor | null> {
  if (!tokenHash) return null;
  const { rows } = await client.query<EnteredRow>({ ...ENTER, values: [tokenHash, now.toISOString()] });
  return rows[0] ? toActor(rows[0], tokenHash) : null;
}

/** Awaited behind writes, never sent along with them: it would keep those that came before a failed one. */
async function commit({ client }: Tx): Promise<void> {
  const { command } = await client.query('commit');
  // PostgreSQL answers so, without an error, when a statement failed and somebody swallowed it.
  if (command === 'ROLLBACK') throw new Error('a statement failed, so nothing was kept');
}

/**
 * Enters a client for the rest of the transaction. For those who have proved who they are before any session
 * exists (signing in, signing up, a mailed code) and for a SuperAdmin's work on the client they named.
 */
export async function enterTenant(tx: Tx, clientId: string): Promise<void> {
  await tx.client.query({
    name: 'enter_tenant',
    text: `select set_config('app.client_id', $1, true)`,
    values: [clientId],
  });
}

interface EnteredRow {
  client_id: string;
  user_id: string;
  role: Role;
  approved: boolean;
  confirmed: boolean;
  saves: number;
  email: string;
  first_name: string;
  last_name: string;
  business_name: string;
  must_change_password: boolean;
  admin_client_id: string | null;
  admin_id: string | null;
  admin_name: string | null;
  masquerade_id: string | null;
}

function toActor(row: EnteredRow, tokenHash: Buffer): Actor {
  return {
    id: row.user_id,
    clientId: row.client_id,
    role: row.role,
    approved: row.approved,
    confirmed: row.confirmed,
    saves: row.saves,
    email: row.email,
    name: row.role === 'Business' ? row.business_name : `${row.first_name} ${row.last_name}`.trim(),
    mustChangePassword: row.must_change_password,
    admin:
      row.admin_id && row.admin_client_id
        ? { clientId: row.admin_client_id, id: row.admin_id, name: row.admin_name ?? '' }
        : null,
    masqueradeId: row.masquerade_id,
    tokenHash,
  };
}
