import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { APPROVED } from '@waypost/contract/placements/hours/rules';
import { evaluationDue, reflectionDue } from '@waypost/contract/placements/pace/rules';
import { and, eq, lte } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { aFollowedPlacement, at, every, reminded } from '../../../testing/follow-ups.ts';
import { ANNE, aLinkedPlacement, aSentAgreement } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { agreementSignatures, agreements } from '../../platform/database/tables/agreements.ts';
import { consents } from '../../platform/database/tables/consents.ts';
import { followUps } from '../../platform/database/tables/follow-ups.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { students } from '../../platform/database/tables/people.ts';
import {
  hourEntries,
  projectApprovals,
  projectReflections,
  projects,
} from '../../platform/database/tables/projects.ts';

/* What everyone still has to do, and staff follow up on (docs/behavior/follow-ups.md). */
const server = startTestServer();
const { filterFollowUps, remindFollowUps, snoozeFollowUp } = followUpCalls;
const aPlacement = (given?: Parameters<typeof aFollowedPlacement>[1]) => aFollowedPlacement(server, given);

beforeEach(() => {
  server.jobs.mail.length = 0;
});

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
    _id: `hours:${project.id}`,
    kind: 'hours',
    subject_id: project.id,
    student: 'Ada Lovelace',
    school: row?.school,
    program: row?.program,
    business: 'Bayside Marine',
    title: 'Boat builder',
    since: '2026-02-20',
    waits_on: ['business'],
    snoozed_until: null,
    reminded_at: null,
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
      clientId: client.id,
      projectId: project.id,
      version: 1,
      status: 'sent',
      body: '',
      locale: 'en',
      names: {} as never,
      terms: {} as never,
      signingOrder: 'parallel',
      textHash: 'x',
      text: 'x',
      parties: ['student', 'guardian', 'business', 'school'],
      sentAt: at('2026-02-26'),
      expiresAt: at('2026-04-01'),
    })
    .returning();
  expect(await kinds()).toEqual([
    ['agreement', '2026-02-26', 'student,guardian,business,school'],
    ['offer', '2026-02-27', 'student'],
  ]);
  await server.db.insert(agreementSignatures).values({
    clientId: client.id,
    agreementId: agreement?.id ?? '',
    party: 'student',
    signerName: 'Ada',
    method: 'account',
    textHash: 'x',
    signedOn: '2026-03-01',
    recordedAt: at('2026-03-01'),
  } as never);
  await server.db
    .update(agreements)
    .set({ signingOrder: 'sequence' })
    .where(eq(agreements.projectId, project.id));
  // It has been waiting since the guardian's turn came.
  expect(await kinds({ kind: 'agreement' })).toEqual([['agreement', '2026-03-01', 'guardian']]);
  await server.db
    .update(agreements)
    .set({ expiresAt: at('2026-03-01') })
    .where(eq(agreements.projectId, project.id));
  expect(await kinds({ kind: 'agreement' })).toEqual([]);
});

test('an unsent agreement waits for the business until it is filled in, then for the school, and so does one that has ended', async () => {
  const { client, project, staff, business, kinds, list } = await aPlacement();
  const draft = await aSentAgreement(server, project, {
    status: 'draft',
    body: '[duties] [goals]',
    text: null,
    textHash: null,
    parties: [],
    sentAt: null,
    expiresAt: null,
    createdAt: at('2026-02-20'),
    updatedAt: at('2026-02-22'),
  });
  const own = eq(agreements.id, draft.id);
  const change = (to: Partial<typeof agreements.$inferInsert>) =>
    server.db.update(agreements).set(to).where(own);
  await change({ terms: { ...draft.terms, duties: '' } });
  expect(await kinds()).toEqual([['draft', '2026-02-20', 'business']]);
  expect((await list())[0]).toMatchObject({ _id: `draft:${project.id}`, subject_id: project.id });
  expect(await staff.call(remindFollowUps, { _ids: [`draft:${project.id}`] })).toEqual(reminded(1));
  const [mail] = server.jobs.mail;
  expect([mail?.to, mail?.subject]).toEqual([
    business.email,
    'Reminder: Fill in Ada L.’s training agreement: Boat builder',
  ]);
  expect(mail?.text).toContain(`https://waypost.test/project/${project.id}/agreement`);
  await change({ terms: draft.terms });
  expect(await kinds({ kind: 'draft' })).toEqual([['draft', '2026-02-22', 'school']]);
  server.jobs.mail.length = 0;
  expect(await staff.call(remindFollowUps, { _ids: [`draft:${project.id}`] })).toEqual(reminded(0));
  expect(server.jobs.mail).toEqual([]);
  const text = { text: 'x', textHash: 'x', parties: ['student' as const] };
  await change({ ...text, status: 'sent', sentAt: at('2026-02-23'), expiresAt: at('2026-04-01') });
  expect(await kinds({ kind: 'draft' })).toEqual([]);
  await change({ expiresAt: at('2026-03-01') });
  expect(await kinds()).toEqual([['draft', '2026-03-01', 'school']]);
  await change({ status: 'declined', updatedAt: at('2026-02-28') });
  expect(await kinds()).toEqual([['draft', '2026-02-28', 'school']]);
  await change({ status: 'void' });
  expect(await kinds()).toEqual([]);
  // Neither an earlier version nor the agreement of an ended placement waits for anyone.
  await change({ status: 'draft', text: null, textHash: null, parties: [] });
  await aSentAgreement(server, project, { version: 2, status: 'signed' });
  expect(await kinds()).toEqual([]);
  const others = await aPlacement({ client });
  await aSentAgreement(server, others.project, { status: 'declined' });
  expect(await others.kinds()).toHaveLength(1);
  await server.db
    .update(projects)
    .set({ businessStatus: 'terminated' })
    .where(eq(projects.id, others.project.id));
  expect(await others.kinds()).toEqual([]);
});

