import { eq, sql } from 'drizzle-orm';
import { ofItsStudent } from '../placements/projects/change-queries.ts';
import { files } from '../platform/database/tables/files.ts';
import { evaluationQuestions, reflectionQuestions } from '../platform/database/tables/lists.ts';
import {
  applications as applicationTable,
  interviews as interviewTable,
  opportunities as opportunityTable,
} from '../platform/database/tables/opportunities.ts';
import { users } from '../platform/database/tables/people.ts';
import {
  evaluationRatings,
  evaluations,
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projects,
} from '../platform/database/tables/projects.ts';
import type { DemoMaking } from './fill-demo.ts';
import type { makeFinalFile } from './final-work.ts';
import type { DemoPeople } from './people.ts';

/** Applications and placements while they are made. Their rows are stored at the end. */
export interface DemoWork extends DemoMaking {
  people: DemoPeople;
  rows: ReturnType<typeof emptyRows>;
  questions: {
    reflection: (typeof reflectionQuestions.$inferSelect)[];
    evaluation: (typeof evaluationQuestions.$inferSelect)[];
  };
}

export async function beginWork(making: DemoMaking, people: DemoPeople): Promise<DemoWork> {
  const { db, clientId } = making;
  const questions = {
    reflection: await db
      .select()
      .from(reflectionQuestions)
      .where(eq(reflectionQuestions.clientId, clientId))
      .orderBy(reflectionQuestions.ordinal),
    evaluation: await db
      .select()
      .from(evaluationQuestions)
      .where(eq(evaluationQuestions.clientId, clientId))
      .orderBy(evaluationQuestions.ordinal),
  };
  return { ...making, people, rows: emptyRows(), questions };
}

function emptyRows() {
  return {
    applications: [] as (typeof applicationTable.$inferInsert)[],
    interviews: [] as (typeof interviewTable.$inferInsert)[],
    projects: [] as (typeof projects.$inferInsert)[],
    hours: [] as (typeof hourEntries.$inferInsert)[],
    reflections: [] as (typeof projectReflections.$inferInsert)[],
    evaluations: [] as (typeof evaluations.$inferInsert)[],
    ratings: [] as (typeof evaluationRatings.$inferInsert)[],
    handedIn: [] as ReturnType<typeof makeFinalFile>[],
    approvals: [] as (typeof projectApprovals.$inferInsert)[],
    /** Spots taken, by opportunity. */
    seats: new Map<string, number>(),
  };
}

export async function storeWork({ db, clientId, files: store, rows }: DemoWork): Promise<void> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.clientId} = ${clientId} and ${users.role} = 'Admin'`);
  const approvals = rows.approvals.map((row) => ({ ...row, approvedBy: admin?.id ?? row.approvedBy }));
  await db.insert(applicationTable).values(rows.applications);
  if (rows.interviews.length > 0) await db.insert(interviewTable).values(rows.interviews);
  // Everybody signed up before they applied.
  await db.execute(sql`
    update users set created_at = earliest.applied_at - interval '5 days'
      from (select student_id, min(applied_at) as applied_at from applications where client_id = ${clientId}
             group by student_id) as earliest
     where users.client_id = ${clientId} and users.id = earliest.student_id
       and users.created_at > earliest.applied_at`);
  for (const [id, acceptedCount] of rows.seats)
    await db
      .update(opportunityTable)
      .set({ acceptedCount })
      .where(sql`${opportunityTable.clientId} = ${clientId} and ${opportunityTable.id} = ${id}`);
  await db.insert(projects).values(
    rows.projects.map((row) => ({
      ...row,
      ...ofItsStudent({ clientId: row.clientId, studentId: row.studentId ?? null }),
    })),
  );
  // A parent decides before their child's first placement, or on the day after it was accepted.
  await db.execute(sql`
    update consents c
       set recorded_at = first.day_after, decided_on = (first.day_after at time zone 'UTC')::date,
           decided_at = case when c.decided_at is not null then first.day_after end
      from (select student_id, min(created_at) + interval '1 day' as day_after from projects
             where client_id = ${clientId} group by student_id) as first
     where c.client_id = ${clientId} and c.student_id = first.student_id and c.recorded_at > first.day_after`);
  for (let from = 0; from < rows.hours.length; from += 1000)
    await db.insert(hourEntries).values(rows.hours.slice(from, from + 1000));
  await db.insert(projectReflections).values(rows.reflections);
  await db.insert(evaluations).values(rows.evaluations);
  await db.insert(evaluationRatings).values(rows.ratings);
  for (const { file, content } of rows.handedIn) await store.put(file.storageKey, content, file.contentType);
  await db.insert(files).values(rows.handedIn.map(({ file }) => file));
  await db.insert(projectFiles).values(rows.handedIn.map(({ link }) => link));
  if (approvals.length) await db.insert(projectApprovals).values(approvals);
}
