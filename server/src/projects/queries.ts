import { APPROVED, DISAPPROVED, PENDING } from '@waypost/contract/hours/rules';
import { type ApprovalType, hasEnded, type ReturnableItem } from '@waypost/contract/projects/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { and, asc, desc, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias, type PgTable } from 'drizzle-orm/pg-core';
import type { Authorized } from '../access/enforce.ts';
import { type Db, prepared, type Tx } from '../database/connect.ts';
import { type IdCursor, openIds } from '../database/cursor.ts';
import { businessContacts } from '../database/tables/contacts.ts';
import { files } from '../database/tables/files.ts';
import { programs, reflectionQuestions, schools } from '../database/tables/lists.ts';
import { applications, opportunities } from '../database/tables/opportunities.ts';
import { students, users } from '../database/tables/people.ts';
import {
  evaluations,
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projectReturns,
  projects,
} from '../database/tables/projects.ts';
import { listEvaluations } from '../evaluations/queries.ts';

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
const ofProject = (table: { clientId: AnyPgColumn; projectId: AnyPgColumn }) =>
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
      graduationYear: students.graduationYear,
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
    .leftJoin(students, and(eq(students.clientId, student.clientId), eq(students.userId, student.id)))
    .leftJoin(schools, and(eq(schools.clientId, students.clientId), eq(schools.id, students.schoolId)))
    .leftJoin(programs, and(eq(programs.clientId, students.clientId), eq(programs.id, students.programId)))
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

type ProjectKey = { clientId: string; projectId: string };
type ProjectKeys = { clientId: string; ids: string[] };

/** A table's rows that belong to these placements. */
const ofProjects = (
  table: { clientId: AnyPgColumn; projectId: AnyPgColumn },
  { clientId, ids }: { clientId: Placeholder<'clientId'>; ids: Placeholder<'ids'> },
) => and(eq(table.clientId, clientId), sql`${table.projectId} = any(${ids})`);

const findProjects = prepared<ProjectKeys>()('findProjects', (db, { clientId, ids }) =>
  selectProjects(db).where(and(eq(projects.clientId, clientId), sql`${projects.id} = any(${ids})`)),
);

/** The texts that only a whole placement shows: its letter and its summary. */
const findProjectTexts = prepared<ProjectKeys>()('findProjectTexts', (db, { clientId, ids }) =>
  db
    .select({
      projectId: projects.id,
      applicationId: applications.id,
      coverLetter: applications.coverLetter,
      finalSummary: projects.finalSummary,
      finalSummaryUpdatedAt: projects.finalSummaryUpdatedAt,
      finalProjectUpdatedAt: projects.finalProjectUpdatedAt,
      sentBack: sql<{ item: ReturnableItem; reason: string; at: string }[]>`array(
        select json_build_object('item', ${projectReturns.item}, 'reason', ${projectReturns.reason},
          'at', ${projectReturns.sentBackAt})
        from ${projectReturns} where ${ofProject(projectReturns)} order by ${projectReturns.sentBackAt})`,
    })
    .from(projects)
    .innerJoin(
      applications,
      and(eq(applications.clientId, projects.clientId), eq(applications.id, projects.applicationId)),
    )
    .where(and(eq(projects.clientId, clientId), sql`${projects.id} = any(${ids})`)),
);

const listHours = prepared<ProjectKeys>()('listHours', (db, keys) =>
  db
    .select()
    .from(hourEntries)
    .where(ofProjects(hourEntries, keys))
    .orderBy(
      asc(hourEntries.startDate),
      asc(hourEntries.endDate),
      asc(hourEntries.createdAt),
      asc(hourEntries.id),
    ),
);

/** A placement that started before its questions were translated shows the translation of the same question today. */
const currentSpanish = sql`(select asked.question_text_es from ${reflectionQuestions} asked
  where asked.client_id = ${projectReflections}.client_id and asked.question_text = ${projectReflections}.question_text
  order by asked.question_text_es desc limit 1)`;

const listReflections = prepared<ProjectKeys>()('listReflections', (db, keys) =>
  db
    .select({
      ...getTableColumns(projectReflections),
      questionTextEs: sql<string>`coalesce(nullif(${projectReflections.questionTextEs}, ''), ${currentSpanish}, '')`,
    })
    .from(projectReflections)
    .where(ofProjects(projectReflections, keys))
    .orderBy(asc(projectReflections.ordinal)),
);

const listApprovals = prepared<ProjectKeys>()('listApprovals', (db, keys) =>
  db
    .select()
    .from(projectApprovals)
    .where(ofProjects(projectApprovals, keys))
    .orderBy(asc(projectApprovals.approvedAt), asc(projectApprovals.item)),
);

const listFinalFiles = prepared<ProjectKeys>()('listFinalFiles', (db, keys) =>
  db
    .select({
      projectId: projectFiles.projectId,
      id: files.id,
      name: files.name,
      createdAt: projectFiles.createdAt,
    })
    .from(projectFiles)
    .innerJoin(files, and(eq(files.clientId, projectFiles.clientId), eq(files.id, projectFiles.fileId)))
    .where(ofProjects(projectFiles, keys))
    .orderBy(asc(projectFiles.createdAt), asc(files.id)),
);

