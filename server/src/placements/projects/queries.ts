import { APPROVED, DISAPPROVED, PENDING } from '@waypost/contract/placements/hours/rules';
import type { ApprovalType, ReturnableItem } from '@waypost/contract/placements/projects/rules';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias, type PgTable } from 'drizzle-orm/pg-core';
import { isReleased } from '../../platform/access/knows-student.ts';
import { type Db, prepared, type Tx } from '../../platform/database/connect.ts';
import { type IdCursor, openIds } from '../../platform/database/cursor.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { files } from '../../platform/database/tables/files.ts';
import { programs, schools } from '../../platform/database/tables/lists.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import {
  evaluations,
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projectReturns,
  projects,
} from '../../platform/database/tables/projects.ts';

/** The aliases of `selectProjects`, for filters and orders. */
export const student = alias(users, 'student');
export const business = alias(users, 'business');
const supervisor = alias(businessContacts, 'supervisor');
const picture = alias(files, 'picture');

const ofOpportunity = and(
  eq(opportunities.clientId, projects.clientId),
  eq(opportunities.id, projects.opportunityId),
);
const ofStudent = and(eq(student.clientId, projects.clientId), eq(student.id, projects.studentId));

const sumOfHours = (which: SQL) => sql<number>`coalesce(sum(${hourEntries.totalHours}) ${which}, 0)`;
const approved = sql`filter (where ${hourEntries.businessApproved} = ${APPROVED})`;
const pending = sql`filter (where ${hourEntries.businessApproved} = ${PENDING})`;
const notDisapproved = sql`filter (where ${hourEntries.businessApproved} <> ${DISAPPROVED})`;

/** Joins one of a placement's tables in a query on `projects`. */
export const ofProject = (table: { clientId: AnyPgColumn; projectId: AnyPgColumn }) =>
  and(eq(table.clientId, projects.clientId), eq(table.projectId, projects.id));

const countOf = (table: PgTable & { clientId: AnyPgColumn; projectId: AnyPgColumn }) =>
  sql<number>`(select count(*) from ${table} where ${ofProject(table)})`;

/** Only the approved hours, for a list that is sorted by them. */
export const approvedHours = sql`(select ${sumOfHours(approved)} from ${hourEntries} where ${ofProject(hourEntries)})`;

/** Only the last day with hours that count, for a list that is sorted by it. */
export const lastEntry = sql`(select max(${hourEntries.endDate}) ${notDisapproved} from ${hourEntries} where ${ofProject(hourEntries)})`;

/**
 * The columns of every view of placements, in one query: the people, the opportunity, and the facts for the report.
 * Hours and answers are summed here; the contract's rule decides their meaning.
 */
