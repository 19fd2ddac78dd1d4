import type { Weekday } from '@waypost/contract/opportunities/opportunities/schedule';
import { calendarCalls } from '@waypost/contract/oversight/calendar/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { aSentAgreement } from '../../../testing/links.ts';
import { Caller, startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { calendarFeeds } from '../../platform/database/tables/calendar.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';

/* Feeds, as a calendar from another vendor reads them (docs/behavior/calendar.md). */
const server = startTestServer();
const { getCalendarFeed, makeCalendarFeed, endCalendarFeed } = calendarCalls;

const PLACED = new Date('2026-02-20T15:00:00.000Z');

/** The path of a new feed. */
const make = async (user: { token: string }) =>
  new URL((await server.as(user).call(makeCalendarFeed, {})).address).pathname;
const read = (path: string, headers: Record<string, string> = {}) =>
  server.visitor().fetch(path, { headers });

/** The entries of a feed, by uid without its host. */
async function entriesOf(path: string) {
  const reply = await read(path);
  const text = await reply.text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  const entries = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      day: event.startDate.toString(),
      after: event.endDate.toString(),
      status: component.getFirstPropertyValue('status'),
      sequence: event.sequence,
      event,
      component,
    };
  });
  return { reply, text, calendar, entries };
}

/** A placement of a student at a business from March 2 to June 12, on Mondays and Fridays. */
async function aPlacement(given: { firstName?: string; days?: Weekday[] } = {}) {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const student = await server.aStudent({
    client,
    firstName: given.firstName ?? 'Ada',
    lastName: 'Lovelace',
  });
  const teacher = await server.aTeacher({ client });
  const opportunity = await server.anOpportunity({
    business,
    title: 'Boat builder; sails, too',
    employmentStart: '2026-03-02',
    employmentStop: '2026-06-12',
    days: given.days ?? ['Monday', 'Friday'],
    updatedAt: PLACED,
  });
  const project = await server.aProject({
    student,
    business,
    opportunity,
    createdAt: PLACED,
    updatedAt: PLACED,
  });
  return { client, business, student, teacher, opportunity, project };
}

/** An unsigned agreement. It expires on April 1 in UTC, when it is still March 31 in New York. */
const anUnsignedAgreement = (project: { id: string; clientId: string }) =>
  aSentAgreement(server, project, { parties: [], expiresAt: new Date('2026-04-01T03:00:00Z') });

test('a student’s feed has first and last days, due dates, and evaluations', async () => {
  const { student, project } = await aPlacement();
  const { reply, text, calendar, entries } = await entriesOf(await make(student));
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('America/New_York');
  expect(entries.map(({ uid, day, summary }) => [uid, day, summary])).toEqual([
    [
      `start-${project.id}@waypost.test`,
      '2026-03-02',
      'First day at Bayside Marine: Boat builder; sails, too',
    ],
    [`end-${project.id}@waypost.test`, '2026-06-12', 'Last day at Bayside Marine: Boat builder; sails, too'],
    [
      `evaluation-1-${project.id}@waypost.test`,
      '2026-05-06',
      'Bayside Marine evaluates you: Boat builder; sails, too',
    ],
    [
      `evaluation-2-${project.id}@waypost.test`,
      '2026-06-12',
      'Bayside Marine evaluates you: Boat builder; sails, too',
    ],
    [
      `reflection-1-${project.id}@waypost.test`,
      '2026-04-22',
      'Reflection question 1 is due: Boat builder; sails, too',
    ],
    [
      `reflection-2-${project.id}@waypost.test`,
      '2026-06-12',
      'Reflection question 2 is due: Boat builder; sails, too',
    ],
    [`summary-${project.id}@waypost.test`, '2026-06-19', 'Final summary is due: Boat builder; sails, too'],
    [
      `final-project-${project.id}@waypost.test`,
      '2026-06-19',
      'Final project is due: Boat builder; sails, too',
    ],
  ]);
  for (const { event } of entries) expect(event.startDate.isDate).toBe(true);
  expect(entries[0]?.after).toBe('2026-03-03');
  const lines = text.split('\r\n');
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
});

