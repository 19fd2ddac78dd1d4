import { type Tasks, taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { allTaskKinds, TASKS_PER_KIND, type TaskKind } from '@waypost/contract/oversight/tasks/rules';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { agreementTerms } from '../../../../contract/testing/agreement-terms.ts';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { students, users } from '../../platform/database/tables/people.ts';
import {
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projects,
} from '../../platform/database/tables/projects.ts';

const server = startTestServer();
/** Every kind that a test has produced. */
const seen = new Set<TaskKind>();

const dayAt = (days: number) => new Date(Date.parse(TEST_NOW) + days * 86_400_000).toISOString().slice(0, 10);
const momentAt = (days: number) => new Date(Date.parse(TEST_NOW) + days * 86_400_000);

async function load(person: { token: string }): Promise<Tasks> {
  const found = await server.as(person).call(taskCalls.loadTasks, {});
  for (const { kind } of found.tasks) seen.add(kind);
  return found;
}
const kinds = ({ tasks }: Tasks) => tasks.map(({ kind }) => kind);
const ofKind = ({ tasks }: Tasks, kind: TaskKind) => tasks.filter((task) => task.kind === kind);
const totalOf = ({ totals }: Tasks, kind: TaskKind) => totals.find((one) => one.kind === kind)?.total ?? 0;

/** A school system and a placement that started and ends this many days from today. */
async function aPlacement({ from = -30, to = 60 }: { from?: number; to?: number } = {}) {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, businessName: 'Magothy Robotics' });
  const student = await server.aStudent({ client, firstName: 'Maya', lastName: 'Okafor' });
  await withAgreement(student);
  const opportunity = await server.anOpportunity({
    business,
    title: 'Robot builder',
    internshipType: 'Internship',
    employmentStart: dayAt(from),
    employmentStop: dayAt(to),
  });
  const project = await server.aProject({ student, opportunity, createdAt: momentAt(from) });
  const teacher = await server.aTeacher({ client });
  const admin = await server.anAdmin({ client });
  return { client, business, student, opportunity, project, teacher, admin };
}

async function withAgreement(student: { id: string; clientId: string }) {
  const file = await server.aFile(student);
  await server.db.update(users).set({ agreementFileId: file.id }).where(eq(users.id, student.id));
}

/** The current agreement of a placement, filled in where `terms` says so. */
const agreementOf = async ({ project, admin }: Awaited<ReturnType<typeof aPlacement>>) => {
  const found = await server.as(admin).call(agreementCalls.getAgreement, { project_id: project.id });
  return { project_id: project.id, revision: found.agreement?.revision ?? 0, agreement: found.agreement };
};
const aboutAgreements = (found: Tasks) => kinds(found).filter((kind) => kind.endsWith(' agreement'));
/** The agreement tasks of a placement's student, business, Teacher and Admin. */
async function allAboutAgreements({
  student,
  business,
  teacher,
  admin,
}: Awaited<ReturnType<typeof aPlacement>>) {
  const found = await Promise.all([student, business, teacher, admin].map(load));
  return found.map(aboutAgreements);
}

test('an agreement is a task for the person who fills it in, sends it, or signs it now', async () => {
  const placement = await aPlacement();
  const { student, business, admin, project } = placement;
  const { startAgreement, saveAgreementTerms, sendAgreement, signAgreement, declineAgreement } =
    agreementCalls;
  expect(await allAboutAgreements(placement)).toEqual([[], [], [], []]);
  await server.as(admin).call(startAgreement, { project_id: project.id });
  expect(await allAboutAgreements(placement)).toEqual([[], ['fill in agreement'], [], []]);
  const { agreement: _, ...draft } = await agreementOf(placement);
  await server.as(business).call(saveAgreementTerms, { ...draft, ...agreementTerms });
  const toSend = ['send agreement'];
  expect(await allAboutAgreements(placement)).toEqual([[], [], toSend, toSend]);
  const { agreement: __, ...filled } = await agreementOf(placement);
  await server.as(admin).call(sendAgreement, filled);
  const toSign = ['sign agreement'];
  expect(await allAboutAgreements(placement)).toEqual([toSign, toSign, [], toSign]);
  expect(ofKind(await load(student), 'sign agreement')).toMatchObject([
    { _id: project.id, names: [], title: 'Robot builder', date: TEST_NOW.slice(0, 10) },
  ]);
  expect(ofKind(await load(admin), 'sign agreement')).toMatchObject([{ names: ['Maya Okafor'] }]);
  const { agreement } = await agreementOf(placement);
  const text = { project_id: project.id, text_hash: agreement?.text_hash ?? '' };
  await server.as(student).call(signAgreement, { ...text, name: 'Maya Okafor', agreed: true });
  expect(await allAboutAgreements(placement)).toEqual([[], toSign, [], toSign]);
  await server.as(business).call(declineAgreement, { ...text, reason: 'The pay is wrong.' });
  expect(await allAboutAgreements(placement)).toEqual([[], [], toSend, toSend]);
});