test('a guardian whom only the student named waits for the school, once for each student', async () => {
  const { student, kinds } = await aPlacement();
  const named = { clientId: student.clientId, studentId: student.id, addedBy: 'student' as const };
  await server.db.insert(guardians).values([
    { ...named, ordinal: 5, name: 'Anne', email: ANNE, createdAt: at('2026-02-26') },
    { ...named, ordinal: 6, name: 'Ben', email: 'ben@home.test', createdAt: at('2026-02-24') },
    { ...named, ordinal: 7, name: 'Cal', email: '', createdAt: at('2026-02-20') },
  ]);
  expect(await kinds()).toEqual([['guardian', '2026-02-24', 'school']]);
  const setBirthDate = (birthDate: string) =>
    server.db
      .update(students)
      .set({ birthDate, birthDateBy: 'school' })
      .where(eq(students.userId, student.id));
  await setBirthDate('2008-03-04');
  expect(await kinds()).toEqual([]);
  await setBirthDate('2008-03-05');
  expect(await kinds({ kind: 'guardian' })).toHaveLength(1);
  await server.db.update(guardians).set({ confirmed: true }).where(eq(guardians.studentId, student.id));
  expect(await kinds()).toEqual([]);
});

test('in a school system that asks for consents, a minor whose placement has not begun waits for the school to ask', async () => {
  const { client, business, student, project, kinds } = await aPlacement({ start: '2026-03-05' });
  expect(await kinds()).toEqual([]);
  const decide = (id: string) =>
    server.db.insert(consents).values({
      clientId: student.clientId,
      studentId: id,
      decision: 'refused',
      method: 'paper',
      name: 'Anne',
      decidedOn: '2026-03-01',
      recordedAt: at('2026-03-01'),
    });
  await decide((await server.aStudent({ client })).id);
  const waiting = [['consent', '2026-01-20', 'school']];
  expect(await kinds()).toEqual(waiting);
  const owner = (text: string, ...more: unknown[]) =>
    server.database.owner.query(text, [student.id, ...more]);
  const setBirthDate = (day: string) =>
    owner(`update students set birth_date = $2, birth_date_by = 'school' where user_id = $1`, day);
  await setBirthDate('2008-03-04');
  expect(await kinds()).toEqual([]);
  await setBirthDate('2008-03-05');
  expect(await kinds()).toEqual(waiting);
  const hours = await server.someHours(project, { businessApproved: APPROVED });
  expect(await kinds()).toEqual([]);
  await server.db.delete(hourEntries).where(eq(hourEntries.id, hours.id));
  await owner(`update opportunities set employment_start = '2026-03-04' where id in (
    select opportunity_id from projects where student_id = $1)`);
  expect(await kinds()).toEqual([]);
  await owner(`update opportunities set employment_start = '2026-03-05' where id in (
    select opportunity_id from projects where student_id = $1)`);
  expect(await kinds()).toEqual(waiting);
  // A later placement does not restart the wait.
  const later = await server.anOpportunity({ business, employmentStart: '2026-03-20' });
  await server.aProject({ student, business, opportunity: later, createdAt: at('2026-02-10') });
  expect(await kinds()).toEqual(waiting);
  await decide(student.id);
  expect(await kinds()).toEqual([]);
});

