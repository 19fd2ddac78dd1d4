import { and, desc, eq } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { users } from '../../platform/database/tables/people.ts';
import { contactLogEntries } from '../../platform/database/tables/projects.ts';

type StudentKey = { clientId: string; studentId: string };

/** The person whose contact log is requested, if they exist, and their role. */
export const findLogged = prepared<StudentKey>()('findLoggedPerson', (db, { clientId, studentId }) =>
  db
    .select({
      id: users.id,
      clientId: users.clientId,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.id, studentId)))
    // Prevents deleting them between this check and the new entry.
    .for('key share'),
);

const entries = {
  id: contactLogEntries.id,
  logDate: contactLogEntries.logDate,
  primaryContactName: contactLogEntries.primaryContactName,
  contactRelationship: contactLogEntries.contactRelationship,
  associatedBusiness: contactLogEntries.associatedBusiness,
  contactType: contactLogEntries.contactType,
  comments: contactLogEntries.comments,
  createdAt: contactLogEntries.createdAt,
};

/** A student's entries, the latest first, each with its author. */
export const listEntries = prepared<StudentKey>()('listContactLog', (db, { clientId, studentId }) =>
  db
    .select({ ...entries, author: { firstName: users.firstName, lastName: users.lastName } })
    .from(contactLogEntries)
    .leftJoin(
      users,
      and(eq(users.clientId, contactLogEntries.clientId), eq(users.id, contactLogEntries.authorId)),
    )
    .where(and(eq(contactLogEntries.clientId, clientId), eq(contactLogEntries.studentId, studentId)))
    .orderBy(desc(contactLogEntries.logDate), desc(contactLogEntries.createdAt), desc(contactLogEntries.id)),
);
export type FoundLogEntry = Omit<Awaited<ReturnType<typeof listEntries>>[number], 'author'>;

interface NewEntry {
  authorId: string;
  logDate: string;
  primaryContactName: string;
  contactRelationship: string;
  associatedBusiness: string;
  contactType: string;
  comments: string;
}

export async function insertEntry(
  tx: Tx,
  student: Authorized<{ id: string; clientId: string }>,
  entry: NewEntry,
  now: Date,
): Promise<FoundLogEntry> {
  const [made] = await tx.db
    .insert(contactLogEntries)
    .values({ ...entry, clientId: student.clientId, studentId: student.id, createdAt: now })
    .returning(entries);
  if (!made) throw new Error('no entry was made');
  return made;
}
