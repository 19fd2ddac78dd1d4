import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isReleased, knowsStudent } from '../../platform/access/knows-student.ts';
import { type Db, prepared, type Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { focusAreas, programs, schools } from '../../platform/database/tables/lists.ts';
import { sessions } from '../../platform/database/tables/logins.ts';
import {
  businesses,
  students,
  userFocusAreas,
  userPrograms,
  userSchools,
  users,
} from '../../platform/database/tables/people.ts';
import { administrator, contact, isAdministrator, isFirstContact } from '../contacts/queries.ts';

const picture = alias(files, 'picture');
const agreement = alias(files, 'agreement');
const resume = alias(files, 'resume');
const parent = alias(guardians, 'parent');
const alternate = alias(guardians, 'alternate');

const guardianOf = (table: typeof parent | typeof alternate, ordinal: number) =>
  and(
    eq(table.clientId, users.clientId),
    eq(table.studentId, users.id),
    sql`${table.ordinal} = ${sql.raw(`${ordinal}`)}`,
  );

/** A subquery on a row of `users` that returns names as one array, in their list's order. */
const names = (query: ReturnType<typeof sql>) => sql<string[]>`array(${query})`;

export const namesOfFocusAreas = names(sql`
  select ${focusAreas.name} from ${userFocusAreas} join ${focusAreas}
    on ${focusAreas.clientId} = ${userFocusAreas.clientId} and ${focusAreas.id} = ${userFocusAreas.focusAreaId}
   where ${userFocusAreas.clientId} = ${users.clientId} and ${userFocusAreas.userId} = ${users.id}
   order by ${focusAreas.ordinal}`);

export const namesOfSchools = names(sql`
  select listed.name from ${userSchools} join ${schools} listed
    on listed.client_id = ${userSchools.clientId} and listed.id = ${userSchools.schoolId}
   where ${userSchools.clientId} = ${users.clientId} and ${userSchools.userId} = ${users.id}
   order by listed.ordinal`);

export const namesOfPrograms = names(sql`
  select listed.name from ${userPrograms} join ${programs} listed
    on listed.client_id = ${userPrograms.clientId} and listed.id = ${userPrograms.programId}
   where ${userPrograms.clientId} = ${users.clientId} and ${userPrograms.userId} = ${users.id}
   order by listed.ordinal`);

/** Never the password's hash, which no view needs. */
const shownOfUser = {
  id: users.id,
  clientId: users.clientId,
  email: users.email,
  role: users.role,
  firstName: users.firstName,
  middleName: users.middleName,
  lastName: users.lastName,
  businessName: users.businessName,
  approved: users.approved,
  confirmed: users.confirmed,
  deactivatedAt: users.deactivatedAt,
  saves: users.saves,
  revision: users.revision,
  street: users.street,
  city: users.city,
  state: users.state,
  zip: users.zip,
  lat: users.lat,
  lon: users.lon,
  userOverwroteLocation: users.userOverwroteLocation,
  createdAt: users.createdAt,
};

const wholeUsers = (db: Db) =>
  db
    .select({
      user: shownOfUser,
      student: getTableColumns(students),
      business: getTableColumns(businesses),
      school: schools.name,
      program: programs.name,
      picture: { id: picture.id, name: picture.name },
      agreement: { id: agreement.id, name: agreement.name },
      resume: { id: resume.id, name: resume.name },
      parent: { name: parent.name, phone: parent.phone },
      alternate: { name: alternate.name, phone: alternate.phone },
      contact: { name: contact.name, email: contact.email, phone: contact.phone },
      administrator: { name: administrator.name, email: administrator.email, phone: administrator.phone },
      focusAreas: namesOfFocusAreas,
      schools: namesOfSchools,
      programs: namesOfPrograms,
    })
    .from(users)
    .leftJoin(students, and(eq(students.clientId, users.clientId), eq(students.userId, users.id)))
    .leftJoin(businesses, and(eq(businesses.clientId, users.clientId), eq(businesses.userId, users.id)))
    .leftJoin(schools, and(eq(schools.clientId, students.clientId), eq(schools.id, students.schoolId)))
    .leftJoin(programs, and(eq(programs.clientId, students.clientId), eq(programs.id, students.programId)))
    .leftJoin(picture, and(eq(picture.clientId, users.clientId), eq(picture.id, users.profilePicId)))
    .leftJoin(agreement, and(eq(agreement.clientId, users.clientId), eq(agreement.id, users.agreementFileId)))
    .leftJoin(resume, and(eq(resume.clientId, users.clientId), eq(resume.id, users.resumeFileId)))
    .leftJoin(parent, guardianOf(parent, 1))
    .leftJoin(alternate, guardianOf(alternate, 2))
    .leftJoin(contact, isFirstContact)
    .leftJoin(administrator, isAdministrator);

/** A student's birth date, and who entered it. */
export const findBirthDate = prepared<{ clientId: string; studentId: string }>()(
  'findBirthDate',
  (db, { clientId, studentId }) =>
    db
      .select({ birthDate: students.birthDate, birthDateBy: students.birthDateBy })
      .from(students)
      .where(and(eq(students.clientId, clientId), eq(students.userId, studentId))),
);

/** A whole account as one row: columns that only students or only businesses have are null for others. */
export const findWholeUser = prepared<{ clientId: string; userId: string }>()(
  'findWholeUser',
  (db, { clientId, userId }) => wholeUsers(db).where(and(eq(users.clientId, clientId), eq(users.id, userId))),
);

/** These whole accounts, in no order. */
export const findWholeUsers = prepared<{ clientId: string; ids: string[] }>()(
  'findWholeUsers',
  (db, { clientId, ids }) =>
    wholeUsers(db).where(and(eq(users.clientId, clientId), sql`${users.id} = any(${ids})`)),
);

/** The whole account of the session's holder, read by the session in the round trip that enters it. */
export const findUserOfSession = prepared<{ tokenHash: Buffer }>()('findUserOfSession', (db, { tokenHash }) =>
  wholeUsers(db).where(
    sql`(${users.clientId}, ${users.id}) = (select ${sessions.clientId}, ${sessions.userId} from ${sessions}
      where ${sessions.tokenHash} = ${tokenHash})`,
  ),
);

export type WholeUser = Awaited<ReturnType<typeof findWholeUser>>[number];

/** Whether a student has applied to a business or works there, and may be shown. No row if the person does not exist. */
export const findAcquaintance = prepared<{ clientId: string; businessId: string; studentId: string }>()(
  'findAcquaintance',
  (db, { clientId, businessId, studentId }) =>
    db
      .select({
        knows: knowsStudent(clientId, businessId, studentId),
        isReleased: isReleased(clientId, studentId),
      })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, studentId))),
);

/** The client of an Admin, for a SuperAdmin; undefined for other ids and callers. */
export async function findAdminsClient(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ client_id: string }>({
    name: 'find_admin',
    text: 'select client_id from find_admin($1)',
    values: [userId],
  });
  return rows[0]?.client_id;
}
