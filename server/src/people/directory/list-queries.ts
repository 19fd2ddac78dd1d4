import {
  type ApprovedChoice,
  type BusinessCount,
  businessCounts,
  type PeopleSort,
} from '@waypost/contract/people/directory/rules';
import type { Role } from '@waypost/contract/roles';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias, type PgColumn, union } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database/connect.ts';
import { type IdCursor, openIds } from '../../platform/database/cursor.ts';
import { files } from '../../platform/database/tables/files.ts';
import { focusAreas, programs, schools } from '../../platform/database/tables/lists.ts';
import {
  students,
  userFocusAreas,
  userPrograms,
  userSchools,
  users,
} from '../../platform/database/tables/people.ts';
import { namesOfFocusAreas, namesOfPrograms, namesOfSchools } from '../profiles/queries.ts';

/** Filters for a client's people. Missing or empty ones match everything; of several names, any matches. */
export interface PeopleWanted {
  clientId: string;
  roles: Role[];
  /** The start of a name (in either order), of a business name (all folded) or of an email, in any letter case. */
  search: string;
  approved?: ApprovedChoice;
  graduationYear?: number | undefined;
  /** The school and the program of a student. */
  attendedSchools?: string[];
  attendedPrograms?: string[];
  /**
   * A business's preferred schools or a teacher's own, a teacher's programs, a business's or a student's focus
   * areas.
   */
  schools?: string[];
  programs?: string[];
  focusAreas?: string[];
  /** When the account was created, excluding the end. */
  made?: { from: Date; until: Date } | undefined;
  /** Narrows the list further. */
  also?: SQL | undefined;
}

/** The sort order; `counts` if it is by one of them. */
export interface Order {
  sort: PeopleSort;
  descending: boolean;
  counts?: PeopleCounts | null;
}

export interface ListOptions extends Order {
  /** The maximum number of rows. */
  limit: number;
  offset: number;
  /** Whether each row has its counts. */
  withCounts?: boolean;
}

export interface CountsOfStudent {
  applications: number;
  current: { id: string; business: string | null }[];
  completed: number;
  terminated: number;
  approvedHours: number;
  lastActivity: string | null;
}

export type CountsOfBusiness = Record<BusinessCount, number>;

/** Counts of one row of `users`, which a report lists and sorts by. */
export interface PeopleCounts {
  /** Null for other roles, like the next one. */
  ofStudent: SQL<CountsOfStudent | null>;
  ofBusiness: SQL<CountsOfBusiness | null>;
  /** Each count of a business, to sort by. */
  keys: Record<BusinessCount, SQL<number>>;
}

const picture = alias(files, 'picture');
const agreement = alias(files, 'agreement');

/** Their number. */
export async function countPeople(tx: Tx, wanted: PeopleWanted): Promise<number> {
  const [counted] = await tx.db
    .select({ people: count() })
    .from(users)
    .leftJoin(students, ofStudent)
    .where(matching(tx, wanted))
    .execute();
  return counted?.people ?? 0;
}

/** A part of a list, in order. Its rows are found first, so that details are looked up only for them. */
export function findPeople(tx: Tx, wanted: PeopleWanted, part: ListOptions) {
  return selectListed(tx, part.withCounts ? part.counts : null)
    .where(and(eq(users.clientId, wanted.clientId), inArray(users.id, idsOfPart(tx, wanted, part))))
    .orderBy(...orderOf(part))
    .execute();
}
export type ListedPerson = Awaited<ReturnType<typeof findPeople>>[number];

/** The whole list, in order. */
export const openPeople = (tx: Tx, wanted: PeopleWanted, order: Order, offset: number): Promise<IdCursor> =>
  openIds(tx, idsInOrder(tx, wanted, order).toSQL(), offset);

/** These accounts as rows of a list, in no order, with their counts if given. */
export function findListed(tx: Tx, clientId: string, ids: string[], counts: PeopleCounts | null = null) {
  return selectListed(tx, counts).where(
    and(eq(users.clientId, clientId), sql`${users.id} = any(${sql.param(ids)})`),
  );
}