test('has an offer until its student replies', async () => {
  const { student, business } = await aPlacement();
  const opportunity = await server.anOpportunity({ business, title: 'Rigger' });
  const application = await server.anApplication({
    student,
    opportunity,
    status: 'Offered',
    replyBy: '2026-03-20',
  });
  const path = await make(student);
  const offers = async () => (await entriesOf(path)).entries.filter(({ uid }) => uid.startsWith('offer-'));
  expect((await offers()).map(({ day, summary }) => [day, summary])).toEqual([
    ['2026-03-20', 'Answer the offer from Bayside Marine: Rigger'],
  ]);
  await server.as(student).call(applicationCalls.updateApplicationStatus, {
    application_id: application.id,
    status: 'Declined',
  });
  expect(await offers()).toEqual([]);
});

test('a business’s feed shows who is there when, by first name only, across clock changes', async () => {
  const { business, project } = await aPlacement();
  const { text, entries } = await entriesOf(await make(business));
  expect(text).not.toContain('Lovelace');
  expect(entries.map(({ summary, day }) => [summary, day])).toEqual([
    ['Ada starts: Boat builder; sails, too', '2026-03-02'],
    ['Ada’s last day: Boat builder; sails, too', '2026-06-12'],
    ['Ada works with you', '2026-03-02'],
    ['Ada’s evaluation is due: Boat builder; sails, too', '2026-05-06'],
    ['Ada’s evaluation is due: Boat builder; sails, too', '2026-06-12'],
  ]);
  const week = entries.find(({ uid }) => uid === `week-${project.id}@waypost.test`)?.event;
  const days: string[] = [];
  const each = week?.iterator();
  for (let next = each?.next(); next; next = each?.next()) days.push(next.toString());
  // Clocks go forward on Sunday, March 8.
  expect(days.slice(0, 4)).toEqual(['2026-03-02', '2026-03-06', '2026-03-09', '2026-03-13']);
  expect([days.length, days.at(-1)]).toEqual([30, '2026-06-12']);
});

test('a week starts on the intern’s first day, and unknown days are left out', async () => {
  const { business } = await aPlacement({ days: ['Wednesday'] });
  const week = (await entriesOf(await make(business))).entries.find(({ uid }) => uid.startsWith('week-'));
  expect(week?.day).toBe('2026-03-04');
  const other = await aPlacement({ days: [] });
  const { entries } = await entriesOf(await make(other.business));
  expect(entries.filter(({ uid }) => uid.startsWith('week-'))).toEqual([]);
});

test('staff’s feed has the ends of each day and expiring agreements, by first name and initial', async () => {
  const { client, teacher, business, opportunity, project } = await aPlacement();
  for (const firstName of ['Ben', 'Cleo', 'Dan'])
    await server.aProject({
      business,
      opportunity,
      student: await server.aStudent({ client, firstName, lastName: 'Ng' }),
    });
  const agreement = await anUnsignedAgreement(project);
  const path = await make(teacher);
  const { entries, text } = await entriesOf(path);
  expect(entries.map(({ uid, day, summary }) => [uid, day, summary])).toEqual([
    ['ends-2026-06-12@waypost.test', '2026-06-12', '4 placements end'],
    [`agreement-${agreement?.id}@waypost.test`, '2026-03-31', 'Unsigned agreement expires: Ada L.'],
  ]);
  expect(entries[0]?.event.description).toBe('Ada L.\nBen N.\nCleo N.\nDan N.');
  expect(text).not.toContain('Lovelace');
  await server.db.update(agreements).set({ status: 'signed' }).where(eq(agreements.projectId, project.id));
  expect((await entriesOf(path)).entries).toHaveLength(1);
});

test('keeps the placement of a deleted student for its business and staff, without a name', async () => {
  const { business, teacher, student, project } = await aPlacement();
  await anUnsignedAgreement(project);
  await server.db.delete(users).where(eq(users.id, student.id));
  const { entries, text } = await entriesOf(await make(business));
  expect(entries.map(({ summary }) => summary)).toEqual([
    'Last day to sign the agreement: A former student',
    'A former student starts: Boat builder; sails, too',
    'A former student’s last day: Boat builder; sails, too',
    'A former student works with you',
    'A former student’s evaluation is due: Boat builder; sails, too',
    'A former student’s evaluation is due: Boat builder; sails, too',
  ]);
  expect(text).not.toContain('Ada');
  const staff = await entriesOf(await make(teacher));
  expect(staff.text).toContain('A former student');
  expect(staff.text).not.toContain('Ada');
});

