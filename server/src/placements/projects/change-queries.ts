import { hasEnded } from '@waypost/contract/placements/projects/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { reflectionQuestions } from '../../platform/database/tables/lists.ts';
import { students } from '../../platform/database/tables/people.ts';
import { projectReflections, projects } from '../../platform/database/tables/projects.ts';

type ProjectKey = { clientId: string; projectId: string };

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

/** What a new placement remembers of its student (docs/behavior/projects.md#start). */
export function ofItsStudent({ clientId, studentId }: { clientId: string; studentId: string | null }) {
  const current = (column: SQL) =>
    sql`(select ${column} from ${students} where client_id = ${clientId} and user_id = ${studentId})`;
  return {
    schoolId: current(sql`school_id`),
    programId: current(sql`program_id`),
    graduationYear: current(sql`graduation_year`),
  };
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
      clientId,
      applicationId,
      opportunityId,
      studentId,
      businessId,
      ...ofItsStudent({ clientId, studentId }),
      createdAt: now,
      updatedAt: now,
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
