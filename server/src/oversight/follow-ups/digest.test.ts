import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { defaultPlans } from '@waypost/contract/oversight/follow-ups/reminders';
import { APPROVED, DISAPPROVED } from '@waypost/contract/placements/hours/rules';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { followUps, reminderPlans } from '../../platform/database/tables/follow-ups.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { hourEntries, projects } from '../../platform/database/tables/projects.ts';
import { collectJobs } from '../../platform/outside/jobs.ts';
import { mailPendingHours } from './digest.ts';
import { sendReminders } from './reminder-job.ts';

const server = startTestServer();

/** A Tuesday afternoon, and a few minutes after 8 AM on the next morning in New York. */
const LOGGED = '2026-03-03T20:00:00.000Z';
const MORNING = '2026-03-04T13:07:00.000Z';

beforeEach(async () => {
  server.clock.moveTo(MORNING);
  server.jobs.mail.length = 0;
  await server.db.delete(hourEntries);
});

const look = (jobs = server.jobs, given: { atAnyHour?: boolean } = {}) =>
  mailPendingHours(server.database.app, {
    jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
    ...given,
  });
const remind = () =>
  sendReminders(server.database.app, {
    jobs: server.jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
  });
const recipients = () => server.jobs.mail.map(({ to }) => to);

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
  expect(mail?.text).toContain('2 entries are waiting for your approval, 6.50 hours in all:');
  expect(mail?.text).toContain('Ada Lovelace, Boat builder: 6.50 hours');
  expect(mail?.text).toContain('https://waypost.test/interns/viewall?pending=true');
});

test('only undecided hours are pending, and without any no one is mailed', async () => {
  const { business, project } = await withWaitingHours();
  await log(project, { totalHours: 8, businessApproved: APPROVED });
  await log(project, { totalHours: 9, businessApproved: DISAPPROVED });
  const idle = await withWaitingHours();
  await server.db
    .update(hourEntries)
    .set({ businessApproved: APPROVED })
    .where(eq(hourEntries.projectId, idle.project.id));
  await look();
  expect(recipients()).toEqual([business.email]);
  expect(server.jobs.mail[0]?.text).toContain('1 entry is waiting for your approval, 2.50 hours in all:');
});

test('mails once a day, not at night nor on a weekend, however often it runs', async () => {
  const { business, project } = await withWaitingHours();
  const looks = [
    ['2026-03-03T21:07:00.000Z', 0], // Logged after the day's mail, and not yet due.
    ['2026-03-03T22:07:00.000Z', 0],
    ['2026-03-04T12:07:00.000Z', 0],
    ['2026-03-04T13:07:00.000Z', 1],
    ['2026-03-04T14:07:00.000Z', 1],
    ['2026-03-05T12:07:00.000Z', 1],
    ['2026-03-05T18:07:00.000Z', 2], // No server was running in the morning.
    ['2026-03-05T19:07:00.000Z', 2],
    ['2026-03-06T13:07:00.000Z', 3],
    ['2026-03-07T15:07:00.000Z', 3], // Saturday.
    ['2026-03-08T15:07:00.000Z', 3],
    ['2026-03-09T11:07:00.000Z', 3],
    ['2026-03-09T12:07:00.000Z', 4], // The clocks have gone forward.
  ] as const;
  for (const [moment, mails] of looks) {
    server.clock.moveTo(moment);
    await look();
    expect([moment, recipients()]).toEqual([moment, Array.from({ length: mails }, () => business.email)]);
  }
  await server.db
    .update(hourEntries)
    .set({ businessApproved: APPROVED })
    .where(eq(hourEntries.projectId, project.id));
  server.clock.moveTo('2026-03-10T13:07:00.000Z');
  await look();
  expect(recipients()).toHaveLength(4);
});

test('the school system’s own plan says when the first comes, the next and the last', async () => {
  const { business, project } = await withWaitingHours();
  const admin = server.as(await server.anAdmin({ clientId: business.clientId }));
  const plan = { kind: 'hours' as const, ...defaultPlans.hours, first: 2, every: 3, last: 8 };
  await admin.call(followUpCalls.saveReminderPlan, plan);
  const sent = async (days: number[]) => {
    const on: number[] = [];
    for (const day of days) {
      server.jobs.mail.length = 0;
      server.clock.moveTo(new Date(Date.UTC(2026, 2, day, 14, 7)).toISOString());
      await Promise.all([look(), look()]);
      await remind();
      if (recipients().includes(business.email)) on.push(day);
    }
    return on;
  };
  // Since Tuesday the 3rd. On Saturday and Sunday none is sent, and the 11th is the last day.
  expect(await sent([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])).toEqual([5, 9]);
  // Hours logged now start a new plan only once the older ones are decided.
  await log(project, { createdAt: new Date('2026-03-13T20:00:00.000Z') });
  expect(await sent([16])).toEqual([]);
  await server.db
    .update(hourEntries)
    .set({ businessApproved: APPROVED })
    .where(eq(hourEntries.createdAt, new Date(LOGGED)));
  expect(await sent([17, 18])).toEqual([17]);
  await server.db
    .update(reminderPlans)
    .set({ reminds: false })
    .where(eq(reminderPlans.clientId, business.clientId));
  expect(await sent([20, 23])).toEqual([]);
});