interface Fitting {
  clientId: string;
  ids: string[];
  /** The schools that they attend or prefer. */
  schools: string[];
  focusAreas: string[];
  approved: ApprovedChoice;
}

/** Which of these accounts match. */
export async function findMatching(tx: Tx, { clientId, ids, ...filter }: Fitting): Promise<string[]> {
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .leftJoin(students, ofStudent)
    .where(
      and(
        eq(users.clientId, clientId),
        sql`${users.id} = any(${sql.param(ids)})`,
        approvedIs[filter.approved],
        named(filter.schools, (names) =>
          or(
            inArray(students.schoolId, idsOf(tx, clientId, schools, names)),
            inArray(users.id, holdersOfSchools(tx, clientId, names)),
          ),
        ),
        named(filter.focusAreas, (names) => inArray(users.id, holdersOfFocusAreas(tx, clientId, names))),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The columns of a list, with the counts if given. */
function selectListed(tx: Tx, counts: PeopleCounts | null | undefined) {
  return tx.db
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      businessName: users.businessName,
      approved: users.approved,
      confirmed: users.confirmed,
      deactivatedAt: users.deactivatedAt,
      hasSecondFactor: sql<boolean>`exists (select from second_factors f
        where f.client_id = ${users.clientId} and f.user_id = ${users.id} and f.secret is not null)`,
      saves: users.saves,
      createdAt: users.createdAt,
      graduationYear: students.graduationYear,
      school: schools.name,
      program: programs.name,
      focusAreas: namesOfFocusAreas,
      schools: namesOfSchools,
      programs: namesOfPrograms,
      picture: { id: picture.id, name: picture.name },
      agreement: { id: agreement.id, name: agreement.name },
      countsOfStudent: counts?.ofStudent ?? sql<null>`null`,
      countsOfBusiness: counts?.ofBusiness ?? sql<null>`null`,
    })
    .from(users)
    .leftJoin(students, ofStudent)
    .leftJoin(schools, ofSchool)
    .leftJoin(programs, and(eq(programs.clientId, students.clientId), eq(programs.id, students.programId)))
    .leftJoin(picture, and(eq(picture.clientId, users.clientId), eq(picture.id, users.profilePicId)))
    .leftJoin(
      agreement,
      and(eq(agreement.clientId, users.clientId), eq(agreement.id, users.agreementFileId)),
    );
}

const idsOfPart = (tx: Tx, wanted: PeopleWanted, part: ListOptions) =>
  idsInOrder(tx, wanted, part).limit(part.limit).offset(part.offset);

function idsInOrder(tx: Tx, wanted: PeopleWanted, order: Order) {
  return tx.db
    .select({ id: users.id })
    .from(users)
    .leftJoin(students, ofStudent)
    .leftJoin(schools, ofSchool)
    .where(matching(tx, wanted))
    .orderBy(...orderOf(order));
}

const ofStudent = and(eq(students.clientId, users.clientId), eq(students.userId, users.id));
const ofSchool = and(eq(schools.clientId, students.clientId), eq(schools.id, students.schoolId));

const keysOf: Record<Exclude<PeopleSort, BusinessCount>, (PgColumn | SQL)[]> = {
  name: [users.listedName],
  school_attending: [sql`${schools.name} collate "und-x-icu"`, users.listedName],
  graduation_year: [students.graduationYear, users.listedName],
  // The longest waiting first, then those whose approval was withdrawn, then the approved.
  approved: [users.approved, sql`${users.deactivatedAt} is not null`, users.createdAt],
  createdAt: [users.createdAt],
};

const isCount = (sort: PeopleSort): sort is BusinessCount => businessCounts.some((count) => count === sort);

function orderOf({ sort, descending, counts }: Order): SQL[] {
  const keys = isCount(sort) ? [...(counts ? [counts.keys[sort]] : []), users.listedName] : keysOf[sort];
  return [...keys, users.id].map((key) => (descending ? desc(key) : asc(key)));
}

function matching(tx: Tx, wanted: PeopleWanted): SQL | undefined {
  const { clientId, approved, search, graduationYear } = wanted;
  return and(
    eq(users.clientId, clientId),
    inArray(users.role, wanted.roles),
    approvedIs[approved ?? 'All'],
    search ? inArray(users.id, beginning(tx, clientId, wanted.roles, search)) : undefined,
    graduationYear === undefined ? undefined : eq(students.graduationYear, graduationYear),
    named(wanted.attendedSchools, (names) => inArray(students.schoolId, idsOf(tx, clientId, schools, names))),
    named(wanted.attendedPrograms, (names) =>
      inArray(students.programId, idsOf(tx, clientId, programs, names)),
    ),
    named(wanted.schools, (names) => inArray(users.id, holdersOfSchools(tx, clientId, names))),
    named(wanted.programs, (names) => inArray(users.id, holdersOfPrograms(tx, clientId, names))),
    named(wanted.focusAreas, (names) => inArray(users.id, holdersOfFocusAreas(tx, clientId, names))),
    wanted.made && and(gte(users.createdAt, wanted.made.from), lt(users.createdAt, wanted.made.until)),
    wanted.also,
  );
}

// Literals instead of parameters, so that the planner can use the partial index of unapproved accounts.
const approvedIs: Record<ApprovedChoice, SQL | undefined> = {
  All: undefined,
  Approved: sql`${users.approved}`,
  'Not Approved': sql`not ${users.approved}`,
  Unconfirmed: sql`not ${users.approved} and not ${users.confirmed}`,
  // The same rule as `approvalStanding`.
  Waiting: and(
    sql`not ${users.approved}`,
    sql`${users.confirmed}`,
    isNull(users.deactivatedAt),
    sql`${users.saves} > 0`,
    or(sql`${users.role} <> 'Student'`, isNotNull(users.agreementFileId)),
  ),
};

function named(names: string[] | undefined, narrow: (names: string[]) => SQL | undefined): SQL | undefined {
  return names && names.length > 0 ? narrow(names) : undefined;
}

/** One index for each alternative; with `or`, the query would read every account of the client. */
function beginning(tx: Tx, clientId: string, roles: Role[], search: string) {
  const folded = sql`fold_text(${search})`;
  const by = (column: PgColumn, from = folded) =>
    tx.db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.clientId, clientId),
          inArray(users.role, roles),
          sql`${from} <> ''`,
          gte(column, from),
          lt(column, sql`${from} || U&'\\+10FFFF'`),
        ),
      );
  return union(
    by(users.emailLower, sql`lower(${search})`),
    by(users.firstLastFolded),
    by(users.lastFirstFolded),
    by(users.businessNameFolded),
  );
}

