import { followUpCalls } from '@waypost/contract/follow-ups/calls';
import { APPROVED, DISAPPROVED } from '@waypost/contract/hours/rules';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { untilLockWait } from '../../testing/waiting.ts';
import { opportunities } from '../database/tables/opportunities.ts';
import { users } from '../database/tables/people.ts';
import { hourEntries, projects } from '../database/tables/projects.ts';
import { sendReminders } from '../follow-ups/reminder-job.ts';
import { collectJobs } from '../outside/jobs.ts';
import { mailPendingHours } from './digest.ts';

const server = startTestServer();

const LOGGED = '2026-03-03T20:00:00.000Z';
const MORNING = '2026-03-04T12:07:00.000Z';

beforeEach(async () => {
  server.clock.moveTo(MORNING);
  server.jobs.mail.length = 0;
  await server.db.delete(hourEntries);
});

const look = (jobs = server.jobs) =>
  mailPendingHours(server.database.app, {
    jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
  });
const told = () => server.jobs.mail.map(({ to }) => to);

/** A business with one intern, whose hours were logged the evening before. */
async function withWaitingHours(given: Parameters<typeof server.aBusiness>[0] = {}) {
  const business = await server.aBusiness(given);
  const student = await server.aStudent({
    clientId: business.clientId,
    firstName: 'Ada',
    lastName: 'Lovelace',
  });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const project = await server.aProject({ student, business, opportunity });
  await log(project);
  return { business, student, project };
}

const log = (project: { id: string; clientId: string }, given: object = {}) =>
  server.someHours(project, { totalHours: 2.5, createdAt: new Date(LOGGED), ...given });

test('mails a business which hours are pending, whose, and where to approve them', async () => {
  const { business, project } = await withWaitingHours();
  await log(project, { totalHours: 4 });
  await look();
  const [mail, ...others] = server.jobs.mail;
  expect(others).toEqual([]);
  expect([mail?.to, mail?.subject]).toEqual([business.email, 'Hours to approve: 6.50']);
  expect(mail?.text).toContain('2 time logs are waiting for your approval, 6.50 hours in all:');
  expect(mail?.text).toContain('Ada Lovelace, Boat builder: 6.50 hours');
  expect(mail?.text).toContain('https://waypost.test/interns/viewall?pending=true');
});

test('only undecided hours are pending, and without any nobody is mailed', async () => {
  const { business, project } = await withWaitingHours();
  await log(project, { totalHours: 8, businessApproved: APPROVED });
  await log(project, { totalHours: 9, businessApproved: DISAPPROVED });
  const idle = await withWaitingHours();
  await server.db
    .update(hourEntries)
    .set({ businessApproved: APPROVED })
    .where(eq(hourEntries.projectId, idle.project.id));
  await look();
  expect(told()).toEqual([business.email]);
  expect(server.jobs.mail[0]?.text).toContain('1 time log is waiting for your approval, 2.50 hours in all:');
});

test('mails once a day, at the same hour, however often it runs', async () => {
  const { business, project } = await withWaitingHours();
  const looks = [
    ['2026-03-04T11:07:00.000Z', 0], // Logged after the day before's mail, and not yet due.
    ['2026-03-04T12:07:00.000Z', 1],
    ['2026-03-04T13:07:00.000Z', 1],
    ['2026-03-05T11:07:00.000Z', 1],
    ['2026-03-05T15:07:00.000Z', 2], // No server was running at noon.
    ['2026-03-05T16:07:00.000Z', 2],
    ['2026-03-06T12:07:00.000Z', 3],
  ] as const;
  for (const [moment, mails] of looks) {
    server.clock.moveTo(moment);
    await look();
    expect([moment, told()]).toEqual([moment, Array.from({ length: mails }, () => business.email)]);
  }
  await server.db
    .update(hourEntries)
    .set({ businessApproved: APPROVED })
    .where(eq(hourEntries.projectId, project.id));
  server.clock.moveTo('2026-03-07T12:07:00.000Z');
  await look();
  expect(told()).toHaveLength(3);
});

test('skips businesses that turned it off or cannot approve, and mails each business its own', async () => {
  await withWaitingHours({ mutedMail: ['hours'] });
  await withWaitingHours({ approved: false });
  const one = await withWaitingHours();
  const other = await withWaitingHours({ clientId: one.business.clientId });
  const elsewhere = await withWaitingHours();
  await look();
  expect(told().sort()).toEqual([one, other, elsewhere].map(({ business }) => business.email).sort());
  for (const { text } of server.jobs.mail) expect(text).toContain('1 time log is waiting');
});

test('includes hours of a deleted student, without a name; more than ten lines are counted', async () => {
  const { business, student } = await withWaitingHours();
  await server.db.delete(users).where(eq(users.id, student.id));
  const later = { createdAt: new Date('2026-03-03T21:00:00.000Z') };
  for (let index = 0; index < 11; index++) await log(await server.aProject({ business }), later);
  await look();
  expect(server.jobs.mail[0]?.text).toContain('A former student, Boat builder: 2.50 hours');
  expect(server.jobs.mail[0]?.text).toContain('and 2 more.');
});

test('of two servers that run it concurrently, one mails and the other finds nobody', async () => {
  const { business } = await withWaitingHours();
  const jobs = collectJobs();
  let other: Promise<void> | undefined;
  await look({
    ...jobs,
    // The first has claimed but not committed; now the second starts, and must wait for it.
    sendMails: async (tx, mails) => {
      other = look(jobs);
      await untilLockWait(server.database.owner);
      await jobs.sendMails(tx, mails);
    },
  });
  await other;
  expect(jobs.mail.map(({ to }) => to)).toEqual([business.email]);
});

test('a business whose mail failed is not marked as mailed', async () => {
  const { business } = await withWaitingHours();
  const failing = { ...collectJobs(), sendMails: () => Promise.reject(new Error('the queue is gone')) };
  await expect(look(failing)).rejects.toThrow('the queue is gone');
  await look();
  expect(told()).toEqual([business.email]);
});

test('what else is due is in the same email, and no other comes that day', async () => {
  const { business, project } = await withWaitingHours();
  await server.db
    .update(opportunities)
    .set({ employmentStart: '2026-01-12', employmentStop: '2026-03-20' })
    .where(eq(opportunities.businessId, business.id));
  await server.db
    .update(projects)
    .set({ createdAt: new Date('2026-01-05T15:00:00Z') })
    .where(eq(projects.id, project.id));
  await look();
  expect(told()).toEqual([business.email]);
  expect(server.jobs.mail[0]?.text).toContain(
    'Also waiting for you: Evaluate Ada L.: Boat builder https://waypost.test/link/',
  );
  const given = { jobs: server.jobs, publicUrl: 'https://waypost.test' };
  server.clock.moveTo('2026-03-04T16:00:00.000Z');
  await sendReminders(server.database.app, { ...given, now: server.clock.now() });
  expect(told()).toEqual([business.email]);
});

test('whoever was reminded on a day hears of the hours on the next', async () => {
  const { business } = await withWaitingHours();
  const staff = server.as(await server.aTeacher({ clientId: business.clientId }));
  const found = await staff.call(followUpCalls.filterFollowUps, {
    ...{ snoozed: false, school_attending: [], affiliated_program: [] },
  });
  await staff.call(followUpCalls.remindFollowUps, { _ids: found.map(({ _id }) => _id) });
  await look();
  expect(told()).toEqual([business.email]);
  server.clock.moveTo('2026-03-05T12:07:00.000Z');
  await look();
  expect(told()).toEqual([business.email, business.email]);
});
