import { and, asc, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { users } from '../../platform/database/tables/people.ts';

const shownOfAdmin = {
  clientId: users.clientId,
  id: users.id,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  createdAt: users.createdAt,
  revision: users.revision,
  invited: sql<boolean>`${users.passwordHash} is null`,
};

/** A school system's administrators, sorted by name in natural order. */
export const findAdmins = prepared<{ clientId: string }>()('findAdmins', (db, { clientId }) =>
  db
    .select({ ...shownOfAdmin, picture: { id: files.id, name: files.name } })
    .from(users)
    .leftJoin(files, and(eq(files.clientId, users.clientId), eq(files.id, users.profilePicId)))
    .where(and(eq(users.clientId, clientId), eq(users.role, 'Admin')))
    .orderBy(asc(users.listedName), asc(users.id)),
);

/** Locks an administrator until the transaction ends. */
export const lockAdmin = prepared<{ clientId: string; userId: string }>()(
  'lockAdmin',
  (db, { clientId, userId }) =>
    db
      .select(shownOfAdmin)
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId), eq(users.role, 'Admin')))
      .for('update'),
);

/** A taken email violates `ONE_EMAIL`. */
export async function updateAdmin(
  tx: Tx,
  admin: Authorized<LockedAdmin>,
  columns: { firstName: string; lastName: string; email: string; updatedAt: Date },
): Promise<void> {
  await tx.db
    .update(users)
    .set({ ...columns, previousEmail: null, revision: sql`${users.revision} + 1` })
    .where(and(eq(users.clientId, admin.clientId), eq(users.id, admin.id)));
}
export type FoundAdmin = Awaited<ReturnType<typeof findAdmins>>[number];
export type LockedAdmin = Awaited<ReturnType<typeof lockAdmin>>[number];