test('includes everything pending once any of it is due, and counts the next ones from then', async () => {
  const { business } = await withWaitingHours();
  const admin = server.as(await server.anAdmin({ clientId: business.clientId }));
  const plan = { kind: 'hours' as const, ...defaultPlans.hours, first: 1, every: 5 };
  await admin.call(followUpCalls.saveReminderPlan, plan);
  await log(await server.aProject({ business }), { createdAt: new Date('2026-03-04T12:00:00.000Z') });
  await look();
  expect(server.jobs.mail.map(({ subject }) => subject)).toEqual(['Hours to approve: 5.00']);
  server.clock.moveTo('2026-03-06T13:07:00.000Z');
  await look();
  expect(recipients()).toHaveLength(1);
  server.clock.moveTo('2026-03-09T13:07:00.000Z');
  await look();
  expect(recipients()).toHaveLength(2);
});

test('follows the hours, days and time zone that the school system set for reminders', async () => {
  const { business } = await withWaitingHours();
  const own: Partial<typeof settings.$inferInsert> = {
    timeZone: 'Pacific/Honolulu',
    remindersFrom: 20,
    remindersUntil: 22,
    reminderDays: ['Saturday'],
  };
  await server.db
    .insert(settings)
    .values({ clientId: business.clientId, ...own })
    .onConflictDoUpdate({ target: settings.clientId, set: own });
  for (const [moment, mails] of [
    [MORNING, 0],
    ['2026-03-08T05:59:00.000Z', 0],
    ['2026-03-08T06:00:00.000Z', 1], // 8 PM on Saturday in Honolulu.
    ['2026-03-08T07:00:00.000Z', 1],
    ['2026-03-09T06:00:00.000Z', 1],
  ] as const) {
    server.clock.moveTo(moment);
    await look();
    expect([moment, recipients()]).toEqual([moment, Array.from({ length: mails }, () => business.email)]);
  }
});

test('mails the local demo when it starts, at any hour, but only once that day', async () => {
  const { business } = await withWaitingHours();
  server.clock.moveTo('2026-03-04T07:30:00.000Z');
  await look(server.jobs, { atAnyHour: true });
  expect(recipients()).toEqual([business.email]);
  await look(server.jobs, { atAnyHour: true });
  server.clock.moveTo(MORNING);
  await look();
  expect(recipients()).toEqual([business.email]);
});

test('notifies a business that turned it off at the bell, once a day, and sends its other reminders', async () => {
  const { business, project } = await withWaitingHours({ mutedMail: ['hours'] });
  const bell = () => server.db.select().from(notices).where(eq(notices.userId, business.id));
  await Promise.all([look(), look()]);
  await look();
  expect(recipients()).toEqual([]);
  expect((await bell()).map(({ kind, text, path }) => [kind, text, path])).toEqual([
    ['hours', 'Hours to approve: 2.50', '/interns/viewall?pending=true'],
  ]);
  const staff = server.as(await server.aTeacher({ clientId: business.clientId }));
  await staff.call(followUpCalls.remindFollowUps, { _ids: [`hours:${project.id}`] });
  expect(recipients()).toEqual([business.email]);
  server.clock.moveTo('2026-03-05T13:07:00.000Z');
  await look();
  expect((await bell()).filter(({ kind }) => kind === 'hours')).toHaveLength(2);
});

