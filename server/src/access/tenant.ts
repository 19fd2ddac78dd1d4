import { type Role, SESSION_IDLE_HOURS } from '@waypost/contract/accounts/rules';
import type pg from 'pg';
import { onConnection, type Tx } from '../database/connect.ts';
import type { Actor } from './actor.ts';

const ENTER = { name: 'enter', text: `select * from enter($1, $2, interval '${SESSION_IDLE_HOURS} hours')` };

/**
 * Runs `work` in one transaction as whoever holds the session: from its first statement on, row-level
 * security shows that person's client alone. Without a session it shows no client's rows at all.
 */
export async function asSession<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  now: Date,
  work: (tx: Tx, actor: Actor | null) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const [, entered] = await Promise.all([
      client.query('begin'),
      tokenHash ? client.query({ ...ENTER, values: [tokenHash, now] }) : null,
    ]);
    const row = entered?.rows[0];
    const result = await work(onConnection(client), row && tokenHash ? toActor(row, tokenHash) : null);
    // Awaited on its own: sent along behind writes it would keep those that came before a failed one.
    const { command } = await client.query('commit');
    // PostgreSQL answers so, without an error, when a statement failed and somebody swallowed it.
    if (command === 'ROLLBACK') throw new Error('a statement failed, so nothing was kept');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    // A connection still inside a transaction would show its next user this tenant's rows.
    client.release(client.getTransactionStatus() !== 'I');
  }
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
  saves: number;
  email: string;
  first_name: string;
  last_name: string;
  business_name: string;
  must_change_password: boolean;
  admin_client_id: string | null;
  admin_id: string | null;
  masquerade_id: string | null;
}

function toActor(row: EnteredRow, tokenHash: Buffer): Actor {
  return {
    id: row.user_id,
    clientId: row.client_id,
    role: row.role,
    approved: row.approved,
    saves: row.saves,
    email: row.email,
    name: row.role === 'Business' ? row.business_name : `${row.first_name} ${row.last_name}`.trim(),
    mustChangePassword: row.must_change_password,
    admin: row.admin_id && row.admin_client_id ? { clientId: row.admin_client_id, id: row.admin_id } : null,
    masqueradeId: row.masquerade_id,
    tokenHash,
  };
}
