import { and, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { Exactly } from '../../platform/database/snake-case.ts';
import { files } from '../../platform/database/tables/files.ts';
import { schools } from '../../platform/database/tables/lists.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import {
  businesses,
  students,
  userFocusAreas,
  userPrograms,
  userSchools,
  users,
} from '../../platform/database/tables/people.ts';

/** An account's key. */
interface Key {
  clientId: string;
  id: string;
}

interface SavedAddress {
  street: string;
  city: string;
  state: string;
  zip: string;
  lat: number | null;
  lon: number | null;
  userOverwroteLocation: boolean;
}

/** Locks the account until the transaction ends: nobody else can change its profile or files meanwhile. */
export async function lockAccount(tx: Tx, key: Key) {
  const [row] = await tx.db
    .select({
      clientId: users.clientId,
      id: users.id,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      businessName: users.businessName,
      approved: users.approved,
      street: users.street,
      city: users.city,
      state: users.state,
      zip: users.zip,
      lat: users.lat,
      lon: users.lon,
      userOverwroteLocation: users.userOverwroteLocation,
      profilePicId: users.profilePicId,
      resumeFileId: users.resumeFileId,
      agreementFileId: users.agreementFileId,
      revision: users.revision,
    })
    .from(users)
    .where(and(eq(users.clientId, key.clientId), eq(users.id, key.id)))
    .for('no key update');
  return row;
}
export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

interface SavedNames {
  firstName?: string;
  middleName?: string;
  lastName?: string;
  businessName?: string;
}

/** Saves the fields of every profile, and increments the number of saves (`__v`). */
export async function saveAccount(
  tx: Tx,
  account: Authorized<Key>,
  columns: SavedNames & Partial<SavedAddress>,
  now: Date,
): Promise<void> {
  await tx.db
    .update(users)
    .set({ ...columns, saves: sql`${users.saves} + 1`, revision: sql`${users.revision} + 1`, updatedAt: now })
    .where(and(eq(users.clientId, account.clientId), eq(users.id, account.id)));
}

type StudentColumns = Omit<
  typeof students.$inferSelect,
  'clientId' | 'userId' | 'birthDate' | 'birthDateBy'
> &
  Partial<Pick<typeof students.$inferSelect, 'birthDate' | 'birthDateBy'>>;

/** Saves every column of a student; an unknown birth date stays. */
export async function saveStudent<Given extends StudentColumns>(
  tx: Tx,
  { clientId, id: userId }: Authorized<Key>,
  columns: Exactly<StudentColumns, Given>,
): Promise<void> {
  await tx.db
    .insert(students)
    .values({ clientId, userId, ...columns })
    .onConflictDoUpdate({ target: [students.clientId, students.userId], set: columns });
}

type BusinessColumns = Omit<typeof businesses.$inferSelect, 'clientId' | 'userId'>;

/** Saves every column of a business. */
export async function saveBusiness<Given extends BusinessColumns>(
  tx: Tx,
  { clientId, id: userId }: Authorized<Key>,
  columns: Exactly<BusinessColumns, Given>,
): Promise<void> {
  await tx.db
    .insert(businesses)
    .values({ clientId, userId, ...columns })
    .onConflictDoUpdate({ target: [businesses.clientId, businesses.userId], set: columns });
}

export async function replaceFocusAreas(
  tx: Tx,
  { clientId, id: userId }: Authorized<Key>,
  ids: string[],
): Promise<void> {
  await tx.db
    .delete(userFocusAreas)
    .where(and(eq(userFocusAreas.clientId, clientId), eq(userFocusAreas.userId, userId)));
  if (ids.length > 0)
    await tx.db.insert(userFocusAreas).values(ids.map((focusAreaId) => ({ clientId, userId, focusAreaId })));
}

export async function replaceSchools(
  tx: Tx,
  { clientId, id: userId }: Authorized<Key>,
  ids: string[],
): Promise<void> {
  await tx.db
    .delete(userSchools)
    .where(and(eq(userSchools.clientId, clientId), eq(userSchools.userId, userId)));
  if (ids.length > 0)
    await tx.db.insert(userSchools).values(ids.map((schoolId) => ({ clientId, userId, schoolId })));
}

export async function replacePrograms(
  tx: Tx,
  { clientId, id: userId }: Authorized<Key>,
  ids: string[],
): Promise<void> {
  await tx.db
    .delete(userPrograms)
    .where(and(eq(userPrograms.clientId, clientId), eq(userPrograms.userId, userId)));
  if (ids.length > 0)
    await tx.db.insert(userPrograms).values(ids.map((programId) => ({ clientId, userId, programId })));
}

/** Attaches a file to an account, which then owns it: an Admin may have uploaded it for them. */
export async function attachFile(
  tx: Tx,
  account: Authorized<Key>,
  file: Authorized<{ id: string }>,
  column: 'profilePicId' | 'resumeFileId' | 'agreementFileId',
): Promise<void> {
  await tx.db
    .update(files)
    .set({ ownerId: account.id })
    .where(and(eq(files.clientId, account.clientId), eq(files.id, file.id)));
  await tx.db
    .update(users)
    .set({ [column]: file.id })
    .where(and(eq(users.clientId, account.clientId), eq(users.id, account.id)));
}

/**
 * Keeps an agreement that an approved account replaced, for staff; nobody can delete it anymore. With `reopen`, staff
 * must check the new one and approve the account again.
 */
export async function archiveReplacedAgreement(
  tx: Tx,
  account: Authorized<Key>,
  file: { id: string },
  { reopen, now }: { reopen: boolean; now: Date },
): Promise<void> {
  await tx.db
    .update(files)
    .set({ replacedAt: now, noDelete: true })
    .where(and(eq(files.clientId, account.clientId), eq(files.id, file.id)));
  if (reopen)
    await tx.db
      .update(users)
      .set({ approved: false })
      .where(and(eq(users.clientId, account.clientId), eq(users.id, account.id)));
}

const placed = { users, opportunities, schools };
export type Placed = keyof typeof placed;

/** An object with coordinates, and its owner. */
export async function findPlaced(tx: Tx, what: Placed, { clientId, id }: Key) {
  const table = placed[what];
  const [row] = await tx.db
    .select({
      clientId: table.clientId,
      id: table.id,
      businessId: what === 'opportunities' ? opportunities.businessId : sql<string | null>`null`,
    })
    .from(table)
    .where(and(eq(table.clientId, clientId), eq(table.id, id)));
  return row;
}

/** Moves the pin. The address stays, and is marked as overridden. */
export async function movePin(
  tx: Tx,
  what: Placed,
  thing: Authorized<Key>,
  point: { lat: number; lon: number },
): Promise<SavedAddress | undefined> {
  const table = placed[what];
  const [row] = await tx.db
    .update(table)
    .set({ ...point, userOverwroteLocation: true })
    .where(and(eq(table.clientId, thing.clientId), eq(table.id, thing.id)))
    .returning({
      street: table.street,
      city: table.city,
      state: table.state,
      zip: table.zip,
      lat: table.lat,
      lon: table.lon,
      userOverwroteLocation: table.userOverwroteLocation,
    });
  return row;
}
