import { savedSearchCalls } from '@waypost/contract/opportunities/saved-search/calls';
import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { opportunities, savedSearches } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { mailNewMatches } from './weekly-mail.ts';

/* The weekly email about new matches (docs/behavior/browse.md#weekly-email). */
const server = startTestServer();
const { getSavedSearch, saveSearch, stopSearchEmails } = savedSearchCalls;

const MONDAY = '2026-03-02T15:00:00.000Z';
const WEDNESDAY = new Date('2026-03-04T15:00:00.000Z');
const THURSDAY = '2026-03-05T20:13:00.000Z';

beforeEach(async () => {
  server.clock.moveTo(MONDAY);
  server.jobs.mail.length = 0;
  await server.db.delete(savedSearches);
});

const look = () =>
  mailNewMatches(server.database.app, {
    jobs: server.jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
  });
const kept = () => server.db.select().from(savedSearches);
const recipients = () => server.jobs.mail.map(({ to }) => to);

/** A student who saved a search on Monday, and a business of their school system. */
async function aWatcher(
  filter: object = { search: 'kayak' },
  given: Parameters<typeof server.aStudent>[0] = {},
) {
  const student = await server.aStudent(given);
  const business = await server.aBusiness({ clientId: student.clientId, businessName: 'Bayside Marine' });
  await server.as(student).call(saveSearch, { filter });
  return { student, business };
}
const post = (business: Parameters<typeof server.anOpportunity>[0], title: string, but: object = {}) =>
  server.anOpportunity({ ...business, title, createdAt: WEDNESDAY, ...but });

test('mails a student new matches on Thursday, with a link to them and one to stop', async () => {
  const { student, business } = await aWatcher();
  await post({ business }, 'Kayak guide');
  await post({ business }, 'Baker');
  await post({ business }, 'Old kayak', { createdAt: new Date('2026-03-01T12:00:00Z') });
  server.clock.moveTo(THURSDAY);
  await look();
  const [mail, ...others] = server.jobs.mail;
  expect(others).toEqual([]);
  expect([mail?.to, mail?.subject]).toEqual([student.email, 'A new opportunity matches your search']);
  expect(mail?.text).toContain('Kayak guide, Bayside Marine (Annapolis). Apply by 08/31/2026.');
  expect(mail?.text).not.toContain('Baker');
  expect(mail?.text).not.toContain('Old kayak');
  expect(mail?.text).toContain('https://waypost.test/opportunity/browse?q=kayak\n');
  const code = /https:\/\/waypost\.test\/stopEmails\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

  const visitor = server.visitor();
  expect(await visitor.call(stopSearchEmails, { code })).toEqual({ message: 'success' });
  expect(await visitor.call(stopSearchEmails, { code })).toEqual({ message: 'unknown' });
  expect(await kept()).toEqual([]);
  await post({ business }, 'Kayak painter', { createdAt: new Date(THURSDAY) });
  server.clock.moveTo('2026-03-12T20:13:00.000Z');
  await look();
  expect(recipients()).toHaveLength(1);
});

test('mails once a week, however often it runs, and nothing without new matches', async () => {
  const { student, business } = await aWatcher();
  await post({ business }, 'Kayak guide');
  const looks = [
    ['2026-03-05T19:13:00.000Z', 0],
    ['2026-03-05T20:13:00.000Z', 1],
    ['2026-03-05T21:13:00.000Z', 1],
    ['2026-03-09T20:13:00.000Z', 1],
    ['2026-03-12T20:13:00.000Z', 1],
  ] as const;
  for (const [moment, mails] of looks) {
    server.clock.moveTo(moment);
    await look();
    expect([moment, recipients()]).toEqual([moment, Array.from({ length: mails }, () => student.email)]);
  }
  await post({ business }, 'Kayak painter', { createdAt: new Date('2026-03-13T12:00:00Z') });
  server.clock.moveTo('2026-03-20T08:13:00.000Z');
  await look();
  expect(recipients()).toHaveLength(1);
  server.clock.moveTo('2026-03-20T13:13:00.000Z');
  await look();
  expect(recipients()).toHaveLength(2);
  expect(server.jobs.mail[1]?.text).not.toContain('Kayak guide');
});

test('two servers that run it concurrently send one mail', async () => {
  const { business } = await aWatcher();
  await post({ business }, 'Kayak guide');
  server.clock.moveTo(THURSDAY);
  await Promise.all([look(), look(), look()]);
  expect(recipients()).toHaveLength(1);
});

test('an opportunity that opens on a later day is new on that day', async () => {
  const { business } = await aWatcher();
  await post({ business }, 'Kayak guide', {
    applicationOpen: '2026-03-10',
    createdAt: new Date('2026-02-01T12:00:00Z'),
  });
  server.clock.moveTo(THURSDAY);
  await look();
  expect(recipients()).toEqual([]);
  server.clock.moveTo('2026-03-12T20:13:00.000Z');
  await look();
  expect(recipients()).toHaveLength(1);
});

test('leaves out closed and full opportunities, unapproved businesses, other students’ and those applied for', async () => {
  const { student, business } = await aWatcher({});
  await post({ business }, 'Closed', { applicationClose: '2026-03-03' });
  await post({ business }, 'Full', { acceptedCount: 3 });
  await post(
    { business: await server.aBusiness({ clientId: student.clientId, approved: false }) },
    'Unapproved',
  );
  await post({ business: await server.aBusiness() }, 'Elsewhere');
  const other = await server.aStudent({ clientId: student.clientId });
  await post({ business }, 'For another', { selected: [other] });
  const applied = await post({ business }, 'Applied');
  await server.as(student).call(applicationCalls.createApplication, {
    cover_letter: '<p>Please.</p>',
    opportunity_id_fk: applied.id,
  });
  server.jobs.mail.length = 0;
  server.clock.moveTo(THURSDAY);
  await look();
  expect(recipients()).toEqual([]);
});