test('once a guardian is asked for consent, it waits for the guardian, and no longer for the school', async () => {
  const { client, student, business, hours, issue } = await aLinkedPlacement(server);
  await server.db.delete(hourEntries).where(eq(hourEntries.id, hours.id));
  await server.database.owner.query(
    `update opportunities set employment_start = '2026-03-20' where client_id = $1`,
    [student.clientId],
  );
  const staff = server.as(await server.aTeacher({ client }));
  const parties = async () =>
    (await staff.call(filterFollowUps, { ...every, kind: 'consent' })).map(({ waits_on }) => waits_on);
  expect(await parties()).toEqual([]);
  await issue('consent');
  expect(await parties()).toEqual([['guardian']]);
  // A school system that has asked one guardian asks for consents.
  await server.aProject({
    student: await server.aStudent({ client }),
    business,
    opportunity: await server.anOpportunity({ business, employmentStart: '2026-03-20' }),
  });
  expect((await parties()).flat().sort()).toEqual(['guardian', 'school']);
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

test.each([
  ['2026-02-02', '2026-03-06', 0],
  ['2026-01-05', '2026-02-27', 0],
  ['2026-01-05', '2026-02-27', 1],
  ['2026-02-23', '2026-04-30', 0],
  ['2026-01-12', '2026-05-01', 2],
])(
  'a reflection of %s to %s after %i of three is due on the day of the rule',
  async (start, end, answered) => {
    const { client, project, kinds } = await aPlacement({ start, end });
    const added = { clientId: client.id, projectId: project.id, ordinal: 3, questionText: 'And then?' };
    await server.db.insert(projectReflections).values(added);
    await server.db
      .update(projectReflections)
      .set({ status: 'complete', answerText: 'Much.' })
      .where(and(eq(projectReflections.projectId, project.id), lte(projectReflections.ordinal, answered)));
    const due = reflectionDue({ placedOn: '2026-01-20', start, end }, answered + 1, 3);
    expect(await kinds({ kind: 'reflections' })).toEqual(
      due <= '2026-03-04' ? [['reflections', due, 'student']] : [],
    );
  },
);

test('reflections wait for no one once all are answered or approved, or the placement was terminated', async () => {
  const given = { start: '2026-01-05', end: '2026-02-20' };
  const [first, second, third] = [await aPlacement(given), await aPlacement(given), await aPlacement(given)];
  const waits = async ({ kinds }: typeof first) => (await kinds({ kind: 'reflections' })).length;
  expect([await waits(first), await waits(second), await waits(third)]).toEqual([1, 1, 1]);
  const ofFirst = eq(projectReflections.projectId, first.project.id);
  await server.db.update(projectReflections).set({ status: 'complete' }).where(ofFirst);
  const ofSecond = eq(projects.id, second.project.id);
  await server.db.update(projects).set({ businessStatus: 'terminated' }).where(ofSecond);
  const admin = await server.anAdmin({ client: third.client });
  await server.db.insert(projectApprovals).values({
    clientId: third.client.id,
    projectId: third.project.id,
    item: 'reflection',
    approvedBy: admin.id,
    approvedAt: at('2026-03-01'),
  });
  expect([await waits(first), await waits(second), await waits(third)]).toEqual([0, 0, 0]);
});

test('final work waits for its student a week after the end, unless the placement was terminated', async () => {
  const { project, kinds } = await aPlacement({ start: '2026-01-05', end: '2026-02-20' });
  expect(await kinds({ kind: 'final work' })).toEqual([['final work', '2026-02-27', 'student']]);
  // The moment is on the day before in the school system's time zone.
  const completed = { businessStatus: 'completed' as const, endedAt: new Date('2026-02-14T03:00:00Z') };
  await server.db.update(projects).set(completed).where(eq(projects.id, project.id));
  expect(await kinds({ kind: 'final work' })).toEqual([['final work', '2026-02-20', 'student']]);
  await server.db.update(projects).set({ businessStatus: 'terminated' }).where(eq(projects.id, project.id));
  expect(await kinds()).toEqual([]);
});

test('filters by kind, school, program and age, paginated, the longest waiting first', async () => {
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
  // Each of the two also filters alone, and matches any of several names.
  const only = async (filter: object) => (await first.list(filter)).map(({ subject_id }) => subject_id);
  const { school_attending, affiliated_program } = own;
  for (const filter of [
    { school_attending },
    { affiliated_program },
    { school_attending: ['Elsewhere', ...school_attending] },
    { affiliated_program: ['Elsewhere', ...affiliated_program] },
  ])
    expect(await only(filter), JSON.stringify(filter)).toEqual([first.project.id]);
  for (const filter of [
    { school_attending: ['Elsewhere'] },
    { affiliated_program: ['Elsewhere'] },
    { school_attending, affiliated_program: ['Elsewhere'] },
    { school_attending: ['Elsewhere'], affiliated_program },
  ])
    expect(await only(filter), JSON.stringify(filter)).toEqual([]);
  const page = await first.staff.send(filterFollowUps, { ...every, limit: 1, offset: 1 });
  expect(page.headers.get('x-total-count')).toBe('2');
  const others = server.as(await server.aTeacher());
  expect(await others.call(filterFollowUps, every)).toEqual([]);
  for (const somebody of [first.student, first.business])
    expect((await server.as(somebody).refusal(filterFollowUps, every)).status).toBe(403);
});

test('since when something waits is a day of the school system’s time zone', async () => {
  const { project, student, business, kinds } = await aPlacement();
  // Evening in New York, the next day in UTC.
  const evening = new Date('2026-02-21T02:00:00Z');
  await server.someHours(project, { createdAt: evening });
  await server.someHours(project, { businessApproved: -1, decidedAt: evening });
  const opportunity = await server.anOpportunity({ business });
  await server.anApplication({ student, opportunity, status: 'Offered', updatedAt: evening });
  expect((await kinds()).map(([kind, since]) => [kind, since])).toEqual([
    ['hours', '2026-02-20'],
    ['hours sent back', '2026-02-20'],
    ['offer', '2026-02-20'],
  ]);
});

test('an offer is late once its reply-by date has passed, counts from it, and its reminder says so', async () => {
  const { client, business, student, staff, kinds } = await aPlacement();
  const opportunity = await server.anOpportunity({ business, title: 'Rigger' });
  const offered = { opportunity, status: 'Offered', updatedAt: at('2026-02-01') } as const;
  const other = await server.aStudent({ client });
  await server.anApplication({ ...offered, student: other, replyBy: '2026-03-04' });
  const late = await server.anApplication({ ...offered, student, replyBy: '2026-03-03' });
  expect(await kinds({ kind: 'offer' })).toEqual([['offer', '2026-03-03', 'student']]);
  await staff.call(remindFollowUps, { _ids: [`offer:${late.id}`] });
  expect(server.jobs.mail.map(({ to, subject }) => [to, subject])).toEqual([
    [
      student.email,
      'Reminder: Answer the offer from Bayside Marine, whose reply-by date, 03/03/2026, has passed: Rigger',
    ],
  ]);
});

test('puts one off until a day, on which it is back on the list', async () => {
  const { project, staff, kinds } = await aPlacement();
  await server.someHours(project, { createdAt: at('2026-02-25') });
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
});

test('once the oldest hours are approved, the rest stays put off, without a reminder', async () => {
  const { client, project, business, staff, list, kinds } = await aPlacement();
  const oldest = await server.someHours(project, { createdAt: at('2026-02-25') });
  await server.someHours(project, { createdAt: at('2026-03-01') });
  const _id = `hours:${project.id}`;
  await staff.call(remindFollowUps, { _ids: [_id] });
  await staff.call(snoozeFollowUp, { _id, until: '2026-04-01' });
  await server.as(business).call(hoursCalls.approveHours, {
    project_id: project.id,
    hours_id: oldest.id,
    business_approved: 1,
  });
  expect(await kinds()).toEqual([]);
  expect(await list({ snoozed: true })).toMatchObject([
    { since: '2026-03-01', snoozed_until: '2026-04-01', reminded_at: null },
  ]);
  // A reminder of the rest does not put it back on the list either.
  server.clock.moveBy(86_400_000);
  onTestFinished(() => server.clock.moveBy(-86_400_000));
  const next = server.as(await server.aTeacher({ client }));
  expect((await next.call(remindFollowUps, { _ids: [_id] })).people).toBe(1);
  expect((await next.call(filterFollowUps, { ...every, snoozed: true })).map((row) => row._id)).toEqual([
    _id,
  ]);
});

test('rejects a follow-up that does not exist, a past day, and a day too far ahead', async () => {
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