test('in sequence an agreement is a task for the person who is next, and once it has expired for the school', async () => {
  const placement = await aPlacement();
  const { student, admin, project } = placement;
  const { startAgreement, saveAgreementTerms, sendAgreement, signAgreement } = agreementCalls;
  const order = { signing_order: 'sequence' as const, hours_before_signed: true, second_proof: false };
  await server.as(admin).call(agreementCalls.saveAgreementSettings, order);
  await server.as(admin).call(startAgreement, { project_id: project.id });
  const { agreement: _, ...draft } = await agreementOf(placement);
  await server.as(admin).call(saveAgreementTerms, { ...draft, ...agreementTerms });
  const { agreement: __, ...filled } = await agreementOf(placement);
  await server.as(admin).call(sendAgreement, filled);
  const toSign = ['sign agreement'];
  expect(await allAboutAgreements(placement)).toEqual([toSign, [], [], []]);
  const { agreement } = await agreementOf(placement);
  const signature = { text_hash: agreement?.text_hash ?? '', name: 'Maya Okafor', agreed: true as const };
  await server.as(student).call(signAgreement, { project_id: project.id, ...signature });
  expect(await allAboutAgreements(placement)).toEqual([[], toSign, [], []]);
  await server.db
    .update(agreements)
    .set({ expiresAt: new Date(TEST_NOW) })
    .where(eq(agreements.projectId, project.id));
  expect(await allAboutAgreements(placement)).toEqual([[], [], ['send agreement'], ['send agreement']]);
});

test('an offer is its student’s first task until they reply', async () => {
  const student = await server.aStudent();
  const business = await server.aBusiness({ clientId: student.clientId, businessName: 'Magothy Robotics' });
  const opportunity = await server.anOpportunity({ business, title: 'Robot builder' });
  const application = await server.anApplication({
    student,
    opportunity,
    status: 'Offered',
    replyBy: dayAt(3),
  });
  const found = await load(student);
  expect(found.tasks[0]).toEqual({
    kind: 'offer',
    _id: application.id,
    names: ['Magothy Robotics'],
    title: 'Robot builder',
    count: 1,
    date: dayAt(3),
    pace: null,
  });
  expect(totalOf(found, 'offer')).toBe(1);
  // Once deactivated, the student can only read.
  const setDeactivated = (deactivatedAt: Date | null) =>
    server.db.update(users).set({ deactivatedAt }).where(eq(users.id, student.id));
  await setDeactivated(server.clock.now());
  expect((await load(student)).tasks).toEqual([]);
  await setDeactivated(null);

  await server.as(student).call(applicationCalls.updateApplicationStatus, {
    application_id: application.id,
    status: 'Declined',
  });
  expect(kinds(await load(student))).not.toContain('offer');
});

test('an interview is a task for the side that has to reply next', async () => {
  const { student, business, opportunity } = await aPlacement();
  const other = await server.aStudent({ clientId: student.clientId });
  await withAgreement(other);
  const application = await server.anApplication({ student: other, opportunity });
  const id = { application_id: application.id };
  const time = { ...id, date: dayAt(5), time: '15:30', message: '' };
  const invitation = { ...time, minutes: 30 as const, place: 'At the dock' };
  await server.as(business).call(applicationCalls.inviteToInterview, invitation);
  expect(kinds(await load(other))).toEqual(['interview']);
  expect(kinds(await load(business))).not.toContain('interview time');
  await server.as(other).call(applicationCalls.proposeInterviewTime, { ...time, date: dayAt(6) });
  expect(kinds(await load(other))).toEqual([]);
  expect(kinds(await load(business))).toContain('interview time');
});

