import { taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const {
  inviteToInterview,
  confirmInterview,
  proposeInterviewTime,
  cancelInterview,
  getApplicationById,
  updateApplicationStatus,
} = applicationCalls;

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
});

async function between(status: ApplicationStatus = 'New') {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const teacher = await server.aTeacher({ client });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const application = await server.anApplication({ student, opportunity, status });
  const id = { application_id: application.id };
  const invitation = {
    ...id,
    date: '2026-03-10',
    time: '15:30',
    minutes: 45 as const,
    place: '2 Dock Street',
    message: 'Ask for Grace.',
  };
  const look = (who: { token: string }) =>
    server.as(who).call(getApplicationById, { app_id: application.id });
  const invite = (but: object = {}) => server.as(business).call(inviteToInterview, { ...invitation, ...but });
  return { client, student, business, teacher, application, id, invitation, invite, look };
}

/** The recipient, subject and calendar entry of each mail. */
const sentMail = () =>
  server.jobs.mail.map(({ to, subject, calendar }) => [
    to,
    subject,
    calendar ? [calendar.startsAt, calendar.sequence, calendar.state] : null,
  ]);
const firstTime = '2026-03-10T19:30:00.000Z';

test('an invitation schedules an interview in the school system’s time zone', async () => {
  const { client, student, business, teacher, application, invite, look } = await between();
  const timeZone = 'America/Chicago';
  await server.db.update(settings).set({ timeZone }).where(eq(settings.clientId, client.id));
  await invite();
  const interview = {
    state: 'Invited',
    starts_at: '2026-03-10T20:30:00.000Z',
    day: null,
    minutes: 45,
    place: '2 Dock Street',
    message: 'Ask for Grace.',
    proposed_at: null,
    proposal: '',
  };
  for (const each of [student, business, teacher])
    expect(await look(each)).toMatchObject({ status: 'Interview Scheduled', interview });
  expect(sentMail()).toEqual([
    [student.email, 'Interview: Boat builder', ['2026-03-10T20:30:00.000Z', 0, 'tentative']],
  ]);
  const [mail] = server.jobs.mail;
  expect(mail?.text).toMatch(/When: Tue 03\/10\/2026 3:30\sPM CDT/);
  expect(mail?.text).toContain('Where: 2 Dock Street');
  expect(mail?.text).toContain(`/application/view/${application.id}`);
  expect(mail?.calendar).toMatchObject({ uid: `interview-${application.id}`, minutes: 45 });
});

test('a student confirms the time, and both sides get a calendar entry', async () => {
  const { student, business, id, invite, look } = await between();
  await invite();
  server.jobs.mail.length = 0;
  await server.as(student).call(confirmInterview, { ...id, starts_at: firstTime });
  expect(await look(business)).toMatchObject({ interview: { state: 'Confirmed', starts_at: firstTime } });
  const subject = 'Interview confirmed: Boat builder';
  expect(sentMail()).toEqual([
    [student.email, subject, [firstTime, 0, 'confirmed']],
    [business.email, subject, [firstTime, 0, 'confirmed']],
  ]);
  expect(server.jobs.mail.map(({ calendar }) => calendar?.summary)).toEqual([
    'Interview at Bayside Marine: Boat builder',
    // Colleagues see a business's calendar.
    'Interview with Ada: Boat builder',
  ]);
});

test('nothing that people wrote becomes a link in the calendar entry, as in the mail', async () => {
  const { business, invite } = await between();
  await server.db.update(users).set({ businessName: 'www.bay.test' }).where(eq(users.id, business.id));
  await server.db
    .update(opportunities)
    .set({ title: 'See https://title.test' })
    .where(eq(opportunities.businessId, business.id));
  await invite({ place: 'https://place.test/x', message: 'Write to me@message.test' });
  const [mail] = server.jobs.mail;
  const gap = '\u200b';
  expect(mail?.calendar).toMatchObject({
    summary: `Interview at www.${gap}bay.${gap}test: See https:${gap}//title.${gap}test`,
    organizer: `www.${gap}bay.${gap}test`,
    place: `https:${gap}//place.${gap}test/x`,
    description: `Write to me@${gap}message.${gap}test`,
  });
  expect(mail?.text).toContain(`https:${gap}//place.${gap}test/x`);
});

