import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { hourEntries } from '../../platform/database/tables/projects.ts';
import { sendQueuedReminders } from './reminder-job.ts';

/* Reminders that staff send at night or on a weekend are queued (docs/behavior/follow-ups.md#reminders). */
const server = startTestServer();
const { filterFollowUps, remindFollowUps, saveReminderHours } = followUpCalls;
const all = { snoozed: false, school_attending: [], affiliated_program: [] };
const MONDAY = '2026-03-09T12:00:00.000Z';

beforeEach(() => {
  // A Saturday; the clocks go forward on Sunday.
  server.clock.moveTo('2026-03-07T16:00:00Z');
  server.jobs.mail.length = 0;
  server.jobs.reminders.length = 0;
});

/** A business with pending hours of two interns, and a student whose hours were sent back. */
async function waiting() {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const student = await server.aStudent({ client });
  const project = await server.aProject({ business, student });
  const other = await server.aProject({ business });
  const createdAt = new Date('2026-03-02T15:00:00Z');
  for (const one of [project, other]) await server.someHours(one, { createdAt });
  await server.someHours(project, { businessApproved: -1, decidedAt: createdAt });
  const staff = server.as(await server.aTeacher({ client }));
  const recipients = () =>
    server.jobs.mail.map(({ to }) => to).filter((to) => [business.email, student.email].includes(to));
  return { client, business, student, project, staff, recipients };
}

/** Runs what is queued, as two servers that start at once. */
async function send(moment: string) {
  server.clock.moveTo(moment);
  const queued = server.jobs.reminders.splice(0);
  const post = { jobs: server.jobs, publicUrl: 'https://waypost.test', now: server.clock.now() };
  await Promise.all([...queued, ...queued].map((one) => sendQueuedReminders(server.database.app, one, post)));
}

test('sends no reminders on a weekend: the reply says when, and then each person gets one email', async () => {
  const { client, business, student, staff, recipients } = await waiting();
  const reply = { people: 2, no_email: 0, already: 0, left: 0, sends_at: MONDAY };
  expect(await staff.call(remindFollowUps, { all })).toEqual(reply);
  const found = await staff.call(filterFollowUps, all);
  expect(await staff.call(remindFollowUps, { _ids: found.map(({ _id }) => _id) })).toEqual(reply);
  expect(found.map(({ reminded_at }) => reminded_at)).toEqual([null, null, null]);
  expect(server.jobs.mail).toEqual([]);
  expect(server.jobs.reminders.map(({ at, ids }) => [at.toISOString(), ids.length])).toEqual([
    [MONDAY, 3],
    [MONDAY, 3],
  ]);
  await send(MONDAY);
  expect(recipients().sort()).toEqual([business.email, student.email].sort());
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));
  expect(entries.map(({ action, details }) => [action, details])).toEqual(
    [1, 2].map(() => ['send reminders', { people: 2, entries: 3 }]),
  );
});

test('does not remind of work completed by then', async () => {
  const { business, project, staff, recipients } = await waiting();
  await staff.call(remindFollowUps, { all });
  await server.db
    .update(hourEntries)
    .set({ businessApproved: 1 })
    .where(eq(hourEntries.projectId, project.id));
  await send(MONDAY);
  expect(recipients()).toEqual([business.email]);
  expect(server.jobs.mail[0]?.subject).toMatch(/^Reminder: Approve /);
});

test('follows hours that change in the meantime, and queues nothing outside quiet hours', async () => {
  const { client, staff, recipients } = await waiting();
  await staff.call(remindFollowUps, { all });
  await server
    .as(await server.anAdmin({ client }))
    .call(saveReminderHours, { from: 10, until: 12, days: ['Tuesday'] });
  await send(MONDAY);
  expect(recipients()).toEqual([]);
  expect(new Set(server.jobs.reminders.map(({ at }) => at.toISOString()))).toEqual(
    new Set(['2026-03-10T14:00:00.000Z']),
  );
  await send('2026-03-10T14:00:00Z');
  expect(recipients()).toHaveLength(2);
  server.clock.moveTo('2026-03-17T14:00:00Z');
  const now = server.as(await server.aTeacher({ client }));
  expect(await now.call(remindFollowUps, { all })).toMatchObject({ people: 2, sends_at: null });
});