test('an application without an offer is no task for its student', async () => {
  const student = await server.aStudent();
  for (const status of ['New', 'Interview Scheduled', 'Declined', 'Rescinded'] as const)
    await server.anApplication({ student, status });
  expect(kinds(await load(student))).toEqual(['agreement']);
});

test('a missing agreement is a task until it is uploaded', async () => {
  const student = await server.aStudent();
  expect(kinds(await load(student))).toEqual(['agreement']);
  await withAgreement(student);
  expect(await load(student)).toEqual({ tasks: [], totals: [] });
});

test('hours that were sent back are counted until each is corrected or deleted', async () => {
  const { student, project } = await aPlacement();
  const sentBack = { businessApproved: -1, decidedAt: momentAt(-2) };
  const corrected = await server.someHours(project, sentBack);
  const removed = await server.someHours(project, sentBack);
  await server.someHours(project, { businessApproved: 1 });
  expect(ofKind(await load(student), 'hours sent back')).toMatchObject([
    { _id: project.id, count: 2, date: dayAt(-2), names: ['Magothy Robotics'] },
  ]);
  const own = server.as(student);
  await own.call(hoursCalls.deleteHoursEntry, { project_id: project.id, hours_log_id: removed.id });
  expect(ofKind(await load(student), 'hours sent back')).toMatchObject([{ count: 1 }]);
  await own.call(hoursCalls.correctHoursEntry, {
    project_id: project.id,
    hours_log_id: corrected.id,
    start_date: dayAt(-2),
    end_date: dayAt(-2),
    total_hours: 2,
    text_log: 'Soldered.',
  });
  expect(kinds(await load(student))).toEqual([]);
});

test('hours that were sent back are no task once staff approved the activity log', async () => {
  const { student, project, admin } = await aPlacement();
  await server.someHours(project, { businessApproved: -1, decidedAt: momentAt(-2) });
  await server.db.insert(projectApprovals).values({
    clientId: project.clientId,
    projectId: project.id,
    item: 'hours',
    approvedBy: admin.id,
    approvedAt: momentAt(0),
  });
  expect(kinds(await load(student))).toEqual([]);
});

test('a reflection is a task from two weeks before it is due, until it is answered', async () => {
  // Of two questions the first is due after 45 of 90 days.
  const early = await aPlacement({ from: -30, to: 60 });
  expect(kinds(await load(early.student))).toEqual([]);
  const { student, project } = await aPlacement({ from: -31, to: 59 });
  expect((await load(student)).tasks).toMatchObject([
    { kind: 'reflections', _id: project.id, count: 1, date: dayAt(14) },
  ]);
  const [question] = await server.db
    .select({ id: projectReflections.id })
    .from(projectReflections)
    .where(and(eq(projectReflections.projectId, project.id), eq(projectReflections.ordinal, 1)));
  await server.as(student).call(reflectionCalls.saveReflection, {
    project_id: project.id,
    _id: question?.id ?? '',
    answer_text: '<p>To solder.</p>',
  });
  expect(kinds(await load(student))).toEqual([]);
});

