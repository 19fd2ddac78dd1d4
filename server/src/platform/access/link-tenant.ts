import type pg from 'pg';
import { APP_ROLE, type Tx } from '../database/connect.ts';
import type { LinkCaller } from './actor.ts';
import { BEGIN, commit, onOneConnection } from './transaction.ts';

/**
 * Runs `work` in one transaction as the holder of a link. While the link is open, the role can only access the rows of
 * its purpose, until `leaveLinkRole`. Null if the token is not a link's. Each of its statements checks that the link is
 * still open.
 */
export function asLink<T>(
  pool: pg.Pool,
  tokenHash: Buffer,
  now: Date,
  work: (tx: Tx, link: LinkCaller | null) => Promise<T>,
): Promise<T> {
  return onOneConnection(pool, async (tx) => {
    const [, link] = await Promise.all([tx.client.query(BEGIN), enterLink(tx, tokenHash, now)]);
    const result = await work(tx, link);
    await commit(tx);
    return result;
  });
}

/** An arbitrary number that all servers share. */
const LINK_LOCK = 7_269_003;

/**
 * Like `asLink`, for changes: one transaction at a time for each link, so that the slower of two sees the result of the
 * faster.
 */
export function asLinkExclusively<T>(
  pool: pg.Pool,
  tokenHash: Buffer,
  now: Date,
  work: (tx: Tx, link: LinkCaller | null) => Promise<T>,
): Promise<T> {
  return onOneConnection(pool, async (tx) => {
    const [, , link] = await Promise.all([
      tx.client.query(BEGIN),
      tx.client.query({
        name: 'lock_link',
        text: `select pg_advisory_xact_lock(${LINK_LOCK}, hashtext($1))`,
        values: [tokenHash.toString('hex')],
      }),
      enterLink(tx, tokenHash, now),
    ]);
    const result = await work(tx, link);
    await commit(tx);
    return result;
  });
}

/** Leaves the link's role in this transaction; what follows is the server's own work for the link's school system. */
export async function leaveLinkRole(tx: Tx, { clientId }: { clientId: string }): Promise<void> {
  await tx.client.query({
    name: 'leave_link',
    text: `select set_config('role', '${APP_ROLE}', true), set_config('app.link', '', true),
                  set_config('app.client_id', $1, true)`,
    values: [clientId],
  });
}

async function enterLink({ client }: Tx, tokenHash: Buffer, now: Date): Promise<LinkCaller | null> {
  const { rows } = await client.query<EnteredLink>({
    name: 'enter_link',
    text: 'select * from enter_link($1, $2)',
    values: [tokenHash, now.toISOString()],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.link_id,
    clientId: row.client_id,
    purpose: row.purpose,
    subjectId: row.subject_id,
    accountId: row.account_id,
    state: row.state,
    recipient: { name: row.recipient_name, email: row.recipient_email, locale: row.locale },
    supervisorEmail: row.supervisor_email,
    passedOnTo: row.passed_on_to,
    client: { name: row.client_name, phone: row.client_phone, timeZone: row.client_time_zone },
  };
}

interface EnteredLink {
  client_id: string;
  link_id: string;
  purpose: LinkCaller['purpose'];
  subject_id: string;
  account_id: string;
  recipient_name: string;
  recipient_email: string;
  locale: LinkCaller['recipient']['locale'];
  state: LinkCaller['state'];
  supervisor_email: string | null;
  passed_on_to: string | null;
  client_name: string;
  client_phone: string;
  client_time_zone: string;
}