test('is in the student’s language, with the first ten matches and the number of the rest', async () => {
  const { student, business } = await aWatcher({ opportunity_type: 'Virtual' });
  await server.db.update(users).set({ locale: 'es' }).where(eq(users.id, student.id));
  for (let index = 0; index < 12; index += 1)
    await post({ business }, `Remoto ${index}`, { opportunityType: 'Virtual' });
  server.clock.moveTo(THURSDAY);
  await look();
  expect(server.jobs.mail[0]?.subject).toBe('12 oportunidades nuevas coinciden con tu búsqueda');
  expect(server.jobs.mail[0]?.text.match(/Remoto/g)).toHaveLength(10);
  expect(server.jobs.mail[0]?.text).toContain('y 2 más.');
});

test('skips students who turned it off or cannot apply', async () => {
  for (const given of [{ mutedMail: ['matches'] }, { approved: false }, {}]) {
    const { business } = await aWatcher({}, given);
    await post({ business }, 'Kayak guide');
  }
  server.clock.moveTo(THURSDAY);
  await look();
  expect(recipients()).toHaveLength(1);
});

test('notifies a student who turned it off at the bell, once a week', async () => {
  const { student, business } = await aWatcher({}, { mutedMail: ['matches'] });
  await post({ business }, 'Kayak guide');
  server.clock.moveTo(THURSDAY);
  await look();
  await look();
  const rung = await server.db.select().from(notices).where(eq(notices.userId, student.id));
  expect(rung.map(({ kind, text }) => [kind, text])).toEqual([
    ['matches', 'A new opportunity matches your search'],
  ]);
  expect(recipients()).toEqual([]);
});

test('is not sent on a day with a reminder, but the next day, after that day’s reminders', async () => {
  const { student, business } = await aWatcher();
  await post({ business }, 'Kayak guide');
  const project = await server.aProject({ student, business });
  await server.someHours(project, { businessApproved: -1, decidedAt: WEDNESDAY });
  const remind = async () =>
    server
      .as(await server.aTeacher({ clientId: student.clientId }))
      .call(followUpCalls.remindFollowUps, { _ids: [`hours sent back:${project.id}`] });
  server.clock.moveTo(THURSDAY);
  await remind();
  expect(recipients()).toEqual([student.email]);
  for (const [moment, mails] of [
    [THURSDAY, 1],
    ['2026-03-06T05:13:00.000Z', 1], // Just after midnight in New York.
    ['2026-03-06T13:13:00.000Z', 1], // Reminders begin at 8 AM.
    ['2026-03-06T14:13:00.000Z', 2],
    ['2026-03-06T15:13:00.000Z', 2],
  ] as const) {
    server.clock.moveTo(moment);
    await look();
    expect([moment, recipients().length]).toEqual([moment, mails]);
  }
  expect(server.jobs.mail[1]?.subject).toBe('A new opportunity matches your search');
  await remind();
  expect(recipients()).toHaveLength(2);
});

test('a later search replaces the earlier one, and null deletes it', async () => {
  const { student, business } = await aWatcher();
  const caller = server.as(student);
  await caller.call(saveSearch, { filter: { search: 'bread', radius: 5 } });
  expect(await caller.call(getSavedSearch, {})).toEqual({ filter: { search: 'bread', radius: 5 } });
  const other = server.as(await server.aStudent({ clientId: student.clientId }));
  await other.call(saveSearch, { filter: {} });
  expect(await other.call(saveSearch, { filter: null })).toEqual({ filter: null });
  expect(await other.call(getSavedSearch, {})).toEqual({ filter: null });
  await post({ business }, 'Kayak guide');
  await post({ business }, 'Bread baker');
  server.clock.moveTo(THURSDAY);
  await look();
  expect(recipients()).toEqual([student.email]);
  expect(server.jobs.mail[0]?.text).toContain('Bread baker');
  expect(server.jobs.mail[0]?.text).not.toContain('Kayak guide');
});

test('a search belongs to its student, and an invalid one is rejected at its field', async () => {
  const { student, business } = await aWatcher();
  const other = server.as(await server.aStudent({ clientId: student.clientId }));
  expect(await other.call(getSavedSearch, {})).toEqual({ filter: null });
  const refused = await other.refusal(saveSearch, { filter: { radius: -1 } });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['filter.radius']]);
  expect((await server.as(business).refusal(saveSearch, { filter: {} })).status).toBe(403);
  for (const code of ['', 'nonsense', '00000000-0000-4000-8000-000000000000', "' or 1=1"])
    expect((await server.visitor().send(stopSearchEmails, { code })).status).toBeLessThan(500);
  expect(await kept()).toHaveLength(1);
});

test('editing an existing opportunity does not make it new', async () => {
  const { business } = await aWatcher();
  const { id } = await post({ business }, 'Paddling', { createdAt: new Date('2026-02-01T12:00:00Z') });
  await server.db.update(opportunities).set({ title: 'Kayaks' }).where(eq(opportunities.id, id));
  server.clock.moveTo(THURSDAY);
  await look();
  expect(recipients()).toEqual([]);
});
