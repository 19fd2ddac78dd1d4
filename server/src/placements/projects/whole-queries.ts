import type { ReturnableItem } from '@waypost/contract/placements/projects/rules';
import { and, asc, eq, getTableColumns, type Placeholder, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { reflectionQuestions } from '../../platform/database/tables/lists.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';
import {
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projectReturns,
  projects,
} from '../../platform/database/tables/projects.ts';
import { listEvaluations } from '../evaluations/queries.ts';
import { ofProject, selectProjects } from './queries.ts';

type ProjectKeys = { clientId: string; ids: string[] };

/** A table's rows that belong to these placements. */
const ofProjects = (
  table: { clientId: AnyPgColumn; projectId: AnyPgColumn },
  { clientId, ids }: { clientId: Placeholder<'clientId'>; ids: Placeholder<'ids'> },
) => and(eq(table.clientId, clientId), sql`${table.projectId} = any(${ids})`);

const findProjects = prepared<ProjectKeys>()('findProjects', (db, { clientId, ids }) =>
  selectProjects(db).where(and(eq(projects.clientId, clientId), sql`${projects.id} = any(${ids})`)),
);

/** What only a whole placement shows: its letter, its summary, and what its hours are compared with. */
const findProjectTexts = prepared<ProjectKeys>()('findProjectTexts', (db, { clientId, ids }) =>
  db
    .select({
      projectId: projects.id,
      applicationId: applications.id,
      coverLetter: applications.coverLetter,
      finalSummary: projects.finalSummary,
      weeklyHours: sql<number | null>`weekly_hours(${projects.clientId}, ${projects.id})`,
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
  { clientId, projectId }: { clientId: string; projectId: string },
): Promise<WholeProject | undefined> {
  const [project] = await loadProjects(tx, { clientId, ids: [projectId] });
  return project;
}
