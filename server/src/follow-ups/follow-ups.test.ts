import { followUpCalls } from '@waypost/contract/follow-ups/calls';
import { APPROVED } from '@waypost/contract/hours/rules';
import { evaluationDue } from '@waypost/contract/tasks/rules';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openLink } from '../../testing/links.ts';
import { startTestServer } from '../../testing/server.ts';
import { agreementSignatures, agreements } from '../database/tables/agreements.ts';
import { followUps } from '../database/tables/follow-ups.ts';
import { notices } from '../database/tables/notices.ts';
import { students, users } from '../database/tables/people.ts';
import { hourEntries, projects } from '../database/tables/projects.ts';

/* What students and businesses still have to do, and staff follow up on (docs/behavior/follow-ups.md). */
const server = startTestServer();
const { filterFollowUps, remindFollowUps, snoozeFollowUp } = followUpCalls;
const every = {
  ...{ kind: null, older_than: null, snoozed: false },
  ...{ school_attending: [], affiliated_program: [] },
};

beforeEach(() => {
  server.jobs.mail.length = 0;
});

/** A placement that nothing is due of yet, and staff who look. */
async function aPlacement(given: { start?: string; end?: string; client?: { id: string } } = {}) {
  const client = (given.client as Awaited<ReturnType<typeof server.aClient>>) ?? (await server.aClient());
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({
    ...{ business, title: 'Boat builder' },
    ...{ employmentStart: given.start ?? '2026-03-02', employmentStop: given.end ?? '2026-06-12' },
  });
  const createdAt = new Date('2026-01-20T15:00:00Z');
  const project = await server.aProject({ student, business, opportunity, createdAt });
  const staff = server.as(await server.aTeacher({ client }));
  const list = async (filter: object = {}) => staff.call(filterFollowUps, { ...every, ...filter });
  const kinds = async (filter: object = {}) =>
    (await list(filter)).map(({ kind, since, waits_on }) => [kind, since, waits_on.join()]);
  return { client, business, student, opportunity, project, staff, list, kinds };
}
const at = (day: string) => new Date(`${day}T15:00:00Z`);

test('pending hours wait for the business, disapproved ones for the student, until each is done', async () => {
  const { project, kinds, list } = await aPlacement();
  expect(await kinds()).toEqual([]);
  await server.someHours(project, { createdAt: at('2026-02-25') });
  await server.someHours(project, { createdAt: at('2026-02-20') });
  await server.someHours(project, { businessApproved: -1, decidedAt: at('2026-02-26') });
  expect(await kinds()).toEqual([
    ['hours', '2026-02-20', 'business'],
    ['hours sent back', '2026-02-26', 'student'],
  ]);
  const [row] = await list();
  expect(row).toEqual({
    ...{ _id: `hours:${project.id}`, kind: 'hours', subject_id: project.id, student: 'Ada Lovelace' },
    ...{ school: row?.school, program: row?.program, business: 'Bayside Marine', title: 'Boat builder' },
    ...{ since: '2026-02-20', waits_on: ['business'], snoozed_until: null, reminded_at: null },
  });
  await server.db
    .update(hourEntries)
    .set({ businessApproved: APPROVED })
    .where(eq(hourEntries.projectId, project.id));
  expect(await kinds()).toEqual([]);
});

test('an offer waits for its student, an agreement for those who have not signed, in their turn', async () => {
  const { client, student, business, project, kinds } = await aPlacement();
  const opportunity = await server.anOpportunity({ business });
  await server.anApplication({ student, opportunity, status: 'Offered', updatedAt: at('2026-02-27') });
  const [agreement] = await server.db
    .insert(agreements)
    .values({
      ...{ clientId: client.id, projectId: project.id, version: 1, status: 'sent', body: '', locale: 'en' },
      ...{ names: {} as never, terms: {} as never, signingOrder: 'parallel', textHash: 'x', text: 'x' },
      parties: ['student', 'guardian', 'business', 'school'],
      ...{ sentAt: at('2026-02-26'), expiresAt: at('2026-04-01') },
    })
    .returning();
  expect(await kinds()).toEqual([
    ['agreement', '2026-02-26', 'student,guardian,business,school'],
    ['offer', '2026-02-27', 'student'],
  ]);
  await server.db.insert(agreementSignatures).values({
    ...{ clientId: client.id, agreementId: agreement?.id ?? '', party: 'student', signerName: 'Ada' },
    ...{ method: 'account', textHash: 'x', signedOn: '2026-03-01', recordedAt: at('2026-03-01') },
  } as never);
  await server.db
    .update(agreements)
    .set({ signingOrder: 'sequence' })
    .where(eq(agreements.projectId, project.id));
  expect(await kinds({ kind: 'agreement' })).toEqual([['agreement', '2026-02-26', 'guardian']]);
  await server.db
    .update(agreements)
    .set({ expiresAt: at('2026-03-01') })
    .where(eq(agreements.projectId, project.id));
  expect(await kinds({ kind: 'agreement' })).toEqual([]);
});