test('a student proposes another time, and the business confirms it', async () => {
  const { student, business, id, invite, look } = await between();
  await invite();
  server.jobs.mail.length = 0;
  const other = { ...id, date: '2026-03-11', time: '16:00', message: 'I have class.' };
  await server.as(student).call(proposeInterviewTime, other);
  const proposed = '2026-03-11T20:00:00.000Z';
  const asked = { state: 'Proposed', starts_at: firstTime, proposed_at: proposed, proposal: 'I have class.' };
  expect(await look(business)).toMatchObject({ interview: asked });
  expect(sentMail()).toEqual([[business.email, 'Ada Lovelace proposes another time: Boat builder', null]]);
  expect(server.jobs.mail[0]?.text).toContain('I have class.');

  server.jobs.mail.length = 0;
  await server.as(business).call(confirmInterview, { ...id, starts_at: proposed });
  const confirmed = { state: 'Confirmed', starts_at: proposed, proposed_at: null, proposal: '' };
  expect(await look(student)).toMatchObject({ interview: confirmed });
  const subject = 'Interview confirmed: Boat builder';
  expect(sentMail()).toEqual([
    [student.email, subject, [proposed, 1, 'confirmed']],
    [business.email, subject, [proposed, 1, 'confirmed']],
  ]);
});

test('a later change and a cancellation reach every calendar with the interview', async () => {
  const { student, business, id, invite, look } = await between();
  await invite();
  await invite({ time: '16:30' });
  const moved = '2026-03-10T20:30:00.000Z';
  // The business did not have it in its calendar yet.
  expect(sentMail().slice(1)).toEqual([
    [student.email, 'Interview changed: Boat builder', [moved, 1, 'tentative']],
  ]);
  await server.as(student).call(confirmInterview, { ...id, starts_at: moved });
  server.jobs.mail.length = 0;
  await invite({ time: '17:00' });
  const again = '2026-03-10T21:00:00.000Z';
  const changed = 'Interview changed: Boat builder';
  expect(await look(student)).toMatchObject({ interview: { state: 'Invited', starts_at: again } });
  expect(sentMail()).toEqual([
    [student.email, changed, [again, 2, 'tentative']],
    [business.email, changed, [again, 2, 'tentative']],
  ]);
  server.jobs.mail.length = 0;
  await server.as(business).call(cancelInterview, id);
  const canceled = 'Interview canceled: Boat builder';
  expect(sentMail()).toEqual([
    [student.email, canceled, [again, 3, 'canceled']],
    [business.email, canceled, [again, 3, 'canceled']],
  ]);
  expect(await look(student)).toMatchObject({
    status: 'Interview Scheduled',
    interview: { state: 'Canceled' },
  });
  await invite();
  expect(sentMail().at(-1)).toEqual([business.email, changed, [firstTime, 4, 'tentative']]);
});

test.each([
  ['student withdraws', 'Rescinded'],
  ['business declines', 'Declined'],
] as const)('cancels a future interview when the %s', async (_, status) => {
  const { student, business, id, invite } = await between();
  await invite();
  const by = status === 'Rescinded' ? student : business;
  await server.as(by).call(updateApplicationStatus, { ...id, status });
  expect(sentMail().at(-1)).toEqual([
    student.email,
    'Interview canceled: Boat builder',
    [firstTime, 1, 'canceled'],
  ]);
});

test('rejects a confirmation of a time that has changed', async () => {
  const { student, business, id, invite, look } = await between();
  await invite();
  await invite({ time: '16:30' });
  const old = await server.as(student).refusal(confirmInterview, { ...id, starts_at: firstTime });
  expect([old.status, old.problem.detail]).toEqual([
    409,
    'The interview’s time has changed. Look at the new one',
  ]);
  // A business confirms the student's proposal, not its own invitation.
  const own = { ...id, starts_at: '2026-03-10T20:30:00.000Z' };
  expect((await server.as(business).refusal(confirmInterview, own)).status).toBe(409);
  expect(await look(student)).toMatchObject({ interview: { state: 'Invited' } });
});

