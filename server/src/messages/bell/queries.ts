import type { Notices } from '@waypost/contract/messages/bell/calls';
import { NOTICES_LISTED } from '@waypost/contract/messages/bell/rules';
import type { MailKind } from '@waypost/contract/messages/mail/rules';
import type { Tx } from '../../platform/database/connect.ts';
import { notices } from '../../platform/database/tables/notices.ts';

type Own = { clientId: string; id: string };

export interface NewNotice {
  clientId: string;
  userId: string;
  kind: MailKind;
  text: string;
  path: string;
  /** The account that the text names. */
  aboutId: string | null;
}

export async function addNotices(tx: Tx, added: readonly NewNotice[]): Promise<void> {
  if (added.length > 0) await tx.db.insert(notices).values([...added]);
}

/** A person's latest notices, and how many of all are unread; `me` is a query of their `client_id` and `user_id`. */
const noticesOf = (me: string) => `
  select u.unread, l.notices
    from (${me}) me
   cross join lateral (
     select count(*) as unread from notices
      where client_id = me.client_id and user_id = me.user_id and read_at is null) u
   cross join lateral (
     select coalesce(json_agg(json_build_object('_id', n.id, 'kind', n.kind, 'text', n.text, 'path', n.path,
              'at', to_char(n.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
              'is_read', n.read_at is not null) order by n.at desc, n.id), '[]') as notices
       from (select * from notices where client_id = me.client_id and user_id = me.user_id
              order by at desc, id limit ${NOTICES_LISTED}) n) l`;

export async function findNotices(tx: Tx, { clientId, id }: Own): Promise<Notices> {
  const { rows } = await tx.client.query<Notices>({
    name: 'findNotices',
    text: noticesOf('select $1::uuid as client_id, $2::uuid as user_id'),
    values: [clientId, id],
  });
  return rows[0] ?? { unread: 0, notices: [] };
}

/** Like `findNotices`, for the holder of a session. */
export async function findNoticesOfSession(tx: Tx, tokenHash: Buffer): Promise<Notices> {
  const { rows } = await tx.client.query<Notices>({
    name: 'findNoticesOfSession',
    text: noticesOf('select client_id, user_id from sessions where token_hash = $1'),
    values: [tokenHash],
  });
  return rows[0] ?? { unread: 0, notices: [] };
}

/** Marks one of a person's notices as read; returns whether it is theirs. */
export async function markRead(tx: Tx, { clientId, id }: Own, noticeId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'markNoticeRead',
    text: `update notices set read_at = coalesce(read_at, $4) where client_id = $1 and user_id = $2 and id = $3`,
    values: [clientId, id, noticeId, now],
  });
  return rowCount === 1;
}

/** Marks all of a person's notices as read, or those up to a moment. */
export async function markAllRead(
  tx: Tx,
  { clientId, id }: Own,
  until: string | null,
  now: Date,
): Promise<void> {
  await tx.client.query({
    name: 'markNoticesRead',
    text: `update notices set read_at = $4
            where client_id = $1 and user_id = $2 and read_at is null and ($3::timestamptz is null or at <= $3)`,
    values: [clientId, id, until, now],
  });
}

/** Which of these sessions can still be used: one query for all that listen. */
export async function findLiveSessions(
  tx: Tx,
  tokenHashes: readonly Buffer[],
  { now, idleHours }: { now: Date; idleHours: number },
): Promise<Buffer[]> {
  const { rows } = await tx.client.query<{ hash: Buffer }>({
    name: 'live_sessions',
    text: 'select hash from live_sessions($1, $2, make_interval(hours => $3)) as hash',
    values: [tokenHashes, now, idleHours],
  });
  return rows.map(({ hash }) => hash);
}