export function selectProjects(db: Db) {
  const totals = db
    .select({
      accepted: sumOfHours(approved).as('accepted'),
      pending: sumOfHours(pending).as('pending'),
      total: sumOfHours(notDisapproved).as('total'),
      pendingCount: sql<number>`count(*) ${pending}`.as('pending_count'),
      updatedAt: sql<Date | null>`max(greatest(${hourEntries.createdAt}, ${hourEntries.decidedAt}))`
        .mapWith(hourEntries.createdAt)
        .as('hours_updated_at'),
      lastEntry: sql<string | null>`max(${hourEntries.endDate}) ${notDisapproved}`.as('last_entry'),
      waitingSince: sql<Date | null>`min(${hourEntries.createdAt}) ${pending}`
        .mapWith(hourEntries.createdAt)
        .as('waiting_since'),
    })
    .from(hourEntries)
    .where(ofProject(hourEntries))
    .as('totals');
  const reflections = db
    .select({
      questions: sql<number>`count(*)`.as('questions'),
      answers: sql<number>`count(*) filter (where ${projectReflections.status} = 'complete')`.as('answers'),
      updatedAt: sql<Date | null>`max(${projectReflections.answeredAt})`
        .mapWith(projectReflections.answeredAt)
        .as('reflection_updated_at'),
    })
    .from(projectReflections)
    .where(ofProject(projectReflections))
    .as('reflections');
  return db
    .select({
      id: projects.id,
      studentId: projects.studentId,
      businessId: projects.businessId,
      businessStatus: projects.businessStatus,
      endedAt: projects.endedAt,
      createdAt: projects.createdAt,
      updatedAt: projects.updatedAt,
      student: { id: student.id, firstName: student.firstName, lastName: student.lastName },
      isReleased: isReleased(projects.clientId, projects.studentId),
      graduationYear: projects.graduationYear,
      school: schools.name,
      program: programs.name,
      picture: { id: picture.id, name: picture.name },
      business: { id: business.id, name: business.businessName },
      supervisor: {
        id: supervisor.id,
        name: supervisor.name,
        email: supervisor.email,
        phone: supervisor.phone,
        confirmedAt: sql<string | null>`(select to_json(max(said.confirmed_at)) #>> '{}'
          from supervisor_confirmations said where said.client_id = ${projects.clientId}
          and said.project_id = ${projects.id} and said.email = lower(${supervisor.email}))`,
      },
      opportunity: {
        id: opportunities.id,
        title: opportunities.title,
        employmentStart: opportunities.employmentStart,
        employmentStop: opportunities.employmentStop,
        internshipType: opportunities.internshipType,
      },
      totals: {
        accepted: totals.accepted,
        pending: totals.pending,
        total: totals.total,
        pendingCount: totals.pendingCount,
      },
      hoursUpdatedAt: totals.updatedAt,
      lastEntry: totals.lastEntry,
      waitingSince: totals.waitingSince,
      questions: reflections.questions,
      answers: reflections.answers,
      reflectionUpdatedAt: reflections.updatedAt,
      hasSummary: sql<boolean>`${projects.finalSummary} <> ''`,
      finalFileCount: countOf(projectFiles),
      evaluationCount: countOf(evaluations),
      approved: sql<ApprovalType[]>`array(select ${projectApprovals.item} from ${projectApprovals}
        where ${ofProject(projectApprovals)})`,
      sentBack: sql<ReturnableItem[]>`array(select ${projectReturns.item} from ${projectReturns}
        where ${ofProject(projectReturns)})`,
    })
    .from(projects)
    .innerJoin(opportunities, ofOpportunity)
    .leftJoin(business, and(eq(business.clientId, projects.clientId), eq(business.id, projects.businessId)))
    .leftJoin(
      supervisor,
      and(eq(supervisor.clientId, projects.clientId), eq(supervisor.id, projects.supervisorId)),
    )
    .leftJoin(student, ofStudent)
    .leftJoin(schools, and(eq(schools.clientId, projects.clientId), eq(schools.id, projects.schoolId)))
    .leftJoin(programs, and(eq(programs.clientId, projects.clientId), eq(programs.id, projects.programId)))
    .leftJoin(picture, and(eq(picture.clientId, student.clientId), eq(picture.id, student.profilePicId)))
    .crossJoinLateral(totals)
    .crossJoinLateral(reflections);
}

const latestFirst = [desc(projects.createdAt), asc(projects.id)];

/** A student's placements, the latest first. */
export const listProjectsOf = prepared<{ clientId: string; studentId: string }>()(
  'listProjectsOf',
  (db, { clientId, studentId }) =>
    selectProjects(db)
      .where(and(eq(projects.clientId, clientId), eq(projects.studentId, studentId)))
      .orderBy(...latestFirst),
);

export const openProjectsOf = (
  tx: Tx,
  { clientId, studentId }: { clientId: string; studentId: string },
  offset: number,
): Promise<IdCursor> =>
  openIds(
    tx,
    tx.db
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.clientId, clientId), eq(projects.studentId, studentId)))
      .orderBy(...latestFirst)
      .toSQL(),
    offset,
  );

export type FoundProject = Awaited<ReturnType<typeof listProjectsOf>>[number];

const asInterns = [
  asc(opportunities.title),
  asc(opportunities.id),
  asc(student.lastName),
  asc(student.firstName),
  asc(projects.id),
];

/** A business's interns in the order of Manage Interns: by opportunity, then by name. */
export const listInternsOf = prepared<{ clientId: string; businessId: string }>()(
  'listInternsOf',
  (db, { clientId, businessId }) =>
    selectProjects(db)
      .where(and(eq(projects.clientId, clientId), eq(projects.businessId, businessId)))
      .orderBy(...asInterns),
);

export const openInternsOf = (
  tx: Tx,
  { clientId, businessId }: { clientId: string; businessId: string },
  offset: number,
): Promise<IdCursor> =>
  openIds(
    tx,
    tx.db
      .select({ id: projects.id })
      .from(projects)
      .innerJoin(opportunities, ofOpportunity)
      .leftJoin(student, ofStudent)
      .where(and(eq(projects.clientId, clientId), eq(projects.businessId, businessId)))
      .orderBy(...asInterns)
      .toSQL(),
    offset,
  );