test('rejects replies to an interview that is canceled, missing or over', async () => {
  const { student, business, id, invite, invitation } = await between('Interview Scheduled');
  const none = 'There is no interview to answer. It may have been canceled';
  const answers = async () => {
    const { application_id, date, time } = invitation;
    const propose = { application_id, date, time, message: '' };
    const confirm = { ...id, starts_at: firstTime };
    const confirmed = await server.as(student).refusal(confirmInterview, confirm);
    const proposed = await server.as(student).refusal(proposeInterviewTime, propose);
    return [confirmed.problem.detail, proposed.problem.detail];
  };
  expect(await answers()).toEqual([none, none]);
  await invite();
  await server.as(business).call(cancelInterview, id);
  expect(await answers()).toEqual([none, none]);
  expect((await server.as(business).refusal(cancelInterview, id)).problem.detail).toBe(none);
  await invite({ date: '2026-03-04', time: '10:30' });
  server.clock.moveTo('2026-03-04T15:30:00Z');
  const late = await server
    .as(student)
    .refusal(confirmInterview, { ...id, starts_at: '2026-03-04T15:30:00.000Z' });
  expect(late.problem.detail).toBe('This interview’s time has passed. Agree on a new one');
});

test.each(['Offered', 'Accepted', 'Declined', 'Rescinded'] as const)(
  'rejects an invitation if the application is %s',
  async (status) => {
    const { business, invitation } = await between(status);
    const refused = await server.as(business).refusal(inviteToInterview, invitation);
    expect([refused.status, refused.problem.type]).toEqual([409, '/problems/conflict']);
    expect(refused.problem.detail).toContain(status);
  },
);

test('only the two sides arrange an interview, each with its own actions', async () => {
  const { client, student, business, teacher, id, invitation } = await between();
  const rival = await server.aBusiness({ client });
  const other = await server.aStudent({ client });
  expect((await server.as(rival).refusal(inviteToInterview, invitation)).status).toBe(404);
  expect((await server.as(student).refusal(inviteToInterview, invitation)).status).toBe(403);
  expect((await server.as(business).refusal(proposeInterviewTime, invitation)).status).toBe(403);
  expect((await server.as(other).refusal(proposeInterviewTime, invitation)).status).toBe(404);
  for (const call of [inviteToInterview, proposeInterviewTime, cancelInterview])
    expect((await server.as(teacher).refusal(call, { ...invitation, ...id })).status).toBe(403);
});

test.each([
  [{ date: '2026-03-03' }, 'date', 'must be in the future'],
  [{ date: '2026-03-04', time: '09:59' }, 'date', 'must be in the future'],
  [{ date: '2027-05-01' }, 'date', 'must be within 1 years of today'],
  [{ date: 'soon' }, 'date', 'must be a date, MM/DD/YYYY'],
  [{ date: '' }, 'date', 'choose the date of this time'],
  [{ date: '2026-03-03', time: '' }, 'date', 'must not be in the past'],
  [{ date: '2027-05-01', time: '' }, 'date', 'must be within 1 years of today'],
  [
    { date: '2026-03-08', time: '02:30' },
    'time',
    'this time does not exist on that day, because the clocks change',
  ],
  [{ time: '25:00' }, 'time', 'must be a time, such as 3:30 PM'],
  [{ minutes: 7 }, 'minutes', 'this is not one of the choices'],
  [{ place: 'a'.repeat(301) }, 'place', 'this field can have at most 300 characters'],
  [{ message: 'a'.repeat(2001) }, 'message', 'this field can have at most 2000 characters'],
])('an invitation with %o has the error at %s: %s', async (but, field, why) => {
  const { business, invitation } = await between();
  const refused = await server.as(business).refusal(inviteToInterview, { ...invitation, ...but });
  expect([refused.status, refused.problem.errors]).toEqual([400, { [field]: [why] }]);
  expect(server.jobs.mail).toEqual([]);
});

test('an invitation without a place says nothing about it, and a change adds it', async () => {
  const { student, business, invitation } = await between();
  const { application } = await server.as(business).call(inviteToInterview, { ...invitation, place: '' });
  expect(application.interview?.place).toBe('');
  const texts = () => server.jobs.mail.filter(({ to }) => to === student.email).map(({ text }) => text);
  expect(texts().join()).not.toContain('Where:');
  await server.as(business).call(inviteToInterview, { ...invitation, place: '2 Dock Street' });
  expect(texts().at(-1)).toContain('Where: 2 Dock Street');
});

