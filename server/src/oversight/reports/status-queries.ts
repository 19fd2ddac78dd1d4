import type { InternshipType } from '@waypost/contract/opportunities/opportunities/rules';
import type { StatusSort } from '@waypost/contract/oversight/reports/rules';
import type { Concern } from '@waypost/contract/placements/pace/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { hasConcern, paceRank } from '../../placements/pace/queries.ts';
import {
  approvedHours,
  business,
  lastEntry,
  selectProjects,
  student,
} from '../../placements/projects/queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { type IdCursor, openIds } from '../../platform/database/cursor.ts';
import { programs, schools } from '../../platform/database/tables/lists.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { projects } from '../../platform/database/tables/projects.ts';

/** Filters for a client's placements. Missing schools, programs, year or type match everything. */
export interface StatusesWanted {
  clientId: string;
  schools: string[];
  programs: string[];
  graduationYear: number | undefined;
  internshipType: InternshipType | undefined;
  businessStatus: BusinessStatus | undefined;
  concern: Concern | undefined;
  /** The day for which pace and concerns are computed, YYYY-MM-DD. */
  today: string;
}

/** The sort order, and the part of the list. */
export interface StatusOrder {
  sort: StatusSort;
  descending: boolean;
}

export interface StatusPart extends StatusOrder {
  limit: number;
  offset: number;
}

/** A part of the report in order: each student's placements, with the facts for their report. */
export function findStatuses(tx: Tx, wanted: StatusesWanted, part: StatusPart) {
  return selectProjects(tx.db)
    .where(
      // The part is found first, so that hours and answers are summed only for it. As an array, because for a list of
      // unknown length the planner would read every placement.
      and(
        eq(projects.clientId, wanted.clientId),
        sql`${projects.id} = any(array(${idsOfPart(tx, wanted, part)}))`,
      ),
    )
    .orderBy(...orderOf(part, wanted.today));
}

/** The whole report, in order. */
export const openStatuses = (
  tx: Tx,
  wanted: StatusesWanted,
  order: StatusOrder,
  offset: number,
): Promise<IdCursor> => openIds(tx, idsInOrder(tx, wanted, order).toSQL(), offset);

export async function countStatuses(tx: Tx, wanted: StatusesWanted): Promise<number> {
  const [counted] = await tx.db
    .select({ placements: count() })
    .from(projects)
    .innerJoin(opportunities, ofOpportunity)
    .where(matching(tx, wanted))
    .execute();
  return counted?.placements ?? 0;
}

const idsOfPart = (tx: Tx, wanted: StatusesWanted, part: StatusPart) =>
  idsInOrder(tx, wanted, part).limit(part.limit).offset(part.offset);

function idsInOrder(tx: Tx, wanted: StatusesWanted, order: StatusOrder) {
  return tx.db
    .select({ id: projects.id })
    .from(projects)
    .leftJoin(student, and(eq(student.clientId, projects.clientId), eq(student.id, projects.studentId)))
    .innerJoin(opportunities, ofOpportunity)
    .leftJoin(business, and(eq(business.clientId, projects.clientId), eq(business.id, projects.businessId)))
    .where(matching(tx, wanted))
    .orderBy(...orderOf(order, wanted.today));
}

const ofOpportunity = and(
  eq(opportunities.clientId, projects.clientId),
  eq(opportunities.id, projects.opportunityId),
);

const keysOf: Record<StatusSort, (today: string) => SQL[]> = {
  name: () => [],
  business: () => [sql`${business.listedName}`],
  status: () => [sql`${projects.businessStatus}`],
  hours: () => [approvedHours],
  // A placement that has ended has no pace: it sorts first, like one without an entry.
  pace: (today) => [sql`coalesce(${paceRank(today)}, -1)`],
  entry: () => [sql`coalesce(${lastEntry}, '-infinity')`],
  ends: () => [sql`${opportunities.employmentStop}`],
  updated: () => [sql`${projects.updatedAt}`],
};

function orderOf({ sort, descending }: StatusOrder, today: string): SQL[] {
  const keys = [...keysOf[sort](today), sql`${student.listedName}`, sql`${projects.id}`];
  return keys.map((key) => (descending ? desc(key) : asc(key)));
}

function matching(tx: Tx, wanted: StatusesWanted): SQL | undefined {
  const { clientId, graduationYear, internshipType } = wanted;
  return and(
    eq(projects.clientId, clientId),
    graduationYear === undefined ? undefined : eq(projects.graduationYear, graduationYear),
    internshipType && eq(opportunities.internshipType, internshipType),
    wanted.businessStatus && eq(projects.businessStatus, wanted.businessStatus),
    wanted.concern && hasConcern(wanted.concern, wanted.today),
    wanted.schools.length > 0
      ? inArray(projects.schoolId, idsOf(tx, clientId, schools, wanted.schools))
      : undefined,
    wanted.programs.length > 0
      ? inArray(projects.programId, idsOf(tx, clientId, programs, wanted.programs))
      : undefined,
  );
}

function idsOf(tx: Tx, clientId: string, list: typeof schools | typeof programs, names: string[]) {
  return tx.db
    .select({ id: list.id })
    .from(list)
    .where(and(eq(list.clientId, clientId), inArray(list.name, names)));
}