test('skips businesses that turned it off or cannot approve, and mails each business its own', async () => {
  await withWaitingHours({ mutedMail: ['hours'] });
  await withWaitingHours({ approved: false });
  const one = await withWaitingHours();
  const other = await withWaitingHours({ clientId: one.business.clientId });
  const elsewhere = await withWaitingHours();
  await look();
  expect(recipients().sort()).toEqual([one, other, elsewhere].map(({ business }) => business.email).sort());
  for (const { text } of server.jobs.mail) expect(text).toContain('1 entry is waiting');
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

test('two servers that run it at once send one mail', async () => {
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
  expect(recipients()).toEqual([business.email]);
});

test('includes what else is due in the same email, the only one of that day', async () => {
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
  expect(recipients()).toEqual([business.email]);
  expect(server.jobs.mail[0]?.text).toContain(
    'Also waiting for you: Evaluate Ada L.: Boat builder https://waypost.test/link/',
  );
  server.clock.moveTo('2026-03-04T16:00:00.000Z');
  await remind();
  expect(recipients().filter((email) => email === business.email)).toHaveLength(1);
});

test('what the email mentions counts as a reminder for the business only', async () => {
  const { business, student, project } = await aLinkedPlacement(server);
  await server.db
    .update(agreements)
    .set({ sentAt: new Date('2026-02-25T15:00:00Z') })
    .where(eq(agreements.projectId, project.id));
  await server.db.update(hourEntries).set({ createdAt: new Date(LOGGED) });
  await look();
  expect(recipients()).toEqual([business.email]);
  expect(server.jobs.mail[0]?.text).toContain('Also waiting for you: Sign the training agreement');
  await remind();
  expect(recipients().filter((email) => email === business.email)).toHaveLength(1);
  for (const email of [student.email, ANNE, OWEN]) expect(recipients()).toContain(email);
  // The student's next is due from the student's own, three days later.
  const next = async (moment: string) => {
    server.jobs.mail.length = 0;
    server.clock.moveTo(moment);
    await remind();
    return [student.email, ANNE].map((email) => recipients().includes(email));
  };
  expect(await next('2026-03-06T16:00:00.000Z')).toEqual([false, false]);
  expect(await next('2026-03-09T16:00:00.000Z')).toEqual([true, true]);
});

test('a supervisor with the address of the business is reminded to evaluate in its email', async () => {
  const { business, project } = await withWaitingHours();
  await server.db
    .update(opportunities)
    .set({ employmentStart: '2026-01-12', employmentStop: '2026-03-20' })
    .where(eq(opportunities.businessId, business.id));
  const [supervisor] = await server.db
    .insert(businessContacts)
    .values({
      clientId: business.clientId,
      businessId: business.id,
      ordinal: 7,
      name: 'Bay',
      email: business.email.toUpperCase(),
      roles: ['supervisor'],
    })
    .returning();
  await server.db
    .update(projects)
    .set({ createdAt: new Date('2026-01-05T15:00:00Z'), supervisorId: supervisor?.id })
    .where(eq(projects.id, project.id));
  await look();
  expect(recipients()).toEqual([business.email]);
  expect(server.jobs.mail[0]?.text).toContain('Also waiting for you: Evaluate Ada L.: Boat builder');
  await remind();
  expect(recipients().filter((email) => email.toLowerCase() === business.email.toLowerCase())).toHaveLength(
    1,
  );
});

test('hours that staff put off are not in the email until that day', async () => {
  const { business, project } = await withWaitingHours();
  const second = await server.aProject({ business });
  await log(second, { totalHours: 1, createdAt: new Date('2026-03-03T19:00:00.000Z') });
  const putOff = (subjectId: string) =>
    server.db
      .insert(followUps)
      .values({
        clientId: business.clientId,
        kind: 'hours',
        subjectId,
        since: '2026-03-03',
        snoozedUntil: '2026-03-06',
      })
      .onConflictDoUpdate({
        target: [followUps.clientId, followUps.kind, followUps.subjectId],
        set: { snoozedUntil: '2026-03-06' },
      });
  await putOff(project.id);
  await look();
  expect(recipients()).toEqual([business.email]);
  expect(server.jobs.mail[0]?.text).toContain('1 entry is waiting for your approval, 1.00 hours in all:');
  await putOff(second.id);
  server.clock.moveTo('2026-03-05T13:07:00.000Z');
  await look();
  expect(recipients()).toHaveLength(1);
  server.clock.moveTo('2026-03-06T13:07:00.000Z');
  await look();
  expect(server.jobs.mail[1]?.text).toContain('2 entries are waiting for your approval, 3.50 hours in all:');
});

test('a person who was reminded on a day gets the hours on the next', async () => {
  const { business } = await withWaitingHours();
  const staff = server.as(await server.aTeacher({ clientId: business.clientId }));
  const found = await staff.call(followUpCalls.filterFollowUps, {
    snoozed: false,
    school_attending: [],
    affiliated_program: [],
  });
  await staff.call(followUpCalls.remindFollowUps, { _ids: found.map(({ _id }) => _id) });
  await look();
  expect(recipients()).toEqual([business.email]);
  server.clock.moveTo('2026-03-05T13:07:00.000Z');
  await look();
  expect(recipients()).toEqual([business.email, business.email]);
});