test('work that an Admin sent back is a task for its student until they change it', async () => {
  const { student, project, admin } = await aPlacement({ from: -60, to: 30 });
  const project_id = project.id;
  const own = server.as(student);
  const questions = await server.db
    .select({ id: projectReflections.id })
    .from(projectReflections)
    .where(eq(projectReflections.projectId, project.id));
  for (const { id: _id } of questions)
    await own.call(reflectionCalls.saveReflection, { project_id, _id, answer_text: '<p>To solder.</p>' });
  await own.call(finalWorkCalls.saveFileLink, { project_id, file_id: (await server.aFile(student)).id });
  await own.call(finalWorkCalls.saveSummary, { project_id, text: 'I built a robot.' });
  expect(kinds(await load(student))).toEqual([]);
  const reason = 'Say what was hard.';
  for (const approval_type of ['reflection', 'project', 'summary'] as const)
    await server.as(admin).call(projectCalls.sendBackItem, { project_id, approval_type, reason });
  const sentBack = { _id: project.id, date: dayAt(0), title: 'Robot builder' };
  expect((await load(student)).tasks).toMatchObject([
    { kind: 'reflections sent back', ...sentBack },
    { kind: 'project sent back', ...sentBack },
    { kind: 'summary sent back', ...sentBack },
  ]);
  await own.call(finalWorkCalls.saveSummary, { project_id, text: 'Soldering was hard.' });
  expect(kinds(await load(student))).toEqual(['reflections sent back', 'project sent back']);
});

test('final work is due within a week after the last day, each part until it is submitted', async () => {
  const { student, project } = await aPlacement({ from: -60, to: 7 });
  const due = { _id: project.id, date: dayAt(14) };
  expect((await load(student)).tasks).toMatchObject([
    { kind: 'reflections', count: 2 },
    { kind: 'final summary', ...due },
    { kind: 'final project', ...due },
  ]);
  await server.db
    .update(projects)
    .set({ finalSummary: '<p>I built a robot.</p>' })
    .where(eq(projects.id, project.id));
  expect(kinds(await load(student))).toEqual(['reflections', 'final project']);
  const file = await server.aFile(student);
  await server.db
    .insert(projectFiles)
    .values({ clientId: project.clientId, projectId: project.id, fileId: file.id });
  expect(kinds(await load(student))).toEqual(['reflections']);
  const { student: other } = await aPlacement({ from: -60, to: 8 });
  expect(kinds(await load(other))).toEqual(['reflections']);
});

test.each([60, -20])(
  'final work of a placement that was completed is due a week later, with %d planned days left',
  async (to) => {
    const { student, project } = await aPlacement({ from: -60, to });
    await server.db
      .update(projects)
      .set({ businessStatus: 'completed', endedAt: momentAt(-3) })
      .where(eq(projects.id, project.id));
    const { tasks } = await load(student);
    expect(tasks.filter(({ kind }) => kind.startsWith('final'))).toMatchObject([
      { kind: 'final summary', date: dayAt(4) },
      { kind: 'final project', date: dayAt(4) },
    ]);
  },
);

test('a terminated placement has no tasks, and neither has work without approval', async () => {
  const ended = await aPlacement({ from: -90, to: -1 });
  await server.someHours(ended.project, { businessApproved: -1, decidedAt: momentAt(-2) });
  await server.db
    .update(projects)
    .set({ businessStatus: 'terminated' })
    .where(eq(projects.id, ended.project.id));
  expect(kinds(await load(ended.student))).toEqual([]);
  const { student } = await aPlacement({ from: -90, to: -1 });
  expect(kinds(await load(student))).not.toEqual([]);
  await server.db.update(users).set({ approved: false }).where(eq(users.id, student.id));
  expect(kinds(await load(student))).toEqual([]);
});

test('hours of several interns are one task, those of one intern are theirs', async () => {
  const { client, business, opportunity, project } = await aPlacement();
  const cy = await server.aStudent({ client, firstName: 'Cy', lastName: 'Reed' });
  const second = await server.aProject({ student: cy, opportunity });
  const pending = await server.someHours(project, { createdAt: momentAt(-1) });
  await server.someHours(project, { createdAt: momentAt(-2) });
  await server.someHours(second, { createdAt: momentAt(-5) });
  await server.someHours(second, { businessApproved: 1 });
  const found = await load(business);
  expect(ofKind(found, 'hours')).toMatchObject([
    { _id: '', names: [], count: 2, date: dayAt(-5), title: '' },
  ]);
  expect(totalOf(found, 'hours')).toBe(2);
  await server.db
    .update(hourEntries)
    .set({ businessApproved: 1 })
    .where(eq(hourEntries.projectId, second.id));
  expect(ofKind(await load(business), 'hours')).toMatchObject([
    { _id: project.id, names: ['Maya Okafor'], count: 2, date: dayAt(-2), title: 'Robot builder' },
  ]);
  await server.as(business).call(hoursCalls.approveHours, {
    project_id: project.id,
    hours_id: pending.id,
    business_approved: 1,
  });
  expect(ofKind(await load(business), 'hours')).toMatchObject([{ _id: project.id, count: 1 }]);
});

