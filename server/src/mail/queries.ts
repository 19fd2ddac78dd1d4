import type { Role } from '@waypost/contract/accounts/rules';
import { and, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../access/enforce.ts';
import { prepared, type Tx } from '../database/connect.ts';
import { users } from '../database/tables/people.ts';

/** The kinds that someone muted. */
export const findMuted = prepared<{ clientId: string; userId: string }>()(
  'findMutedMail',
  (db, { clientId, userId }) =>
    db
      .select({ id: users.id, clientId: users.clientId, muted: users.mutedMail })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId))),
);

export async function setMuted(
  tx: Tx,
  account: Authorized<{ clientId: string; id: string }>,
  muted: string[],
): Promise<void> {
  await tx.db
    .update(users)
    .set({ mutedMail: muted })
    .where(and(eq(users.clientId, account.clientId), eq(users.id, account.id)));
}

/** A recipient of a mail. */
export interface Reader {
  id: string;
  email: string;
  role: Role;
  approved: boolean;
}

/** Which of these people still exist and have not muted this kind. */
export const findReaders = prepared<{ clientId: string; kind: string; ids: string[] }>()(
  'findReadersOfMail',
  (db, { clientId, kind, ids }) =>
    db
      .select({ id: users.id, email: users.email, role: sql<Role>`${users.role}`, approved: users.approved })
      .from(users)
      .where(
        and(
          eq(users.clientId, clientId),
          sql`${users.id} = any(${ids})`,
          sql`not ${kind}::text = any(${users.mutedMail})`,
        ),
      ),
);
