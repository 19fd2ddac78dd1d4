import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { defaultPlans } from '@waypost/contract/oversight/follow-ups/reminders';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { anEvaluationDue } from '../../../testing/follow-ups.ts';
import { ANNE, aLinkedPlacement, openLink } from '../../../testing/links.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { sendReminders } from './reminder-job.ts';

/* Each person's reminders count from when that person was asked (docs/behavior/follow-ups.md#automatic-reminders). */
const server = startTestServer();
const every = { snoozed: false, school_attending: [], affiliated_program: [] };

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
});

const job = () =>
  sendReminders(server.database.app, {
    jobs: server.jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
  });
const subjectsTo = (email: string) =>
  server.jobs.mail.filter(({ to }) => to === email).map(({ subject }) => subject);

/** What an address gets from the job at noon in New York on a day. */
async function onDay(day: string, email: string) {
  server.clock.moveTo(`${day}T17:17:00Z`);
  server.jobs.mail.length = 0;
  await job();
  return subjectsTo(email);
}

test('a signer whose turn comes later gets one email then, and the first reminder days later', async () => {
  const { client, student, project, agreement } = await aLinkedPlacement(server);
  await server.db.update(agreements).set({ signingOrder: 'sequence' }).where(eq(agreements.id, agreement.id));
  const since = async () => {
    const staff = server.as(await server.aTeacher({ client }));
    const found = await staff.call(followUpCalls.filterFollowUps, { ...every, kind: 'agreement' });
    return found.map((row) => [row.since, row.waits_on.join()]);
  };
  expect(await onDay('2026-03-09', student.email)).toHaveLength(1);
  expect(await since()).toEqual([['2026-03-04', 'student']]);
  server.clock.moveTo('2026-03-11T15:00:00Z');
  server.jobs.mail.length = 0;
  await server.as(await server.aTeacher({ client })).call(agreementCalls.recordPaperSignature, {
    project_id: project.id,
    text_hash: agreement.textHash,
    party: 'student',
    name: 'Ada Lovelace',
    signed_on: '2026-03-11',
    file_id: null,
  });
  await job();
  expect(subjectsTo(ANNE)).toEqual(['Please sign: the agreement for Boat builder']);
  expect(await since()).toEqual([['2026-03-11', 'guardian']]);
  for (const day of ['2026-03-12', '2026-03-13']) expect([day, await onDay(day, ANNE)]).toEqual([day, []]);
  expect(await onDay('2026-03-16', ANNE)).toEqual([
    'Reminder: Sign Ada L.’s training agreement by 04/04/2026: Boat builder',
  ]);
  expect(await onDay('2026-03-18', ANNE)).toEqual([]);
  expect(await onDay('2026-03-19', ANNE)).toHaveLength(1);
});

const anne = { name: 'Anne', relationship: '', phone: '', language: 'en', may_sign: true } as const;
test.each([
  ['a guardian whom staff add', 'ben@home.test', false],
  ['a guardian whose address staff correct', 'anne@new.test', true],
])('%s is reminded days after the first email', async (_, email, isCorrection) => {
  const { client, student, issue } = await aLinkedPlacement(server);
  await issue('sign');
  server.clock.moveTo('2026-03-11T15:00:00Z');
  const staff = server.as(await server.aTeacher({ client }));
  const key = { student_id: student.id };
  const found = await staff.call(guardianCalls.getGuardians, key);
  const _id = found.find((one) => one.email === ANNE)?._id ?? '';
  await staff.call(guardianCalls.saveGuardian, { ...key, ...anne, email, ...(isCorrection && { _id }) });
  await job();
  expect(subjectsTo(email)).toHaveLength(1);
  expect(await onDay('2026-03-13', email)).toEqual([]);
  expect(await onDay('2026-03-16', email)).toHaveLength(1);
});

