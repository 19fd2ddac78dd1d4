import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { defaultPlans, type EscalationTarget } from '@waypost/contract/oversight/follow-ups/reminders';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { anEvaluationDue } from '../../../testing/follow-ups.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { sendReminders } from './reminder-job.ts';

/* Who is told of what has waited too long (docs/behavior/follow-ups.md#automatic-reminders). */
const server = startTestServer();

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
});

/** Runs the job at noon in New York on a day. Returns the subjects of the emails to an address. */
async function onDay(day: string, email = ''): Promise<string[]> {
  server.clock.moveTo(`${day}T17:17:00Z`);
  server.jobs.mail.length = 0;
  const given = { jobs: server.jobs, publicUrl: 'https://waypost.test', now: server.clock.now() };
  await sendReminders(server.database.app, given);
  return server.jobs.mail.filter(({ to }) => to === email).map(({ subject }) => subject);
}

const bellOf = async ({ id }: { id: string }) => {
  const rang = await server.db.select().from(notices).where(eq(notices.userId, id));
  return rang.map(({ text }) => text);
};
const LATE = '1 follow-up has waited too long';

/** A school system in which a student's hours were sent back four weeks before March 16, with the teachers given. */
async function aSchool(escalates_to: EscalationTarget[], { teachers = 1 } = {}) {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client });
  const staff = await Promise.all(Array.from({ length: teachers }, () => server.aTeacher({ client })));
  const project = await server.aProject({ student: await server.aStudent({ client }) });
  await server.someHours(project, { businessApproved: -1, decidedAt: new Date('2026-02-16T17:00:00Z') });
  await server.as(admin).call(followUpCalls.saveReminderPlan, {
    kind: 'hours sent back',
    ...defaultPlans['hours sent back'],
    escalates_to,
  });
  return { client, admin, teachers: staff };
}

test.each([
  [['Teacher'], [LATE], []],
  [['Admin'], [], [LATE]],
  [['Teacher', 'Admin'], [LATE], [LATE]],
] as [EscalationTarget[], string[], string[]][])('notifies only %j, once', async (to, teacher, admin) => {
  const school = await aSchool(to);
  await onDay('2026-03-16');
  await onDay('2026-03-17');
  expect([await bellOf(school.teachers[0] ?? { id: '' }), await bellOf(school.admin)]).toEqual([
    teacher,
    admin,
  ]);
});

test('tells Admins instead if no teacher has an active account', async () => {
  const none = await aSchool(['Teacher'], { teachers: 0 });
  const inactive = await aSchool(['Teacher']);
  await server.database.owner.query('update users set deactivated_at = now() where id = $1', [
    inactive.teachers[0]?.id,
  ]);
  await onDay('2026-03-16');
  expect([await bellOf(none.admin), await bellOf(inactive.admin)]).toEqual([[LATE], [LATE]]);
});

/** A placement whose first evaluation is due on Friday, March 6, and waits for the supervisor. */
async function aLateEvaluation(escalates_to: EscalationTarget[], { reminds = true } = {}) {
  const supervisor = `grace.${crypto.randomUUID()}@late.example.org`;
  const { client, business } = await anEvaluationDue(server, supervisor);
  const admin = await server.anAdmin({ client });
  await server.as(admin).call(followUpCalls.saveReminderPlan, {
    kind: 'evaluation',
    ...defaultPlans.evaluation,
    reminds,
    escalates_to,
  });
  return { admin, business, supervisor };
}
const TOLD = 'Reminder: Grace has not evaluated Ada L. yet: Boats';

test('notifies a business once that its supervisor has not evaluated, and lets it evaluate', async () => {
  const { admin, business, supervisor } = await aLateEvaluation(['Business']);
  expect(await onDay('2026-03-19', business.email)).toEqual([]);
  expect(await onDay('2026-03-20', business.email)).toEqual([TOLD]);
  const mail = server.jobs.mail.find(({ to }) => to === business.email);
  expect(mail?.text).toContain('This has waited too long:');
  expect(mail?.text).toMatch(/https:\/\/waypost\.test\/evaluation\/new\/[0-9a-f-]{36}/);
  expect(await bellOf(business)).toEqual([TOLD]);
  // The supervisor still gets reminders.
  expect(await onDay('2026-03-25', business.email)).toEqual([]);
  const reminders = server.jobs.mail.filter(({ to }) => to === supervisor);
  expect(reminders.map(({ subject }) => subject)).toEqual(['Reminder: Evaluate Ada L.: Boats']);
  // This one is about the student's reflections.
  expect(await bellOf(admin)).toEqual([LATE]);
});

test('does not tell a business that its own address has not evaluated', async () => {
  const { business } = await aLateEvaluation(['Business'], { reminds: false });
  await server.database.owner.query('update business_contacts set email = upper($2) where business_id = $1', [
    business.id,
    business.email,
  ]);
  expect(await onDay('2026-03-20', business.email)).toEqual([]);
});

test('does not notify a business that is not chosen', async () => {
  const { business, admin } = await aLateEvaluation(['Teacher', 'Admin']);
  expect(await onDay('2026-03-20', business.email)).toEqual([]);
  expect(await bellOf(admin)).toEqual(['2 follow-ups have waited too long']);
});