test('new applicants are one task for each opportunity, until each gets a reply', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const [robots, boats] = [
    await server.anOpportunity({ business, title: 'Robot builder' }),
    await server.anOpportunity({ business, title: 'Boat builder' }),
  ];
  const student = () => server.aStudent({ client });
  const first = await server.anApplication({
    student: await student(),
    opportunity: robots,
    appliedAt: momentAt(-4),
  });
  await server.anApplication({ student: await student(), opportunity: boats, appliedAt: momentAt(-1) });
  await server.anApplication({ student: await student(), opportunity: boats, appliedAt: momentAt(-2) });
  for (const status of ['Interview Scheduled', 'Offered', 'Accepted', 'Declined', 'Rescinded'] as const)
    await server.anApplication({ student: await student(), opportunity: boats, status });
  const found = await load(business);
  expect(found.tasks).toMatchObject([
    { kind: 'applicants', _id: robots.id, title: 'Robot builder', count: 1, date: dayAt(-4), names: [] },
    { kind: 'applicants', _id: boats.id, title: 'Boat builder', count: 2, date: dayAt(-2) },
  ]);
  expect(found.totals).toEqual([{ kind: 'applicants', total: 3 }]);
  await server.as(business).call(applicationCalls.updateApplicationStatus, {
    application_id: first.id,
    status: 'Interview Scheduled',
  });
  expect((await load(business)).tasks.map(({ title }) => title)).toEqual(['Boat builder']);
});

test('an overdue evaluation comes before new applicants', async () => {
  const { business, opportunity, client } = await aPlacement({ from: -90, to: -2 });
  await server.anApplication({ student: await server.aStudent({ client }), opportunity });
  expect(kinds(await load(business))).toEqual(['evaluation', 'applicants']);
});

test('evaluations are a task from two weeks before they are due, the earliest first', async () => {
  // The first is due two weeks after the middle: of 90 days, after 59.
  const { business, project, client } = await aPlacement({ from: -45, to: 45 });
  expect(ofKind(await load(business), 'evaluation')).toMatchObject([
    { _id: project.id, names: ['Maya Okafor'], date: dayAt(14) },
  ]);
  const opportunity = await server.anOpportunity({
    business,
    employmentStart: dayAt(-44),
    employmentStop: dayAt(46),
  });
  const early = await server.aProject({ opportunity, createdAt: momentAt(-44) });
  expect(ofKind(await load(business), 'evaluation')).toHaveLength(1);
  await server.anEvaluation(project);
  expect(ofKind(await load(business), 'evaluation')).toHaveLength(0);

  // The second is due on the last day.
  await server.db
    .update(opportunities)
    .set({ employmentStop: dayAt(14) })
    .where(eq(opportunities.clientId, client.id));
  expect(ofKind(await load(business), 'evaluation').map(({ _id, date }) => [_id, date])).toEqual([
    [early.id, dayAt(-1)],
    [project.id, dayAt(14)],
  ]);
  await server.anEvaluation(project, { ordinal: 2 });
  await server.db
    .update(projects)
    .set({ businessStatus: 'completed' })
    .where(and(eq(projects.clientId, client.id), eq(projects.id, early.id)));
  expect(ofKind(await load(business), 'evaluation')).toHaveLength(0);
});

test('an unapproved business has no tasks', async () => {
  const { business, project } = await aPlacement();
  await server.someHours(project);
  expect(kinds(await load(business))).toEqual(['hours']);
  await server.db.update(users).set({ approved: false }).where(eq(users.id, business.id));
  expect(await load(business)).toEqual({ tasks: [], totals: [] });
});