/** A placement whose first evaluation is due on Friday, March 6. */
async function aPlacement(given: { supervisor?: string } = {}) {
  const { client, business, project } = await anEvaluationDue(server, given.supervisor);
  const ask = async () =>
    server
      .as(await server.aTeacher({ client }))
      .call(evaluationCalls.askForEvaluation, { project_id: project.id });
  return { client, business, project, ask };
}
const REMINDER = 'Reminder: Evaluate Ada L.: Boats';

test('asks a supervisor for an evaluation once, on the day on which it is due, and then sends reminders', async () => {
  const email = 'grace@once.example.org';
  const { client, project } = await aPlacement({ supervisor: email });
  expect(await onDay('2026-03-05', email)).toEqual([]);
  server.clock.moveTo('2026-03-06T12:17:00Z');
  await job();
  expect(subjectsTo(email)).toEqual([]);
  server.clock.moveTo('2026-03-06T13:17:00Z');
  await Promise.all([job(), job()]);
  await job();
  expect(subjectsTo(email)).toEqual(['Please evaluate Ada L.']);
  const [mail] = server.jobs.mail.filter(({ to }) => to === email);
  expect(mail?.text).toMatch(/^You get this email for .+\.\n/);
  expect(mail?.unsubscribe).toMatch(/\/unsubscribe\/[0-9a-f-]{36}\/reminder$/);
  const [, token = ''] = /\/link\/([\w-]{43})/.exec(mail?.text ?? '') ?? [];
  expect(await (await openLink(server, token)).text()).toContain('Ada L.');
  const staff = server.as(await server.aTeacher({ client }));
  const [row] = await staff.call(followUpCalls.filterFollowUps, { ...every, kind: 'evaluation' });
  expect([row?.subject_id, row?.reminded_at]).toEqual([project.id, null]);
  // A day later is a Saturday.
  expect(await onDay('2026-03-09', email)).toEqual([REMINDER]);
  expect(await onDay('2026-03-10', email)).toEqual([]);
  expect(await onDay('2026-03-30', email)).toEqual([REMINDER]);
  // More than thirty days after the request. The links of reminders do not count as asking again.
  expect(await onDay('2026-04-06', email)).toEqual([]);
});

test('does not ask a supervisor again who was asked before, and reminds them once it is due', async () => {
  const email = 'grace@before.example.org';
  const { ask } = await aPlacement({ supervisor: email });
  await ask();
  expect(await onDay('2026-03-06', email)).toEqual([]);
  expect(await onDay('2026-03-09', email)).toEqual([REMINDER]);
});

test('does not remind a supervisor on the day on which the business asks for an overdue evaluation', async () => {
  const email = 'grace@hand.example.org';
  const { ask } = await aPlacement({ supervisor: email });
  server.clock.moveTo('2026-03-10T15:00:00Z');
  await ask();
  await job();
  expect(subjectsTo(email)).toEqual(['Please evaluate Ada L.']);
  expect(await onDay('2026-03-11', email)).toEqual([REMINDER]);
  // Asked by hand again: the next reminder counts from then.
  server.clock.moveTo('2026-03-16T15:00:00Z');
  await ask();
  await job();
  expect(await onDay('2026-03-17', email)).toEqual([REMINDER]);
});

test('asks the business itself, with a notification, if there is no supervisor', async () => {
  const { business } = await aPlacement();
  expect(await onDay('2026-03-06', business.email)).toEqual(['Please evaluate Ada L.']);
  const rang = await server.db.select().from(notices).where(eq(notices.userId, business.id));
  expect(rang.map(({ text }) => text)).toEqual(['Please evaluate Ada L.']);
});

test('sends no evaluation requests when those reminders are turned off', async () => {
  const email = 'grace@off.example.org';
  const { client } = await aPlacement({ supervisor: email });
  await server.as(await server.anAdmin({ client })).call(followUpCalls.saveReminderPlan, {
    kind: 'evaluation',
    ...defaultPlans.evaluation,
    reminds: false,
  });
  expect(await onDay('2026-03-06', email)).toEqual([]);
});
