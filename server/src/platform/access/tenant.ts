import { type ListPart, startsExport } from '@waypost/contract/list-part';
import { SESSION_IDLE_HOURS } from '@waypost/contract/people/accounts/rules';
import type { Role } from '@waypost/contract/roles';
import type pg from 'pg';
import { isOutdated, onConnection, type Tx } from '../database/connect.ts';
import type { Actor } from './actor.ts';
import { BEGIN, commit, connect, onOneConnection, release, rollBack } from './transaction.ts';

const BEGIN_SNAPSHOT = 'begin isolation level repeatable read';

const ENTER = {
  name: 'enter',
  // Only a transaction that has changed something has an id.
  text: `select *, pg_current_xact_id_if_assigned() is not null as noted_use
           from enter($1, $2, interval '${SESSION_IDLE_HOURS} hours')`,
};

/**
 * Runs `work` in one transaction as the session's holder: from its first statement on, row-level security shows only
 * that person's client. Without a session, it shows no client's rows. `work` begins without a lock on the session: calls
 * that end an account's sessions lock the account first, so a call that held its session could deadlock with them.
 */
export function asSession<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  now: Date,
  work: (tx: Tx, actor: Actor | null) => Promise<T>,
  begin = BEGIN,
): Promise<T> {
  return onOneConnection(pool, async (tx) => {
    const [, first] = await Promise.all([tx.client.query(begin), enter(tx, tokenHash, now)]);
    const entered = first?.notedUse ? await enterAgain(tx, tokenHash, now, begin) : first;
    const result = await work(tx, entered?.actor ?? null);
    // `commitWithLastQuery` has already sent COMMIT with the last query.
    if (tx.client.getTransactionStatus() !== 'I') await commit(tx);
    return result;
  });
}

/** Commits the session's last use, which releases the session, and enters it in another transaction. */
async function enterAgain(
  tx: Tx,
  tokenHash: Buffer | null,
  now: Date,
  begin: string,
): Promise<Entered | null> {
  const [, , entered] = await Promise.all([commit(tx), tx.client.query(begin), enter(tx, tokenHash, now)]);
  return entered;
}

/**
 * Like `asSession`, for a call that only asks: all its statements see the same moment, so its reply cannot combine what
 * was there before another transaction with what is there after it.
 */
export async function asReader<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  now: Date,
  work: (tx: Tx, actor: Actor | null) => Promise<T>,
): Promise<T> {
  try {
    return await asSession(pool, tokenHash, now, work, BEGIN_SNAPSHOT);
  } catch (error) {
    // It may write too, such as that a record was viewed. If another transaction got ahead of it, it runs once more.
    if (!isOutdated(error)) throw error;
    return asSession(pool, tokenHash, now, work);
  }
}

/**
 * Like `asSession`, in one round trip, for a query that only needs data of the session itself. Returns the session's
 * holder and the query's result.
 */
export function asSessionInOneTrip<T>(
  pool: pg.Pool,
  tokenHash: Buffer,
  now: Date,
  ask: (tx: Tx) => Promise<T>,
): Promise<[Actor | null, T]> {
  return onOneConnection(pool, async (tx) => {
    const [, entered, found] = await Promise.all([
      tx.client.query(BEGIN),
      enter(tx, tokenHash, now),
      ask(tx),
      commit(tx),
    ]);
    return [entered?.actor ?? null, found];
  });
}

/**
 * Sends the last query of a read-only call together with COMMIT. After writes, this would commit them even if the query
 * could not be sent, so a call that changes something must not use it. The query must have been sent: the query builder
 * sends it with `execute()`, not when it is awaited.
 */
export async function commitWithLastQuery<T>(tx: Tx, question: Promise<T>): Promise<T> {
  const [found] = await Promise.all([question, commit(tx)]);
  return found;
}

/** The same for a list, unless an export starts with it, because that is recorded later in the same transaction. */
export function commitWithLastListQuery<T>(tx: Tx, input: ListPart, question: Promise<T>): Promise<T> {
  return startsExport(input) ? question : commitWithLastQuery(tx, question);
}

/**
 * Like `asSession`, for batches at the reader's pace: the transaction stays open meanwhile. If the reader disconnects
 * (`return()`) or an error occurs, it is rolled back.
 */
export async function* streamAsSession<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  now: Date,
  read: (tx: Tx, actor: Actor | null) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const connection = await connect(pool);
  const { client } = connection;
  const tx = onConnection(client);
  try {
    const [, , , , entered] = await Promise.all([
      // The session's last use is committed first; otherwise the session would stay locked while the reader reads.
      client.query(BEGIN),
      enter(tx, tokenHash, now),
      client.query('commit'),
      client.query(BEGIN),
      enter(tx, tokenHash, now),
    ] as const);
    yield* read(tx, entered?.actor ?? null);
    await commit(tx);
  } catch (error) {
    throw await rollBack(client, error);
  } finally {
    if (client.getTransactionStatus() !== 'I') await client.query('rollback').catch(() => undefined);
    release(connection);
  }
}

interface Entered {
  actor: Actor;
  /** Whether the transaction has noted that the session was used, and so has locked it. */
  notedUse: boolean;
}

async function enter({ client }: Tx, tokenHash: Buffer | null, now: Date): Promise<Entered | null> {
  if (!tokenHash) return null;
  const { rows } = await client.query<EnteredRow>({ ...ENTER, values: [tokenHash, now.toISOString()] });
  const [row] = rows;
  return row ? { actor: toActor(row, tokenHash), notedUse: row.noted_use } : null;
}

/**
 * Enters a client for the rest of the transaction: for callers who proved who they are before a session exists
 * (login, sign-up, a mailed code), and for a SuperAdmin's work on a client they named.
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
  deactivated: boolean;
  saves: number;
  email: string;
  first_name: string;
  last_name: string;
  business_name: string;
  must_change_password: boolean;
  needs_second_factor: boolean;
  admin_client_id: string | null;
  admin_id: string | null;
  admin_name: string | null;
  masquerade_id: string | null;
  noted_use: boolean;
}

function toActor(row: EnteredRow, tokenHash: Buffer): Actor {
  return {
    id: row.user_id,
    clientId: row.client_id,
    role: row.role,
    approved: row.approved,
    confirmed: row.confirmed,
    deactivated: row.deactivated,
    saves: row.saves,
    email: row.email,
    name: row.role === 'Business' ? row.business_name : `${row.first_name} ${row.last_name}`.trim(),
    mustChangePassword: row.must_change_password,
    needsSecondFactor: row.needs_second_factor,
    admin:
      row.admin_id && row.admin_client_id
        ? { clientId: row.admin_client_id, id: row.admin_id, name: row.admin_name ?? '' }
        : null,
    masqueradeId: row.masquerade_id,
    tokenHash,
  };
}
