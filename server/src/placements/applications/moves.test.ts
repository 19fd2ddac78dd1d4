import { randomUUID } from 'node:crypto';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { canMove } from '@waypost/contract/placements/applications/rules';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { type ApplicationStatus, applicationStatuses } from '@waypost/contract/statuses';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { reflectionQuestions } from '../../platform/database/tables/lists.ts';
import { applications, opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projectReflections, projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { updateApplicationStatus, getApplicationById } = applicationCalls;

/** An application in `status`, with its two sides. */
async function between(status: ApplicationStatus, seats = 3) {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business, availableSlots: seats });
  const application = await server.anApplication({ student, opportunity, status });
  return { client, student, business, opportunity, application };
}

async function stored(application: { id: string }) {
  const [row] = await server.db.select().from(applications).where(eq(applications.id, application.id));
  return row;
}

async function seatsTaken(opportunity: { id: string }) {
  const [row] = await server.db.select().from(opportunities).where(eq(opportunities.id, opportunity.id));
  return row?.acceptedCount;
}

const projectsOf = (application: { id: string }) =>
  server.db.select().from(projects).where(eq(projects.applicationId, application.id));

describe.each(['Student', 'Business'] as const)('a %s', (role) => {
  const every = applicationStatuses.flatMap((from) => applicationStatuses.map((to) => [from, to] as const));

  test.each(every.filter(([from, to]) => canMove(role, from, to)))('moves %s to %s', async (from, to) => {
    const { student, business, application } = await between(from);
    server.clock.moveBy(60_000);
    const mover = server.as(role === 'Student' ? student : business);
    const reply = await mover.call(updateApplicationStatus, { application_id: application.id, status: to });
    expect(reply.application).toMatchObject({ status: to, updatedAt: server.clock.now().toISOString() });
    expect(await stored(application)).toMatchObject({ status: to, updatedAt: server.clock.now() });
  });

  test.each(every.filter(([from, to]) => !canMove(role, from, to)))(
    'cannot move %s to %s',
    async (from, to) => {
      const { student, business, application } = await between(from);
      const mover = server.as(role === 'Student' ? student : business);
      const refused = await mover.refusal(updateApplicationStatus, {
        application_id: application.id,
        status: to,
      });
      expect([refused.status, refused.problem.type]).toEqual([409, '/problems/conflict']);
      expect(refused.problem.detail).toContain(from);
      expect(await stored(application)).toMatchObject({ status: from });
      expect(await projectsOf(application)).toEqual([]);
    },
  );
});

test('accepting takes a spot and creates the placement, with the current questions, the first unlocked', async () => {
  const { client, student, business, opportunity, application } = await between('Offered');
  await server.db.insert(reflectionQuestions).values({
    clientId: client.id,
    questionText: 'Whom did you meet?',
    ordinal: 0,
    questionTextEs: '¿A quién conociste?',
  });

  const { application: accepted } = await server
    .as(student)
    .call(updateApplicationStatus, { application_id: application.id, status: 'Accepted' });

  const [project] = await projectsOf(application);
  expect(project).toMatchObject({
    id: accepted.project_id,
    studentId: student.id,
    businessId: business.id,
    opportunityId: opportunity.id,
    businessStatus: 'open',
  });
  const reflections = await server.db
    .select()
    .from(projectReflections)
    .where(eq(projectReflections.projectId, project?.id ?? ''))
    .orderBy(projectReflections.ordinal);
  expect(reflections?.map((one) => [one.ordinal, one.questionText, one.status])).toEqual([
    [1, 'Whom did you meet?', 'unlocked'],
    [2, 'What did you learn?', 'locked'],
    [3, 'What was hard?', 'locked'],
  ]);
  expect(reflections.map((one) => one.questionTextEs)).toEqual(['¿A quién conociste?', '', '']);
  expect(await seatsTaken(opportunity)).toBe(1);
});

test('a question that is edited later does not change the placement', async () => {
  const { client, student, application } = await between('Offered');
  const asStudent = server.as(student);
  const accept = { application_id: application.id, status: 'Accepted' as const };
  const { application: accepted } = await asStudent.call(updateApplicationStatus, accept);
  await server.db
    .update(reflectionQuestions)
    .set({ questionText: 'Changed' })
    .where(eq(reflectionQuestions.clientId, client.id));
  const project = await asStudent.call(projectCalls.loadStudentProject, {
    project_id: accepted.project_id ?? '',
  });
  expect(project.reflections?.map((one) => one.question_text)).toEqual([
    'What did you learn?',
    'What was hard?',
  ]);
});