test('a student and a business have the last day to sign, until it is signed or declined', async () => {
  const { client, student, business, project } = await aPlacement();
  const stranger = {
    student: await server.aStudent({ client }),
    business: await server.aBusiness({ client }),
  };
  const agreement = await anUnsignedAgreement(project);
  const paths = [
    await make(student),
    await make(business),
    await make(stranger.student),
    await make(stranger.business),
  ];
  const shown = async () =>
    Promise.all(
      paths.map(async (path) =>
        (await entriesOf(path)).entries
          .filter(({ uid }) => uid.startsWith('agreement-'))
          .map(({ uid, day, summary, status }) => [uid, day, summary, status]),
      ),
    );
  const uid = `agreement-${agreement?.id}@waypost.test`;
  const entry = (about: string, status: string) => [
    [uid, '2026-03-31', `Last day to sign the agreement: ${about}`, status],
  ];
  expect(await shown()).toEqual([
    entry('Boat builder; sails, too', 'CONFIRMED'),
    entry('Ada', 'CONFIRMED'),
    [],
    [],
  ]);
  await server.db.update(agreements).set({ status: 'declined', updatedAt: server.clock.now() });
  expect((await shown()).slice(0, 2)).toEqual([
    entry('Boat builder; sails, too', 'CANCELLED'),
    entry('Ada', 'CANCELLED'),
  ]);
  await server.db.update(agreements).set({ status: 'signed' });
  expect(await shown()).toEqual([[], [], [], []]);
});

test('uses the days of the school system’s time zone', async () => {
  const { client, teacher, project } = await aPlacement();
  await server.db
    .insert(settings)
    .values({ clientId: client.id, timeZone: 'Pacific/Guam' } as never)
    .onConflictDoUpdate({ target: settings.clientId, set: { timeZone: 'Pacific/Guam' } });
  await aSentAgreement(server, project, { parties: [], expiresAt: new Date('2026-04-01T15:00:00Z') });
  const { calendar, entries } = await entriesOf(await make(teacher));
  expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('Pacific/Guam');
  expect(entries.find(({ uid }) => uid.startsWith('agreement-'))?.day).toBe('2026-04-02');
});

test('cancels a terminated placement’s future entries, with the same uid and a higher sequence', async () => {
  const { business, student, project } = await aPlacement();
  const path = await make(student);
  const before = (await entriesOf(path)).entries;
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 'CONFIRMED'));
  onTestFinished(() => server.clock.moveTo('2026-03-04T15:00:00.000Z'));
  await server.as(business).call(projectCalls.changeBusinessStatus, {
    project_id: project.id,
    business_status: 'terminated',
  });
  const after = (await entriesOf(path)).entries;
  expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid));
  expect(after.map(({ status }) => status)).toEqual(['CONFIRMED', ...before.slice(1).map(() => 'CANCELLED')]);
  for (const [index, { sequence }] of after.entries())
    expect(sequence).toBeGreaterThan(before[index]?.sequence ?? 0);
  // Sixty days later for the last time.
  server.clock.moveTo('2026-05-03T15:00:00.000Z');
  expect((await entriesOf(path)).entries).toHaveLength(before.length);
  server.clock.moveTo('2026-05-04T15:00:00.000Z');
  expect((await entriesOf(path)).entries.map(({ uid }) => uid)).toEqual([before[0]?.uid]);
});

test('final work is due a week after the day on which the placement was completed', async () => {
  const { student, project } = await aPlacement();
  await server.db
    .update(projects)
    // In the school system's time zone it is still May 1.
    .set({ businessStatus: 'completed', endedAt: new Date('2026-05-02T03:00:00Z') })
    .where(eq(projects.id, project.id));
  const { entries } = await entriesOf(await make(student));
  const due = entries.filter(({ uid }) => /^(summary|final-project)-/.test(uid)).map(({ day }) => day);
  expect(due).toEqual(['2026-05-08', '2026-05-08']);
});

test('replies with 304 until something changes', async () => {
  const { student, project, opportunity } = await aPlacement();
  const path = await make(student);
  const first = await read(path);
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  const again = await read(path, { 'if-none-match': `"other", W/${tag}` });
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
  await server.db
    .update(opportunities)
    .set({ employmentStop: '2026-06-19', updatedAt: new Date('2026-03-05T12:00:00Z') })
    .where(eq(opportunities.id, opportunity.id));
  const changed = await read(path, { 'if-none-match': tag });
  expect(changed.status).toBe(200);
  await server.anEvaluation(project);
  const { entries } = await entriesOf(path);
  expect(entries.map(({ uid }) => uid.slice(0, 12))).not.toContain('evaluation-1');
});