test.each([
  ['2025-11-03', '2026-03-02', 0],
  ['2025-11-03', '2026-03-03', 1],
  ['2026-02-01', '2026-02-20', 0],
  ['2026-02-23', '2026-03-31', 0],
])('an evaluation of %s to %s after %i is due on the day of the rule', async (start, end, submitted) => {
  const { project, kinds } = await aPlacement({ start, end });
  if (submitted > 0) await server.anEvaluation(project);
  const due = evaluationDue({ placedOn: '2026-01-20', start, end }, submitted) ?? '';
  expect(await kinds({ kind: 'evaluation' })).toEqual(
    due <= '2026-03-04' ? [['evaluation', due, 'business']] : [],
  );
});

test('final work waits for its student a week after the last day, unless the placement was terminated', async () => {
  const { project, kinds } = await aPlacement({ start: '2026-01-05', end: '2026-02-20' });
  expect(await kinds({ kind: 'final work' })).toEqual([['final work', '2026-02-27', 'student']]);
  await server.db.update(projects).set({ businessStatus: 'terminated' }).where(eq(projects.id, project.id));
  expect(await kinds()).toEqual([]);
});

test('it is narrowed by kind, school, program and age, in pages, the longest waiting first', async () => {
  const first = await aPlacement();
  const second = await aPlacement({ client: first.client });
  await server.someHours(first.project, { createdAt: at('2026-02-25') });
  await server.someHours(second.project, { createdAt: at('2026-02-20') });
  const theirs = { schoolId: first.client.school.id, programId: first.client.program.id };
  await server.db.update(students).set(theirs).where(eq(students.userId, first.student.id));
  expect((await first.list()).map(({ subject_id }) => subject_id)).toEqual([
    second.project.id,
    first.project.id,
  ]);
  expect(await first.kinds({ older_than: 12 })).toEqual([['hours', '2026-02-20', 'business']]);
  expect(await first.kinds({ kind: 'offer' })).toEqual([]);
  const own = {
    school_attending: [first.client.school.name],
    affiliated_program: [first.client.program.name],
  };
  expect(
    (await first.list(own)).map(({ subject_id, school, program }) => [subject_id, school, program]),
  ).toEqual([[first.project.id, first.client.school.name, first.client.program.name]]);
  expect(await first.list({ school_attending: ['Elsewhere'] })).toEqual([]);
  const page = await first.staff.send(filterFollowUps, { ...every, limit: 1, offset: 1 });
  expect(page.headers.get('x-total-count')).toBe('2');
  const others = server.as(await server.aTeacher());
  expect(await others.call(filterFollowUps, every)).toEqual([]);
  for (const somebody of [first.student, first.business])
    expect((await server.as(somebody).refusal(filterFollowUps, every)).status).toBe(403);
});

test('a business gets one email about all of its interns, whose links work, and none again that day', async () => {
  const first = await aPlacement({ start: '2025-11-03', end: '2026-03-02' });
  const { business, staff } = first;
  await server.someHours(first.project, { createdAt: at('2026-02-25') });
  const ids = (await first.list()).map(({ _id }) => _id);
  const wanted = ids.filter((id) => !id.startsWith('final work'));
  expect(await staff.call(remindFollowUps, { _ids: wanted })).toEqual({ people: 1, already: 0 });
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([business.email]);
  const text = server.jobs.mail[0]?.text ?? '';
  expect(server.jobs.mail[0]?.subject).toBe('Reminder: 2 things are waiting for you');
  expect(text).toContain('Approve the hours of Ada L.');
  expect(text).not.toContain('Lovelace');
  const tokens = [...text.matchAll(/\/link\/([\w-]{43})/g)].map(([, token = '']) => token);
  expect(new Set(tokens).size).toBe(2);
  for (const token of new Set(tokens)) expect((await openLink(server, token)).status).toBe(200);
  const rang = await server.db.select().from(notices).where(eq(notices.userId, business.id));
  // No token is stored.
  expect(rang.map(({ kind, path }) => [kind, path.includes('/link/')])).toEqual([['reminder', false]]);
  expect(await staff.call(remindFollowUps, { _ids: wanted })).toEqual({ people: 0, already: 1 });
  expect(server.jobs.mail).toHaveLength(1);
  expect((await first.list({ kind: 'hours' })).map(({ reminded_at }) => reminded_at)).toEqual([
    server.clock.now().toISOString(),
  ]);
});