test('rolls back an acceptance when no spot is left', async () => {
  const { student, opportunity, application } = await between('Offered', 1);
  await server.db.update(opportunities).set({ acceptedCount: 1 }).where(eq(opportunities.id, opportunity.id));
  const refused = await server
    .as(student)
    .refusal(updateApplicationStatus, { application_id: application.id, status: 'Accepted' });
  expect([refused.status, refused.problem.detail]).toEqual([409, 'This opportunity is full']);
  expect(await stored(application)).toMatchObject({ status: 'Offered' });
  expect(await projectsOf(application)).toEqual([]);
  expect(await seatsTaken(opportunity)).toBe(1);
});

test('an opportunity restricted to students has a spot for each of them', async () => {
  const client = await server.aClient();
  const selected = [await server.aStudent({ client }), await server.aStudent({ client })];
  const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }), selected });
  for (const student of selected) {
    const { id } = await server.anApplication({ student, opportunity, status: 'Offered' });
    await server.as(student).call(updateApplicationStatus, { application_id: id, status: 'Accepted' });
  }
  expect(await seatsTaken(opportunity)).toBe(2);
});

describe('a student who lost their approval', () => {
  const unapprove = (student: { id: string }) =>
    server.db.update(users).set({ approved: false }).where(eq(users.id, student.id));

  test('cannot accept an offer', async () => {
    const { student, opportunity, application } = await between('Offered');
    await unapprove(student);
    const refused = await server
      .as(student)
      .refusal(updateApplicationStatus, { application_id: application.id, status: 'Accepted' });
    expect([refused.status, refused.problem.type]).toEqual([403, '/problems/unapproved']);
    expect(await seatsTaken(opportunity)).toBe(0);
  });

  test.each([
    ['Offered', 'Declined'],
    ['New', 'Rescinded'],
  ] as const)('can still move %s to %s', async (from, to) => {
    const { student, application } = await between(from);
    await unapprove(student);
    await server.as(student).call(updateApplicationStatus, { application_id: application.id, status: to });
    expect(await stored(application)).toMatchObject({ status: to });
  });
});

test('only the two sides can move an application, and others learn nothing from trying', async () => {
  const { client, application } = await between('Offered');
  const strangers = [
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
    await server.aStudent(),
    await server.aBusiness(),
  ];
  for (const stranger of strangers) {
    const answers = [];
    for (const id of [application.id, randomUUID()])
      for (const status of ['Accepted', 'Declined']) {
        const { problem } = await server
          .as(stranger)
          .refusal(updateApplicationStatus, { application_id: id, status });
        answers.push(problem);
      }
    expect(new Set(answers.map((problem) => JSON.stringify(problem))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  }
  expect(await stored(application)).toMatchObject({ status: 'Offered' });
});

test('staff can see applications but not move them', async () => {
  const { client, application } = await between('New');
  const teacher = server.as(await server.aTeacher({ client }));
  expect((await teacher.call(getApplicationById, { app_id: application.id })).status).toBe('New');
  const refused = await teacher.refusal(updateApplicationStatus, {
    application_id: application.id,
    status: 'Declined',
  });
  expect([refused.status, refused.problem.type]).toEqual([403, '/problems/not-allowed']);
});

test('an offer of a deleted business can be declined but not accepted', async () => {
  const { student, business, application } = await between('Offered');
  await server.db.delete(users).where(eq(users.id, business.id));
  const asStudent = server.as(student);
  const refused = await asStudent.refusal(updateApplicationStatus, {
    application_id: application.id,
    status: 'Accepted',
  });
  expect([refused.status, refused.problem.detail]).toEqual([409, 'The business that offered this has left']);
  await asStudent.call(updateApplicationStatus, { application_id: application.id, status: 'Declined' });
  expect(await stored(application)).toMatchObject({ status: 'Declined' });
});

describe('an application of a deleted student', () => {
  async function withoutStudent(status: ApplicationStatus) {
    const { student, business, application } = await between(status);
    await server.db.delete(users).where(eq(users.id, student.id));
    return { application, asBusiness: server.as(business) };
  }

  test.each([
    ['New', 'Offered'],
    ['New', 'Interview Scheduled'],
    ['Interview Scheduled', 'Offered'],
  ] as const)('cannot move from %s to %s', async (from, to) => {
    const { application, asBusiness } = await withoutStudent(from);
    const refused = await asBusiness.refusal(updateApplicationStatus, {
      application_id: application.id,
      status: to,
    });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'The student who applied has left, so this application can only be declined',
    ]);
    expect(await stored(application)).toMatchObject({ status: from });
  });

  test.each(['New', 'Interview Scheduled'] as const)('can be declined from %s', async (from) => {
    const { application, asBusiness } = await withoutStudent(from);
    const { application: moved } = await asBusiness.call(updateApplicationStatus, {
      application_id: application.id,
      status: 'Declined',
    });
    expect(moved).toMatchObject({ status: 'Declined', student_id_fk: null });
  });
});

test('rejects an unknown status at its field', async () => {
  const { student, application } = await between('New');
  const refused = await server
    .as(student)
    .refusal(updateApplicationStatus, { application_id: application.id, status: 'Hired' });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['status']]);
});