test('stores only the hash; a new address revokes the old one, and turning it off revokes it too', async () => {
  const { student } = await aPlacement();
  const caller = server.as(student);
  expect(await caller.call(getCalendarFeed, {})).toEqual({ made_at: null });
  const first = await make(student);
  expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
  const stored = await server.db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, student.id));
  expect(
    JSON.stringify(stored.map((row) => ({ ...row, tokenHash: row.tokenHash.toString('latin1') }))),
  ).not.toContain(first.slice(10, 53));
  const second = await make(student);
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  expect(await caller.call(getCalendarFeed, {})).toEqual({ made_at: server.clock.now().toISOString() });
  expect(await caller.call(endCalendarFeed, {})).toEqual({ made_at: null });
  expect((await read(second)).status).toBe(404);
});

test('ends with the account, its deactivation, and for a business its approval', async () => {
  const { client, business, teacher } = await aPlacement();
  const student = await server.aStudent({ client });
  const [ofStudent, ofBusiness, ofTeacher] = [await make(student), await make(business), await make(teacher)];
  await server.db.update(users).set({ approved: false }).where(eq(users.id, business.id));
  expect((await entriesOf(ofBusiness)).entries).toEqual([]);
  await server.db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, teacher.id));
  expect((await read(ofTeacher)).status).toBe(404);
  await server.db.delete(users).where(eq(users.id, student.id));
  expect((await read(ofStudent)).status).toBe(404);
});

test('contains nothing of another school system', async () => {
  await aPlacement({ firstName: 'Elsewhere' });
  const stranger = await server.aTeacher();
  expect((await entriesOf(await make(stranger))).entries).toEqual([]);
});

test('is in its owner’s language', async () => {
  const { student } = await aPlacement();
  await server.db.update(users).set({ locale: 'es' }).where(eq(users.id, student.id));
  const { entries } = await entriesOf(await make(student));
  expect(entries[0]?.summary).toBe('Primer día en Bayside Marine: Boat builder; sails, too');
});

test('cannot be created or turned off during a masquerade', async () => {
  const { student, client } = await aPlacement();
  const admin = await server.anAdmin({ client });
  const caller = server.as(admin);
  await caller.call(masqueradeCalls.masquerade, { id: student.id });
  expect((await caller.refusal(makeCalendarFeed, {})).status).toBe(403);
  expect((await caller.refusal(endCalendarFeed, {})).status).toBe(403);
});

test('a wrong address is reported, not cached, and limited only for the network that guesses', async () => {
  const { student } = await aPlacement();
  const path = await make(student);
  for (const wrong of [
    '/calendar/none.ics',
    '/calendar/x',
    `/calendar/${'A'.repeat(43)}.ics`,
    path.slice(0, -4),
  ]) {
    const reply = await read(wrong);
    expect([wrong, reply.status, reply.headers.get('cache-control')]).toEqual([wrong, 404, 'no-store']);
    expect(await reply.text()).toContain('This calendar address does not work anymore.');
  }
  let status = 404;
  for (let tries = 0; status === 404 && tries < 400; tries += 1)
    status = (await read(`/calendar/${'B'.repeat(43)}.ics`)).status;
  expect(status).toBe(429);
  expect((await read(path)).status).toBe(200);
});

test('limits how often a calendar can load it', async () => {
  const { student } = await aPlacement();
  const path = await make(student);
  for (let reads = 0; reads < 120; reads += 1) expect((await read(path)).status).toBe(200);
  const late = await read(path);
  expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('the log names the route and never the address', async () => {
  const { student } = await aPlacement();
  const path = await make(student);
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
    log,
  });
  onTestFinished(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await new Caller(origin).fetch(path, {});
  await new Caller(origin).fetch('/calendar/wrong-address.ics', {});
  await expect.poll(() => lines.filter((line) => line.includes('/calendar/:file')).length).toBe(2);
  expect(lines.join('\n')).not.toContain(path.slice(10, 53));
  expect(lines.join('\n')).not.toContain('wrong-address');
});