test('a supervisor without an account is reminded to evaluate, by a link, and the business is not', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({
    ...{ client, contacts: [{ name: 'Grace', email: 'grace@bay.example.org', roles: ['supervisor'] }] },
  } as never);
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({
    ...{ business, employmentStart: '2025-11-03', employmentStop: '2026-03-02' },
  });
  const project = await server.aProject({ student, business, opportunity, createdAt: at('2025-11-01') });
  await server.database.owner.query(
    `update projects p set supervisor_id = c.id from business_contacts c where p.id = $1 and c.business_id = $2`,
    [project.id, business.id],
  );
  const staff = server.as(await server.aTeacher({ client }));
  const reminded = await staff.call(remindFollowUps, { _ids: [`evaluation:${project.id}`] });
  expect([reminded, server.jobs.mail.map(({ to }) => to)]).toEqual([
    { people: 1, already: 0 },
    ['grace@bay.example.org'],
  ]);
  const [, token = ''] = /\/link\/([\w-]{43})/.exec(server.jobs.mail[0]?.text ?? '') ?? [];
  expect(await (await openLink(server, token)).text()).toContain('Ada L.');
});

test('whoever muted reminders gets none by mail, and hears the bell', async () => {
  const { project, student, staff } = await aPlacement();
  await server.db
    .update(users)
    .set({ mutedMail: ['reminder'] })
    .where(eq(users.id, student.id));
  await server.someHours(project, { businessApproved: -1, decidedAt: at('2026-02-26') });
  await staff.call(remindFollowUps, { _ids: [`hours sent back:${project.id}`] });
  expect(server.jobs.mail).toEqual([]);
  const rang = await server.db.select().from(notices).where(eq(notices.userId, student.id));
  expect(rang.map(({ text }) => text)).toEqual([
    'Reminder: Correct the hours that were sent back: Boat builder',
  ]);
});

test('of two who remind at once one sends the email', async () => {
  const { project, staff } = await aPlacement();
  await server.someHours(project, { createdAt: at('2026-02-25') });
  const input = { _ids: [`hours:${project.id}`] };
  const both = await Promise.all([staff.call(remindFollowUps, input), staff.call(remindFollowUps, input)]);
  expect(both.map(({ people }) => people).toSorted()).toEqual([0, 1]);
  expect(server.jobs.mail).toHaveLength(1);
});

test('one is put off until a day, and back on the list on it; what is done about an earlier one is forgotten', async () => {
  const { project, staff, kinds } = await aPlacement();
  const entry = await server.someHours(project, { createdAt: at('2026-02-25') });
  const _id = `hours:${project.id}`;
  await staff.call(remindFollowUps, { _ids: [_id] });
  expect(await staff.call(snoozeFollowUp, { _id, until: '2026-03-05' })).toEqual({
    snoozed_until: '2026-03-05',
  });
  expect(await kinds()).toEqual([]);
  expect(await kinds({ snoozed: true })).toEqual([['hours', '2026-02-25', 'business']]);
  const [kept] = await server.db.select().from(followUps).where(eq(followUps.subjectId, project.id));
  expect(kept?.reminders).toBe(1);
  await staff.call(snoozeFollowUp, { _id, until: null });
  expect(await kinds()).toHaveLength(1);
  await staff.call(snoozeFollowUp, { _id, until: '2026-04-01' });
  await server.db
    .update(hourEntries)
    .set({ createdAt: at('2026-03-01') })
    .where(eq(hourEntries.id, entry.id));
  expect(await kinds()).toEqual([['hours', '2026-03-01', 'business']]);
});

test('what nobody has to do, a past day and a far one are refused', async () => {
  const { project, staff } = await aPlacement();
  const _id = `hours:${project.id}`;
  expect((await staff.refusal(remindFollowUps, { _ids: [_id] })).status).toBe(404);
  expect((await staff.refusal(snoozeFollowUp, { _id, until: '2026-03-10' })).status).toBe(404);
  for (const until of ['2026-03-04', '2027-01-01'])
    expect((await staff.refusal(snoozeFollowUp, { _id, until })).problem.errors).toEqual({
      until: ['must be within the next 180 days'],
    });
  expect((await staff.refusal(remindFollowUps, { _ids: ['hours:x', "offer:' or 1=1"] })).status).toBe(400);
  expect((await staff.refusal(remindFollowUps, { _ids: [] })).problem.errors).toEqual({
    _ids: ['choose at least one'],
  });
  await server.someHours(project, { createdAt: at('2026-02-25') });
  const others = server.as(await server.aTeacher());
  expect((await others.refusal(remindFollowUps, { _ids: [_id] })).status).toBe(404);
  expect(server.jobs.mail).toEqual([]);
});
