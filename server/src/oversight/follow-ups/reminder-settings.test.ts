import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import {
  defaultHours,
  defaultPlans,
  type EscalationTarget,
} from '@waypost/contract/oversight/follow-ups/reminders';
import { followUpKinds } from '@waypost/contract/oversight/follow-ups/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { reminderPlans } from '../../platform/database/tables/follow-ups.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { sendReminders } from './reminder-job.ts';

/* An Admin sets when people are reminded, and when others are told (docs/behavior/follow-ups.md#settings). */
const server = startTestServer();
const { getReminders, saveReminderHours, saveReminderPlan } = followUpCalls;

const defaults = {
  plans: followUpKinds.map((kind) => ({ kind, ...defaultPlans[kind] })),
  hours: defaultHours,
};
const own = {
  kind: 'hours sent back' as const,
  reminds: true,
  first: 2,
  every: 3,
  last: 5,
  escalates: true,
  escalate: 4,
  escalates_to: ['Admin' as const],
};
const rowsOf = (clientId: string) =>
  server.db.select().from(reminderPlans).where(eq(reminderPlans.clientId, clientId));

async function anAdmin() {
  const client = await server.aClient();
  const account = await server.anAdmin({ client });
  return { client, account, admin: server.as(account) };
}

test('the defaults apply until an Admin changes a plan, and again without a row once it is the default', async () => {
  const { client, admin } = await anAdmin();
  expect(await admin.call(getReminders, {})).toEqual(defaults);
  const saved = await admin.call(saveReminderPlan, own);
  expect(saved.plans.find(({ kind }) => kind === own.kind)).toEqual(own);
  expect(saved.plans.filter(({ kind }) => kind !== own.kind)).toEqual(
    defaults.plans.filter(({ kind }) => kind !== own.kind),
  );
  expect(await rowsOf(client.id)).toEqual([{ clientId: client.id, ...own }]);
  await admin.call(saveReminderPlan, { ...own, escalate: 5 });
  expect(await rowsOf(client.id)).toEqual([{ clientId: client.id, ...own, escalate: 5 }]);
  await admin.call(saveReminderPlan, { kind: own.kind, ...defaultPlans[own.kind] });
  expect([await rowsOf(client.id), await admin.call(getReminders, {})]).toEqual([[], defaults]);
});

test('stores who is notified in one order without duplicates, and no one only while it is turned off', async () => {
  const { client, admin } = await anAdmin();
  const evaluation = { kind: 'evaluation' as const, ...defaultPlans.evaluation };
  const save = async (escalates_to: EscalationTarget[], escalates = true) => {
    const saved = await admin.call(saveReminderPlan, { ...evaluation, escalates, escalates_to });
    return saved.plans.find(({ kind }) => kind === 'evaluation')?.escalates_to;
  };
  expect(await save(['Business', 'Teacher', 'Business'])).toEqual(['Teacher', 'Business']);
  expect(await save([], false)).toEqual([]);
  expect(await save(['Admin', 'Teacher'])).toEqual(['Teacher', 'Admin']);
  expect(await rowsOf(client.id)).toEqual([]);
});

test('the hours are kept in the order of the week, each day once', async () => {
  const { admin } = await anAdmin();
  const hours = { from: 10, until: 24, days: ['Sunday' as const, 'Monday' as const, 'Sunday' as const] };
  const saved = await admin.call(saveReminderHours, hours);
  expect(saved).toEqual({ ...defaults, hours: { from: 10, until: 24, days: ['Monday', 'Sunday'] } });
});

test('they belong to the school system, and only its Admins see and change them', async () => {
  const { client, admin } = await anAdmin();
  const other = await anAdmin();
  await admin.call(saveReminderPlan, own);
  await admin.call(saveReminderHours, { from: 9, until: 10, days: ['Monday'] });
  expect(await other.admin.call(getReminders, {})).toEqual(defaults);
  for (const person of [
    await server.aTeacher({ client }),
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
    await server.aSuperAdmin(),
  ]) {
    const caller = server.as(person);
    expect((await caller.refusal(getReminders, {})).status).toBe(403);
    expect((await caller.refusal(saveReminderPlan, own)).status).toBe(403);
    expect((await caller.refusal(saveReminderHours, defaultHours)).status).toBe(403);
  }
});

