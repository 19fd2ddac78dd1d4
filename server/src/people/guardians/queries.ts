import type { OwnGuardian } from '@waypost/contract/people/guardians/forms';
import type { Giver } from '@waypost/contract/people/guardians/rules';
import { and, asc, eq } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { students } from '../../platform/database/tables/people.ts';

type StudentKey = { clientId: string; studentId: string };
type Student = Authorized<{ clientId: string; id: string }>;

const columns = {
  id: guardians.id,
  ordinal: guardians.ordinal,
  name: guardians.name,
  relationship: guardians.relationship,
  email: guardians.email,
  phone: guardians.phone,
  language: guardians.language,
  maySign: guardians.maySign,
  addedBy: guardians.addedBy,
  confirmed: guardians.confirmed,
  mailReturnedAt: guardians.mailReturnedAt,
  revision: guardians.revision,
};

/** A student's guardians in their order. */
export const listGuardians = prepared<StudentKey>()('listGuardians', (db, { clientId, studentId }) =>
  db
    .select(columns)
    .from(guardians)
    .where(and(eq(guardians.clientId, clientId), eq(guardians.studentId, studentId)))
    .orderBy(asc(guardians.ordinal)),
);
export type FoundGuardian = Awaited<ReturnType<typeof listGuardians>>[number];

type Fields = Omit<OwnGuardian, '_id'>;
type GuardianRecord = { maySign: boolean; addedBy: Giver; confirmed: boolean };

const ofStudent = ({ clientId, id }: Student) =>
  and(eq(guardians.clientId, clientId), eq(guardians.studentId, id));

export async function insertGuardian(
  tx: Tx,
  student: Student,
  given: Fields & GuardianRecord & { ordinal: number },
): Promise<void> {
  await tx.db.insert(guardians).values({ ...given, clientId: student.clientId, studentId: student.id });
}

export async function updateGuardian(
  tx: Tx,
  student: Student,
  id: string,
  changed: Partial<Fields & GuardianRecord & { ordinal: number }>,
): Promise<void> {
  await tx.db
    .update(guardians)
    .set(changed)
    .where(and(ofStudent(student), eq(guardians.id, id)));
}

export async function deleteGuardian(tx: Tx, student: Student, id: string): Promise<void> {
  await tx.db.delete(guardians).where(and(ofStudent(student), eq(guardians.id, id)));
}

/** The student's birth date; null if none is on file. */
export async function findBirthDate(tx: Tx, { clientId, studentId }: StudentKey): Promise<string | null> {
  const [row] = await tx.db
    .select({ birthDate: students.birthDate })
    .from(students)
    .where(and(eq(students.clientId, clientId), eq(students.userId, studentId)));
  return row?.birthDate ?? null;
}

/** The student's birth date, and who entered it. */
export async function saveStudentsBirthDate(
  tx: Tx,
  { clientId, id }: Student,
  birthDate: string,
  by: Giver,
): Promise<void> {
  await tx.db
    .insert(students)
    .values({ clientId, userId: id, birthDate, birthDateBy: by })
    .onConflictDoUpdate({
      target: [students.clientId, students.userId],
      set: { birthDate, birthDateBy: by },
    });
}