function idsOf(tx: Tx, clientId: string, list: typeof schools | typeof programs, names: string[]) {
  return tx.db
    .select({ id: list.id })
    .from(list)
    .where(and(eq(list.clientId, clientId), inArray(list.name, names)));
}

function holdersOfSchools(tx: Tx, clientId: string, names: string[]) {
  return tx.db
    .select({ id: userSchools.userId })
    .from(userSchools)
    .where(
      and(
        eq(userSchools.clientId, clientId),
        inArray(userSchools.schoolId, idsOf(tx, clientId, schools, names)),
      ),
    );
}

function holdersOfPrograms(tx: Tx, clientId: string, names: string[]) {
  return tx.db
    .select({ id: userPrograms.userId })
    .from(userPrograms)
    .where(
      and(
        eq(userPrograms.clientId, clientId),
        inArray(userPrograms.programId, idsOf(tx, clientId, programs, names)),
      ),
    );
}

function holdersOfFocusAreas(tx: Tx, clientId: string, names: string[]) {
  const areas = tx.db
    .select({ id: focusAreas.id })
    .from(focusAreas)
    .where(and(eq(focusAreas.clientId, clientId), inArray(focusAreas.name, names)));
  return tx.db
    .select({ id: userFocusAreas.userId })
    .from(userFocusAreas)
    .where(and(eq(userFocusAreas.clientId, clientId), inArray(userFocusAreas.focusAreaId, areas)));
}
