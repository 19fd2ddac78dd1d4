import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ofItsStudent } from '../placements/projects/change-queries.ts';
import { consents } from '../platform/database/tables/consents.ts';
import { reflectionQuestions } from '../platform/database/tables/lists.ts';
import { applications, opportunities } from '../platform/database/tables/opportunities.ts';
import { users } from '../platform/database/tables/people.ts';
import { projectReflections, projects } from '../platform/database/tables/projects.ts';
import type { DemoMaking } from './fill-demo.ts';
import type { DemoPeople } from './people.ts';

/** The placements that start soon, at most: two for each progress of an agreement. */
const MOST = 10;

/** Accepts some applications to opportunities that have not begun. Returns the ids of their placements. */
export async function fillStarting(making: DemoMaking, people: DemoPeople): Promise<string[]> {
  const { db, clientId } = making;
  const chosen = await findAcceptable(making, people);
  if (chosen.length === 0) return [];
  const questions = await db
    .select()
    .from(reflectionQuestions)
    .where(eq(reflectionQuestions.clientId, clientId))
    .orderBy(reflectionQuestions.ordinal);
  const rows = chosen.map(({ opportunityId, studentId, businessId, ...application }) => ({
    clientId,
    id: randomUUID(),
    applicationId: application.id,
    opportunityId,
    studentId,
    businessId,
    supervisorId: people.businesses.find(({ id }) => id === businessId)?.supervisors[0]?.id ?? null,
    createdAt: new Date(application.appliedAt.getTime() + 86_400_000),
    updatedAt: new Date(application.appliedAt.getTime() + 86_400_000),
  }));
  for (const { applicationId, opportunityId, createdAt } of rows) {
    await db
      .update(applications)
      .set({ status: 'Accepted', updatedAt: createdAt })
      .where(and(eq(applications.clientId, clientId), eq(applications.id, applicationId)));
    await db
      .update(opportunities)
      .set({ acceptedCount: sql`${opportunities.acceptedCount} + 1` })
      .where(and(eq(opportunities.clientId, clientId), eq(opportunities.id, opportunityId)));
  }
  await db.insert(projects).values(rows.map((row) => ({ ...row, ...ofItsStudent(row) })));
  await db.insert(projectReflections).values(
    rows.flatMap(({ id: projectId }) =>
      questions.map(({ questionText, questionTextEs }, index) => ({
        clientId,
        projectId,
        ordinal: index + 1,
        questionText,
        questionTextEs,
        status: index === 0 ? ('unlocked' as const) : ('locked' as const),
      })),
    ),
  );
  return rows.map(({ id }) => id);
}

/**
 * New applications of students without a placement, whose parents have consented: one for each student and
 * opportunity, and none at the demo's own business, whose applicants wait for its reply.
 */
async function findAcceptable({ db, calendar, clientId }: DemoMaking, people: DemoPeople) {
  const found = await db
    .select({
      id: applications.id,
      appliedAt: applications.appliedAt,
      studentId: applications.studentId,
      opportunityId: opportunities.id,
      businessId: opportunities.businessId,
    })
    .from(applications)
    .innerJoin(
      opportunities,
      and(eq(opportunities.clientId, clientId), eq(opportunities.id, applications.opportunityId)),
    )
    .innerJoin(users, and(eq(users.clientId, clientId), eq(users.id, applications.studentId)))
    .where(
      and(
        eq(applications.clientId, clientId),
        eq(applications.status, 'New'),
        eq(opportunities.audience, 'Open'),
        inArray(
          applications.studentId,
          db
            .select({ id: consents.studentId })
            .from(consents)
            .where(
              and(
                eq(consents.clientId, clientId),
                eq(consents.decision, 'given'),
                sql`${consents.recordedAt} < ${applications.appliedAt}`,
              ),
            ),
        ),
        sql`${applications.appliedAt} < ${calendar.moment(-3)}`,
        sql`${opportunities.employmentStart} > ${calendar.day(0)}`,
        sql`not exists (select from projects p
          where p.client_id = ${clientId} and p.student_id = ${applications.studentId})`,
        sql`not exists (select from applications other join opportunities o
            on o.client_id = other.client_id and o.id = other.opportunity_id
          where other.client_id = ${clientId} and other.student_id = ${applications.studentId}
            and other.id <> ${applications.id} and o.business_id = ${opportunities.businessId})`,
      ),
    )
    .orderBy(asc(users.email), asc(opportunities.title));
  const taken = new Set<string | null>([people.businesses[0]?.id ?? null]);
  const chosen: typeof found = [];
  for (const one of found) {
    if ([one.businessId, one.studentId].some((id) => taken.has(id)) || chosen.length === MOST) continue;
    taken.add(one.studentId).add(one.businessId);
    chosen.push(one);
  }
  return chosen;
}