test('an interview needs neither date, time nor place, and gets its calendar entry with the time', async () => {
  const { student, business, id, invite, look } = await between();
  const subject = 'Interview: Boat builder';
  await server.as(business).send(inviteToInterview, id);
  const untimed = { state: 'Invited', starts_at: null, day: null, place: '' };
  expect(await look(student)).toMatchObject({ status: 'Interview Scheduled', interview: untimed });
  expect(sentMail()).toEqual([[student.email, subject, null]]);
  expect(server.jobs.mail[0]?.text).toContain('When: To be arranged');

  await invite({ time: '' });
  expect(await look(student)).toMatchObject({ interview: { starts_at: null, day: '2026-03-10' } });
  expect(server.jobs.mail.at(-1)?.text).toContain('When: 03/10/2026, time to be arranged');
  expect(sentMail().at(-1)?.[2]).toBeNull();

  await invite();
  expect(await look(student)).toMatchObject({ interview: { starts_at: firstTime, day: null } });
  expect(sentMail().at(-1)?.[2]).toEqual([firstTime, 2, 'tentative']);

  // Without its time, it leaves the calendar.
  await invite({ date: '', time: '' });
  expect(sentMail().at(-1)?.[2]).toEqual([firstTime, 3, 'canceled']);
  server.jobs.mail.length = 0;
  await server.as(business).call(cancelInterview, id);
  expect(sentMail()).toEqual([[student.email, 'Interview canceled: Boat builder', null]]);
});

test('a student proposes a time for an interview without one, and cannot confirm it before', async () => {
  const { student, business, id, invite, look } = await between();
  await invite({ date: '', time: '' });
  const early = { ...id, starts_at: firstTime };
  expect((await server.as(student).refusal(confirmInterview, early)).status).toBe(409);
  server.jobs.mail.length = 0;
  const proposal = { ...id, date: '2026-03-10', time: '15:30', message: '' };
  await server.as(student).call(proposeInterviewTime, proposal);
  expect(server.jobs.mail[0]?.text).toMatch(
    /Ada Lovelace proposes Tue 03\/10\/2026 3:30\sPM EDT for the interview\./,
  );
  await server.as(business).call(confirmInterview, early);
  expect(await look(student)).toMatchObject({ interview: { state: 'Confirmed', starts_at: firstTime } });
});

test('an application with an interview without a time ends with one mail', async () => {
  const { student, business, id, invite, look } = await between();
  await invite({ date: '', time: '' });
  server.jobs.mail.length = 0;
  await server.as(business).call(updateApplicationStatus, { ...id, status: 'Declined' });
  expect(sentMail()).toEqual([[student.email, 'An answer to your application: Boat builder', null]]);
  expect(await look(student)).toMatchObject({ interview: { state: 'Canceled' } });
});

describe('a proposed interview time', () => {
  const tasksOf = async (who: { token: string }, kind: string) =>
    (await server.as(who).call(taskCalls.loadTasks, {})).tasks.filter((task) => task.kind === kind);

  test('is a task for the student until they reply, and for the business after a proposal', async () => {
    const { student, business, application, id, invite } = await between();
    await invite();
    expect(await tasksOf(student, 'interview')).toMatchObject([
      { _id: application.id, names: ['Bayside Marine'], title: 'Boat builder', date: '2026-03-10' },
    ]);
    expect(await tasksOf(business, 'interview time')).toEqual([]);
    const other = { ...id, date: '2026-03-11', time: '23:30', message: '' };
    await server.as(student).call(proposeInterviewTime, other);
    expect(await tasksOf(student, 'interview')).toEqual([]);
    expect(await tasksOf(business, 'interview time')).toMatchObject([
      { _id: application.id, names: ['Ada Lovelace'], title: 'Boat builder', date: '2026-03-11' },
    ]);
    await server.as(business).call(confirmInterview, { ...id, starts_at: '2026-03-12T03:30:00.000Z' });
    expect(await tasksOf(business, 'interview time')).toEqual([]);
  });

  test('is no one’s task once it is over', async () => {
    const { student, invite } = await between();
    await invite({ date: '2026-03-04', time: '10:30' });
    expect(await tasksOf(student, 'interview')).toHaveLength(1);
    server.clock.moveTo('2026-03-04T15:30:00Z');
    expect(await tasksOf(student, 'interview')).toEqual([]);
  });
});