test('accounts waiting for approval are counted and named for staff, until they are approved', async () => {
  const client = await server.aClient();
  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const names = ['Ada', 'Ben', 'Cy', 'Di'];
  const waiting = await Promise.all(
    names.map((firstName) => server.aStudent({ client, firstName, lastName: 'Cole', approved: false })),
  );
  for (const student of waiting) await withAgreement(student);
  // Accounts without an agreement, a confirmed email or a profile are not waiting for staff, nor deactivated ones.
  await server.aStudent({ client, approved: false });
  await server.aBusiness({ client, approved: false, confirmed: false });
  await server.aBusiness({ client, approved: false, saves: 0 });
  await server.aBusiness({ client, approved: false, deactivatedAt: momentAt(-1) });
  const bay = await server.aBusiness({ client, approved: false, businessName: 'Bayside Marine' });
  for (const person of [teacher, admin]) {
    const found = await load(person);
    expect(found.tasks).toMatchObject([
      { kind: 'students to approve', count: 4, names: ['Ada Cole', 'Ben Cole', 'Cy Cole'], _id: '' },
      { kind: 'businesses to approve', count: 1, names: ['Bayside Marine'] },
    ]);
    expect(totalOf(found, 'students to approve')).toBe(4);
  }
  await server.as(teacher).call(peopleCalls.swapApprovalStatus, { _id: bay.id });
  expect(kinds(await load(admin))).toEqual(['students to approve']);
});

test('a guardian whom only the student named is a task of staff, until they confirm who it is', async () => {
  const { client, teacher, admin } = await aPlacement({ from: 0 });
  const student = await server.aStudent({
    client,
    firstName: 'Ada',
    lastName: 'Cole',
    guardians: [
      { name: 'Anne', email: 'anne@home.test', confirmed: true },
      { name: 'Ben', email: 'ben@home.test' },
      { name: 'Cal', email: 'cal@home.test', maySign: false },
    ],
  });
  const found = async (person = teacher) => ofKind(await load(person), 'guardian');
  expect(await found()).toMatchObject([{ _id: student.id, names: ['Ben', 'Ada Cole'] }]);
  expect(totalOf(await load(admin), 'guardian')).toBe(1);
  const born = (birthDate: string) =>
    server.db
      .update(students)
      .set({ birthDate, birthDateBy: 'school' })
      .where(eq(students.userId, student.id));
  await born('2008-03-04');
  expect(await found()).toEqual([]);
  await born('2008-03-05');
  expect(await found()).toHaveLength(1);
  const key = { student_id: student.id };
  const [, ben] = await server.as(teacher).call(guardianCalls.getGuardians, key);
  await server.as(teacher).call(guardianCalls.confirmGuardian, { ...key, _id: ben?._id ?? '' });
  expect(await found()).toEqual([]);
});

test('a refused address is a task of staff, until it is corrected', async () => {
  const { client, student, teacher, admin } = await aPlacement({ from: 0 });
  const other = await server.aStudent({ client, guardians: [{ name: 'Ben', email: 'ben@home.test' }] });
  const business = await server.aBusiness({ client, contacts: [{ name: 'Grace', email: 'grace@bay.test' }] });
  const found = async (person = teacher) =>
    ofKind(await load(person), 'returned mail').map(({ _id, names, date }) => [_id, names.join(), date]);
  expect(await found()).toEqual([]);
  const mailReturnedAt = (days: number) => ({ mailReturnedAt: momentAt(days) });
  await server.db.update(users).set(mailReturnedAt(-3)).where(eq(users.id, student.id));
  await server.db.update(guardians).set(mailReturnedAt(-2)).where(eq(guardians.studentId, other.id));
  const ofBusiness = eq(businessContacts.businessId, business.id);
  await server.db.update(businessContacts).set(mailReturnedAt(-1)).where(ofBusiness);
  expect(await found()).toEqual([
    [student.id, 'Maya Okafor', dayAt(-3)],
    [other.id, 'Ben', dayAt(-2)],
    [business.id, 'Grace', dayAt(-1)],
  ]);
  expect(totalOf(await load(admin), 'returned mail')).toBe(3);
  await server.db.update(businessContacts).set({ email: 'grace@bayside.test' }).where(ofBusiness);
  expect(await found()).toHaveLength(2);
  expect(ofKind(await load(student), 'returned mail')).toEqual([]);
});

