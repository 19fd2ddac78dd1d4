import { and, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { users } from '../../platform/database/tables/people.ts';

/** Locks a teacher of the client until the transaction ends. */
export const lockTeacher = prepared<{ clientId: string; userId: string }>()(
  'lockTeacher',
  (db, { clientId, userId }) =>
    db
      .select({
        clientId: users.clientId,
        id: users.id,
        role: users.role,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        revision: users.revision,
        /** Has no password yet, because the mailed link was not used. */
        invited: sql<boolean>`${users.passwordHash} is null`,
      })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId), eq(users.role, 'Teacher')))
      .for('update'),
);
export type LockedTeacher = Awaited<ReturnType<typeof lockTeacher>>[number];

/** A taken email violates `ONE_EMAIL`. */
export async function updateTeacher(
  tx: Tx,
  teacher: Authorized<LockedTeacher>,
  columns: { firstName: string; lastName: string; email: string; updatedAt: Date },
): Promise<void> {
  await tx.db
    .update(users)
    .set({ ...columns, previousEmail: null, revision: sql`${users.revision} + 1` })
    .where(and(eq(users.clientId, teacher.clientId), eq(users.id, teacher.id)));
}