const NOT_DAYS = 'must be a whole number from 1 to 180';
test.each([
  [{ first: 0 }, { first: [NOT_DAYS] }],
  [{ every: 181 }, { every: [NOT_DAYS] }],
  [{ escalate: 1.5 }, { escalate: [NOT_DAYS] }],
  [{ last: 'soon' }, { last: [NOT_DAYS] }],
  [{ first: 6 }, { last: ['must not be before the first reminder'] }],
  [{ kind: 'guardian' }, { reminds: ['there are no reminders of this'] }],
  [{ kind: 'newsletter' }, { kind: ['this is not one of the choices'] }],
  [{ escalates_to: [] }, { escalates_to: ['choose at least one'] }],
  [{ escalates_to: ['Parent'] }, { 'escalates_to.0': ['this is not one of the choices'] }],
  [{ escalates_to: Array(4).fill('Admin') }, { escalates_to: ['choose each once'] }],
  [{ escalates_to: ['Business'] }, { escalates_to: ['the business gets no reminders of this kind'] }],
])('a plan with %j is refused', async (wrong, errors) => {
  const { client, admin } = await anAdmin();
  const { status, problem } = await admin.refusal(saveReminderPlan, { ...own, ...wrong });
  expect([status, problem.errors]).toEqual([400, errors]);
  expect(await rowsOf(client.id)).toEqual([]);
});

test.each([
  [{ from: -1 }, { from: ['must be a full hour'] }],
  [{ until: 25 }, { until: ['must be a full hour'] }],
  [{ from: 8.5 }, { from: ['must be a full hour'] }],
  [{ from: 17 }, { until: ['must be later than the start'] }],
  [{ days: [] }, { days: ['choose at least one day'] }],
  [{ days: ['Someday'] }, { 'days.0': ['this is not one of the choices'] }],
  [{ days: Array(8).fill('Monday') }, { days: ['choose each day once'] }],
])('hours with %j are refused', async (wrong, errors) => {
  const { admin } = await anAdmin();
  const { status, problem } = await admin.refusal(saveReminderHours, { ...defaultHours, ...wrong });
  expect([status, problem.errors]).toEqual([400, errors]);
  expect(await admin.call(getReminders, {})).toEqual(defaults);
});

test('the job follows the school system’s own plan and hours', async () => {
  const { client, account, admin } = await anAdmin();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student });
  // A Monday.
  const decidedAt = new Date('2026-03-02T17:00:00Z');
  await server.someHours(project, { businessApproved: -1, decidedAt });
  await admin.call(saveReminderPlan, own);
  await admin.call(saveReminderHours, { from: 18, until: 20, days: ['Wednesday', 'Saturday', 'Sunday'] });
  const sent: string[] = [];
  for (let day = 2; day <= 12; day += 1)
    for (const hour of [15, 23]) {
      const now = new Date(Date.UTC(2026, 2, day, hour, 10));
      server.jobs.mail.length = 0;
      await sendReminders(server.database.app, {
        jobs: server.jobs,
        publicUrl: 'https://waypost.test',
        now,
      });
      if (server.jobs.mail.some(({ to }) => to === student.email)) sent.push(now.toISOString());
    }
  // Two days later, and three days after that; only in the evening, and not after day 5.
  expect(sent).toEqual(['2026-03-04T23:10:00.000Z', '2026-03-07T23:10:00.000Z']);
  const received = await server.db.select().from(notices).where(eq(notices.userId, account.id));
  expect(received.map(({ text }) => text)).toEqual(['1 follow-up has waited too long']);
});

test('a kind that is turned off sends nothing, and notifies no staff', async () => {
  const { client, account, admin } = await anAdmin();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student });
  await server.someHours(project, { businessApproved: -1, decidedAt: new Date('2026-02-16T17:00:00Z') });
  await admin.call(saveReminderPlan, { ...own, reminds: false, escalates: false });
  const at = { jobs: server.jobs, publicUrl: 'https://waypost.test', now: new Date('2026-03-17T15:10:00Z') };
  server.jobs.mail.length = 0;
  await sendReminders(server.database.app, at);
  expect(server.jobs.mail.filter(({ to }) => to === student.email)).toEqual([]);
  expect(await server.db.select().from(notices).where(eq(notices.userId, account.id))).toEqual([]);
});