/**
 * These whole placements, in no order: always the same seven queries, sent in one round trip. Ownership has not been
 * checked yet.
 */
export async function loadProjects(tx: Tx, keys: ProjectKeys) {
  const [found, texts, hours, reflections, approvals, finalFiles, submitted] = await Promise.all([
    findProjects(tx, keys),
    findProjectTexts(tx, keys).then(byProject),
    listHours(tx, keys).then(byProject),
    listReflections(tx, keys).then(byProject),
    listApprovals(tx, keys).then(byProject),
    listFinalFiles(tx, keys).then(byProject),
    listEvaluations(tx, keys).then(byProject),
  ]);
  return found.flatMap((project) => {
    const [its] = texts.get(project.id) ?? [];
    if (!its) return [];
    return {
      ...project,
      texts: its,
      hours: hours.get(project.id) ?? [],
      reflections: reflections.get(project.id) ?? [],
      approvals: approvals.get(project.id) ?? [],
      finalFiles: finalFiles.get(project.id) ?? [],
      businessEvaluations: submitted.get(project.id) ?? [],
    };
  });
}
export type WholeProject = Awaited<ReturnType<typeof loadProjects>>[number];

function byProject<Row extends { projectId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.projectId);
    if (group) group.push(row);
    else groups.set(row.projectId, [row]);
  }
  return groups;
}

/** One of them, or undefined. */
export async function loadProject(
  tx: Tx,
  { clientId, projectId }: ProjectKey,
): Promise<WholeProject | undefined> {
  const [project] = await loadProjects(tx, { clientId, ids: [projectId] });
  return project;
}

/**
 * Locks a placement for a change and returns its people and its status. Others who want to change it wait until the
 * transaction ends.
 */
export const findProjectToChange = prepared<ProjectKey>()(
  'findProjectToChange',
  (db, { clientId, projectId }) =>
    db
      .select({
        id: projects.id,
        clientId: projects.clientId,
        studentId: projects.studentId,
        businessId: projects.businessId,
        business_status: projects.businessStatus,
      })
      .from(projects)
      .where(and(eq(projects.clientId, clientId), eq(projects.id, projectId)))
      .for('no key update'),
);
export type ProjectToChange = Awaited<ReturnType<typeof findProjectToChange>>[number];

/** Marks the placement as changed. */
export const touchProject = prepared<ProjectKey & { now: Date }>()(
  'touchProject',
  (db, { clientId, projectId, now }) =>
    db
      .update(projects)
      .set({ updatedAt: sql`${now}` })
      .where(and(eq(projects.clientId, clientId), eq(projects.id, projectId))),
);

/** Changes a placement's status and when it ended, if it is still what the caller saw; returns whether it did. */
export async function moveProject(
  tx: Tx,
  project: Authorized<{ id: string; clientId: string }>,
  move: { from: BusinessStatus; to: BusinessStatus; now: Date },
): Promise<boolean> {
  const moved = await tx.db
    .update(projects)
    .set({
      businessStatus: move.to,
      endedAt: hasEnded({ business_status: move.to }) ? move.now : null,
      updatedAt: move.now,
    })
    .where(
      and(
        eq(projects.clientId, project.clientId),
        eq(projects.id, project.id),
        eq(projects.businessStatus, move.from),
      ),
    )
    .returning({ id: projects.id });
  return moved.length === 1;
}

/**
 * Creates the placement of an application that was just accepted, with the client's current reflection questions, the
 * first unlocked and the rest locked, under the business's first supervisor (docs/behavior/projects.md#start). Returns
 * its id.
 */
export async function beginProject(
  tx: Tx,
  application: Authorized<{
    id: string;
    opportunityId: string;
    studentId: string | null;
    businessId: string | null;
  }>,
  clientId: string,
  now: Date,
): Promise<string> {
  const { id: applicationId, opportunityId, studentId, businessId } = application;
  const [project] = await tx.db
    .insert(projects)
    .values({
      ...{ clientId, applicationId, opportunityId, studentId, businessId, createdAt: now, updatedAt: now },
      // Until the business chooses someone else.
      supervisorId: sql`(select id from ${businessContacts} where client_id = ${clientId}
        and business_id = ${businessId} and 'supervisor' = any(roles) order by ordinal limit 1)`,
    })
    .returning({ id: projects.id });
  if (!project) throw new Error('no project was made');
  await copyQuestions(tx, clientId, project.id);
  return project.id;
}

async function copyQuestions(tx: Tx, clientId: string, projectId: string): Promise<void> {
  await tx.db.execute(sql`
    insert into ${projectReflections} (client_id, project_id, ordinal, question_text, question_text_es, status)
    select client_id, ${projectId}, place, question_text, question_text_es, case when place = 1 then 'unlocked' else 'locked' end
      from (select client_id, question_text, question_text_es, row_number() over (order by ordinal, id) as place
              from ${reflectionQuestions} where client_id = ${clientId}) as asked`);
}
