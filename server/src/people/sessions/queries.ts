import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Holder } from '../../platform/access/sessions.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { sessions } from '../../platform/database/tables/logins.ts';

/** Only the account's holder. A masquerade as them is in the audit trail instead. */
const own = ({ clientId, userId }: Holder) =>
  and(eq(sessions.clientId, clientId), eq(sessions.userId, userId), isNull(sessions.adminId));

/** Valid sessions, the last used first. */
export const findSessions = prepared<{ clientId: string; userId: string; now: Date; idleSince: Date }>()(
  'findSessions',
  (db, { clientId, userId, now, idleSince }) =>
    db
      .select({
        id: sessions.id,
        tokenHash: sessions.tokenHash,
        browser: sessions.browser,
        system: sessions.system,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
      })
      .from(sessions)
      .where(
        and(
          eq(sessions.clientId, clientId),
          eq(sessions.userId, userId),
          isNull(sessions.adminId),
          gt(sessions.expiresAt, now),
          gt(sessions.lastSeenAt, idleSince),
        ),
      )
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), sessions.id),
);

/** Ends another session of the holder. Returns whether there was one. */
export async function endOtherSession(tx: Tx, holder: Holder, id: string, current: Buffer): Promise<boolean> {
  const ended = await tx.db
    .delete(sessions)
    .where(and(own(holder), eq(sessions.id, id), ne(sessions.tokenHash, current)))
    .returning({ id: sessions.id });
  return ended.length === 1;
}