test('sign-offs come right after accounts to approve, before agreements', async () => {
  const placement = await aPlacement();
  const { client, admin, business, project } = placement;
  const another = await server.anOpportunity({ business });
  const second = await server.aProject({ student: await server.aStudent({ client }), opportunity: another });
  for (const { id } of [project, second]) {
    await server.as(admin).call(agreementCalls.startAgreement, { project_id: id });
    const { agreement: _, ...draft } = await agreementOf({ ...placement, project: { ...project, id } });
    await server.as(admin).call(agreementCalls.saveAgreementTerms, { ...draft, ...agreementTerms });
  }
  const { agreement: _, ...filled } = await agreementOf(placement);
  await server.as(admin).call(agreementCalls.sendAgreement, filled);
  await withAgreement(await server.aStudent({ client, approved: false }));
  await server.aBusiness({ client, approved: false });
  await server.someHours(project, { totalHours: 999, businessApproved: 1 });
  expect(kinds(await load(admin)).slice(0, 5)).toEqual([
    'students to approve',
    'businesses to approve',
    'sign-off',
    'sign agreement',
    'send agreement',
  ]);
});

test('work waiting for sign-off is an Admin’s task, until it is approved', async () => {
  const { admin, teacher, project } = await aPlacement();
  await server.someHours(project, { totalHours: 999, businessApproved: 1 });
  expect((await load(admin)).tasks).toMatchObject([{ kind: 'sign-off', count: 1 }]);
  expect(kinds(await load(teacher))).toEqual([]);
  await server.db.insert(projectApprovals).values({
    clientId: project.clientId,
    projectId: project.id,
    item: 'hours',
    approvedBy: admin.id,
    approvedAt: momentAt(0),
  });
  expect(kinds(await load(admin))).toEqual([]);
});

test('placements that end within 30 days are an Admin’s task, until they have ended', async () => {
  const { admin, project, business, client } = await aPlacement({ from: -1, to: 30 });
  const opportunity = await server.anOpportunity({
    business,
    employmentStart: dayAt(-1),
    employmentStop: dayAt(20),
  });
  const other = await server.aProject({ opportunity, student: await server.aStudent({ client }) });
  await aLaterOne(business);
  expect(ofKind(await load(admin), 'ending soon')).toMatchObject([{ count: 2, date: dayAt(20) }]);
  for (const { id } of [project, other])
    await server.db.update(projects).set({ businessStatus: 'completed' }).where(eq(projects.id, id));
  expect(ofKind(await load(admin), 'ending soon')).toEqual([]);
});

async function aLaterOne(business: { id: string; clientId: string }) {
  const later = { employmentStart: dayAt(-1), employmentStop: dayAt(31) };
  await server.aProject({ opportunity: await server.anOpportunity({ business, ...later }) });
}

test('staff see the students furthest behind first, each with the reason, then those at risk', async () => {
  const { client, teacher, admin, project, business } = await aPlacement({ from: -45, to: 45 });
  const opportunity = await server.anOpportunity({
    business,
    internshipType: 'Internship',
    employmentStart: dayAt(-50),
    employmentStop: dayAt(-1),
  });
  const late = await server.aStudent({ client, firstName: 'Ben', lastName: 'Cole' });
  const ended = await server.aProject({ student: late, opportunity, createdAt: momentAt(-50) });
  const fine = await server.aStudent({ client });
  const enough = await server.aProject({ student: fine, opportunity, createdAt: momentAt(-50) });
  await server.someHours(enough, { totalHours: 999, businessApproved: 1 });
  const found = await load(teacher);
  expect(found.tasks).toMatchObject([
    { kind: 'behind', _id: ended.id, names: ['Ben Cole'], pace: { pace: 'behind', reason: 'ended short' } },
    {
      kind: 'behind',
      _id: project.id,
      names: ['Maya Okafor'],
      pace: { reason: 'far short', logged_hours: 0 },
    },
    { kind: 'at risk', _id: enough.id, pace: { pace: 'at risk', reason: 'evaluation overdue' } },
  ]);
  expect(found.totals).toEqual([
    { kind: 'behind', total: 2 },
    { kind: 'at risk', total: 1 },
  ]);
  expect(ofKind(await load(admin), 'behind')).toHaveLength(2);
  await server.db.update(projects).set({ businessStatus: 'completed' }).where(eq(projects.id, ended.id));
  expect((await load(teacher)).tasks.map(({ _id }) => _id)).toEqual([project.id, enough.id]);
  // A deleted account has no tasks.
  await server.db.update(projects).set({ studentId: null }).where(eq(projects.id, project.id));
  expect(ofKind(await load(teacher), 'behind')).toEqual([]);
});

