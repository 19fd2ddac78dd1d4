import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { masquerades } from '../../platform/database/tables/logins.ts';

/** The client of a person in any school system, for a SuperAdmin; undefined for other callers. */
export async function findClientOf(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ client_id: string }>({
    name: 'find_client_of',
    text: 'select client_id from find_client_of($1)',
    values: [userId],
  });
  return rows[0]?.client_id;
}

/** Records the start of a masquerade in the other person's client; returns its id. */
export async function insertMasquerade(
  tx: Tx,
  masquerade: {
    clientId: string;
    adminId: string;
    adminName: string;
    userId: string;
    userName: string;
    beganAt: Date;
  },
): Promise<string | undefined> {
  const [row] = await tx.db.insert(masquerades).values(masquerade).returning({ id: masquerades.id });
  return row?.id;
}

/** How many past masquerades a person sees. */
const LISTED = 10;

/** The latest ended masquerades as this person. */
export const findMasqueradesAs = prepared<{ clientId: string; userId: string }>()(
  'findMasqueradesAs',
  (db, { clientId, userId }) =>
    db
      .select({
        id: masquerades.id,
        adminName: masquerades.adminName,
        beganAt: masquerades.beganAt,
        endedAt: masquerades.endedAt,
      })
      .from(masquerades)
      .where(
        and(
          eq(masquerades.clientId, clientId),
          eq(masquerades.userId, userId),
          isNotNull(masquerades.endedAt),
        ),
      )
      .orderBy(desc(masquerades.beganAt), desc(masquerades.id))
      .limit(LISTED),
);

/** Marks the ended masquerades of a school system as told, and returns those that were not: each only once. */
export async function claimUntold(tx: Tx, clientId: string, now: Date) {
  const claimed = await tx.db
    .update(masquerades)
    .set({ toldAt: now })
    .where(
      and(eq(masquerades.clientId, clientId), isNotNull(masquerades.endedAt), isNull(masquerades.toldAt)),
    )
    .returning({
      userId: masquerades.userId,
      adminName: masquerades.adminName,
      beganAt: masquerades.beganAt,
      endedAt: masquerades.endedAt,
    });
  return claimed.flatMap(({ endedAt, ...one }) => (endedAt ? [{ ...one, endedAt }] : []));
}