test('a SuperAdmin sees school systems without accounts', async () => {
  const owner = await server.aSuperAdmin();
  const empty = await server.aClient({ fullName: 'Empty County', createdAt: new Date('2020-01-01') });
  const named = async () => ofKind(await load(owner), 'no administrator').map(({ _id }) => _id);
  expect(await named()).toContain(empty.id);
  await server.anAdmin({ client: empty });
  expect(await named()).not.toContain(empty.id);
});

test('no one gets the tasks of others or of another school system', async () => {
  const mine = await aPlacement({ from: -60, to: 7 });
  await server.someHours(mine.project);
  await server.someHours(mine.project, { businessApproved: -1, decidedAt: momentAt(-1) });
  await server.anApplication({ opportunity: mine.opportunity, status: 'New' });
  await server.anApplication({ student: mine.student, status: 'Offered' });
  await server.aBusiness({ client: mine.client, approved: false });
  for (const person of [mine.student, mine.business, mine.teacher, mine.admin])
    expect((await load(person)).tasks).not.toEqual([]);

  const { client } = mine;
  const classmate = await server.aStudent({ client });
  await withAgreement(classmate);
  const competitor = await server.aBusiness({ client });
  const elsewhere = await server.aClient();
  const stranger = await server.aStudent({ client: elsewhere });
  await withAgreement(stranger);
  const strangers = [
    stranger,
    await server.aBusiness({ client: elsewhere }),
    await server.aTeacher({ client: elsewhere }),
    await server.anAdmin({ client: elsewhere }),
  ];
  for (const person of [classmate, competitor, ...strangers])
    expect(await load(person)).toEqual({ tasks: [], totals: [] });
});

test('lists the first ten tasks of a kind and counts all, in a constant number of queries', async () => {
  const { client, business, teacher, project } = await aPlacement({ from: -60, to: 60 });
  await server.someHours(project);
  const counted = (person: { token: string }) => statementsOf(server.database.app, () => load(person));
  const few = [await counted(business), await counted(teacher)];
  const opportunity = await server.anOpportunity({
    business,
    employmentStart: dayAt(-60),
    employmentStop: dayAt(60),
  });
  for (let more = 0; more < TASKS_PER_KIND + 1; more++) {
    const student = await server.aStudent({ client });
    const another = await server.aProject({ student, opportunity, createdAt: momentAt(-60) });
    await server.someHours(another);
    await server.anApplication({ opportunity: await server.anOpportunity({ business }) });
  }
  const found = await load(business);
  expect(ofKind(found, 'hours')).toHaveLength(1);
  expect(totalOf(found, 'hours')).toBe(TASKS_PER_KIND + 2);
  for (const kind of ['applicants', 'evaluation'] as const) {
    expect(ofKind(found, kind)).toHaveLength(TASKS_PER_KIND);
    expect([kind, totalOf(found, kind)]).toEqual([kind, TASKS_PER_KIND + (kind === 'applicants' ? 1 : 2)]);
  }
  const ofTeacher = await load(teacher);
  expect(ofKind(ofTeacher, 'behind')).toHaveLength(TASKS_PER_KIND);
  expect(totalOf(ofTeacher, 'behind')).toBe(TASKS_PER_KIND + 2);
  expect([await counted(business), await counted(teacher)]).toEqual(few);
});

test('every kind was tested', () => {
  expect([...seen].sort()).toEqual([...allTaskKinds].sort());
});
