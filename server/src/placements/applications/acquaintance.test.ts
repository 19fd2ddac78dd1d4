import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { consentCalls } from '@waypost/contract/people/consents/calls';
import type { ConsentDecision } from '@waypost/contract/people/consents/rules';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aPdf } from '../../../testing/sample-files.ts';
import { startTestServer } from '../../../testing/server.ts';
import { aFormFor } from '../../../testing/work-factories.ts';
import { users } from '../../platform/database/tables/people.ts';
import { newFileKey } from '../../platform/outside/file-store.ts';

/* When a business may see a student's data: through an open or accepted application that the student wrote, an offer that they accepted, or a placement, and never otherwise. */
const server = startTestServer();
const { getApplicants, getApplicationById, updateApplicationStatus } = applicationCalls;
const { createOpportunity, editOpportunity, loadOpportunity } = opportunityCalls;

const aForm = (students: { id: string }[], title = 'Boat builder') =>
  aFormFor(students, { opportunity_title: title });

async function aPair() {
  const client = await server.aClient();
  const student = await server.aStudent({
    client,
    firstName: 'Ada',
    lastName: 'Byron',
    student: { schoolId: client.school.id, programId: client.program.id },
  });
  const storageKey = newFileKey();
  await server.files.put(storageKey, aPdf(), 'application/pdf');
  const resume = await server.aFile(student, { bytes: aPdf().length, storageKey });
  const picture = await server.aFile(student, { contentType: 'image/jpeg', storageKey });
  await server.db
    .update(users)
    .set({ resumeFileId: resume.id, profilePicId: picture.id })
    .where(eq(users.id, student.id));
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  return { client, student, resume, picture, business };
}
type Pair = Awaited<ReturnType<typeof aPair>>;

/** What the business can see of the student: each of these either works or replies as if it did not exist. */
async function reachOf({ business, student, resume, picture }: Pair, applicationId: string) {
  const caller = server.as(business);
  const profile = (await caller.send(profileCalls.getUser, { id: student.id })).status;
  const statuses = [];
  for (const { id } of [resume, picture]) {
    statuses.push((await caller.fetch(`/files/${id}/name`, {})).status);
    statuses.push((await caller.send(fileCalls.getFileById, { id })).status);
  }
  const application = await caller.call(getApplicationById, { app_id: applicationId });
  return { profile, files: new Set(statuses), student: application.student_id_fk };
}

const nameOnly = ({ student }: Pair) => ({
  profile: 404,
  files: new Set([404]),
  student: {
    _id: student.id,
    first_name: 'Ada',
    last_name: 'Byron',
    school_attending: null,
    affiliated_program: null,
    graduation_year: null,
    focus_areas: null,
    profile_pic_id_fk: null,
    resume_file_id_fk: null,
  },
});
const everything = ({ client }: Pair) => ({
  profile: 200,
  files: new Set([200]),
  student: expect.objectContaining({ school_attending: client.school.name, focus_areas: [] }),
});

async function anOffer(pair: Pair) {
  const { _id } = await server.as(pair.business).call(createOpportunity, aForm([pair.student]));
  const [row] = await server.as(pair.business).call(getApplicants, { opp_id: _id });
  return { opportunityId: _id, applicationId: row?._id ?? '', row };
}

test('selecting a student shows a business only their name, also after withdrawing', async () => {
  const pair = await aPair();
  const { opportunityId, applicationId, row } = await anOffer(pair);
  expect(row?.student_id_fk?.profile_pic_id_fk).toBeNull();
  expect(await reachOf(pair, applicationId)).toEqual(nameOnly(pair));
  const other = await server.aStudent({ client: pair.client });
  await server.as(pair.business).call(editOpportunity, { ...aForm([other]), _id: opportunityId });
  expect(await reachOf(pair, applicationId)).toEqual(nameOnly(pair));
});

test('a business sees only the name of a student who declines the offer', async () => {
  const pair = await aPair();
  const { applicationId } = await anOffer(pair);
  const move = { application_id: applicationId, status: 'Declined' as const };
  await server.as(pair.student).call(updateApplicationStatus, move);
  expect(await reachOf(pair, applicationId)).toEqual(nameOnly(pair));
});

test('a business sees a student who accepts the offer', async () => {
  const pair = await aPair();
  const { applicationId } = await anOffer(pair);
  const move = { application_id: applicationId, status: 'Accepted' as const };
  await server.as(pair.student).call(updateApplicationStatus, move);
  expect(await reachOf(pair, applicationId)).toEqual(everything(pair));
});

test.each(['New', 'Interview Scheduled', 'Offered'] as const)(
  'a business sees an applicant while the application is %s',
  async (status) => {
    const pair = await aPair();
    const opportunity = await server.anOpportunity({ business: pair.business });
    const application = await server.anApplication({ student: pair.student, opportunity, status });
    expect(await reachOf(pair, application.id)).toEqual(everything(pair));
  },
);

test.each(['Declined', 'Rescinded'] as const)(
  'an application that is %s keeps its letter and the name, and hides everything else',
  async (status) => {
    const pair = await aPair();
    const opportunity = await server.anOpportunity({ business: pair.business });
    const application = await server.anApplication({ student: pair.student, opportunity, status });
    expect(await reachOf(pair, application.id)).toEqual(nameOnly(pair));
    const seen = await server.as(pair.business).call(getApplicationById, { app_id: application.id });
    expect(seen.cover_letter).toBe('<p>Please.</p>');
    // Applying to another opportunity of the same business shows them again.
    const another = await server.anOpportunity({ business: pair.business });
    await server.anApplication({ student: pair.student, opportunity: another });
    expect((await server.as(pair.business).send(profileCalls.getUser, { id: pair.student.id })).status).toBe(
      200,
    );
  },
);

const decisions = ['refused', 'withdrawn'] as const;

/** Staff record what a guardian decided on paper. */
async function decide({ client, student }: Pair, decision: ConsentDecision) {
  server.clock.moveBy(1000);
  const staff = server.as(await server.aTeacher({ client }));
  const given = { student_id: student.id, decision, name: 'Anne Byron', decided_on: '2026-03-04' };
  await staff.call(consentCalls.recordConsent, given);
}

const nameOfIntern = ({ student }: Pair) => ({
  _id: student.id,
  first_name: 'Ada',
  last_name: 'Byron',
  school_attending: null,
  affiliated_program: null,
  graduation_year: null,
  profile_pic_id_fk: null,
});

test.each(decisions)(
  'once the release was %s, a business sees only an applicant’s name',
  async (decision) => {
    const pair = await aPair();
    const opportunity = await server.anOpportunity({ business: pair.business });
    const { id } = await server.anApplication({ student: pair.student, opportunity });
    await decide(pair, 'given');
    expect(await reachOf(pair, id)).toEqual(everything(pair));
    await decide(pair, decision);
    expect(await reachOf(pair, id)).toEqual({ ...nameOnly(pair), profile: 200 });
    const asBusiness = server.as(pair.business);
    const profile = await asBusiness.call(profileCalls.getUser, { id: pair.student.id });
    const seen = Object.entries(profile).filter(([, value]) => value !== null);
    expect(Object.fromEntries(seen)).toEqual({
      _id: pair.student.id,
      role: 'Student',
      first_name: 'Ada',
      last_name: 'Byron',
    });
    const hidden = { cover_letter: null, is_released: false, student_id_fk: nameOnly(pair).student };
    expect(await asBusiness.call(getApplicationById, { app_id: id })).toMatchObject(hidden);
    expect(await asBusiness.call(getApplicants, { opp_id: opportunity.id })).toMatchObject([hidden]);
    const declined = { application_id: id, status: 'Declined' as const };
    const { application } = await asBusiness.call(updateApplicationStatus, declined);
    expect(application).toMatchObject(hidden);
    const staff = server.as(await server.aTeacher({ client: pair.client }));
    expect(await staff.call(getApplicationById, { app_id: id })).toMatchObject({
      cover_letter: '<p>Please.</p>',
      is_released: false,
      student_id_fk: everything(pair).student,
    });
  },
);

test.each(decisions)('once the release was %s, a business sees only an intern’s name', async (decision) => {
  const pair = await aPair();
  const project = await server.aProject({ student: pair.student, business: pair.business });
  await server.someHours(project);
  const asBusiness = server.as(pair.business);
  const staff = server.as(await server.aTeacher({ client: pair.client }));
  const load = { project_id: project.id };
  const before = await asBusiness.call(projectCalls.loadStudentProject, load);
  expect(before.student_id_fk?.school_attending).toBe(pair.client.school.name);
  await decide(pair, decision);
  const hidden = { is_released: false, student_id_fk: nameOfIntern(pair), reportData: { school: null } };
  const seen = await asBusiness.call(projectCalls.loadStudentProject, load);
  expect(seen).toMatchObject({ ...hidden, application_id_fk: { cover_letter: null } });
  // What belongs to the placement stays.
  expect(seen.hours).toEqual(before.hours);
  expect(await asBusiness.call(projectCalls.getInterns, {})).toMatchObject([hidden]);
  expect(await asBusiness.call(projectCalls.getInterns, { limit: 10 })).toMatchObject([hidden]);
  for (const { id } of [pair.resume, pair.picture])
    expect((await asBusiness.fetch(`/files/${id}/name`, {})).status).toBe(404);
  expect(await staff.call(projectCalls.loadStudentProject, load)).toMatchObject({
    is_released: false,
    student_id_fk: { school_attending: pair.client.school.name },
    application_id_fk: { cover_letter: '<p>Please.</p>' },
  });
});

test('declining an applicant replies with only the name', async () => {
  const pair = await aPair();
  const opportunity = await server.anOpportunity({ business: pair.business });
  const { id } = await server.anApplication({ student: pair.student, opportunity });
  const move = { application_id: id, status: 'Declined' as const };
  const { application } = await server.as(pair.business).call(updateApplicationStatus, move);
  expect(application.student_id_fk).toEqual(nameOnly(pair).student);
});

test('the student and staff see the whole application in every status', async () => {
  const pair = await aPair();
  const { applicationId } = await anOffer(pair);
  for (const viewer of [pair.student, await server.aTeacher({ client: pair.client })]) {
    const seen = await server.as(viewer).call(getApplicationById, { app_id: applicationId });
    expect(seen.student_id_fk).toEqual(everything(pair).student);
  }
});

test('a business cannot make offers to a whole school system: offers have a budget and are recorded', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const { units } = budgets.offers;
  const students = [];
  for (let made = 0; made < units; made += 1) students.push(await server.aStudent({ client }));
  const oneMore = await server.aStudent({ client });
  const caller = server.as(business);
  const all = await caller.refusal(createOpportunity, aForm([...students, oneMore]));
  expect([all.status, all.problem.detail]).toEqual([
    429,
    'You have 50 of 50 offers to students left for now. You get all 50 back in 24 hours.',
  ]);
  const { _id } = await caller.call(createOpportunity, aForm(students));
  expect((await caller.refusal(createOpportunity, aForm([oneMore]))).status).toBe(429);
  const edited = { ...aForm([...students.slice(1), oneMore]), _id };
  expect((await caller.refusal(editOpportunity, edited)).status).toBe(429);
  // Saving again without a new student spends nothing.
  await caller.call(editOpportunity, { ...aForm(students), _id });
  const { rows } = await server.database.owner.query(
    `select action, subject_id, details from audit_entries where actor_id = $1 and action <> 'reach budget'`,
    [business.id],
  );
  expect(rows).toHaveLength(units);
  expect(rows).toContainEqual({
    action: 'offer placement',
    subject_id: students[0]?.id,
    details: { opportunity: 'Boat builder' },
  });
});

test('a business’s views of students’ records are recorded and limited by its budget', async () => {
  const pair = await aPair();
  const opportunity = await server.anOpportunity({ business: pair.business });
  const application = await server.anApplication({ student: pair.student, opportunity });
  const caller = server.as(pair.business);
  for (let looks = 0; looks < 2; looks += 1) {
    await caller.call(profileCalls.getUser, { id: pair.student.id });
    await caller.call(getApplicationById, { app_id: application.id });
    await caller.fetch(`/files/${pair.resume.id}/name`, {});
    await caller.fetch(`/files/${pair.picture.id}/name`, {});
  }
  const { rows } = await server.database.owner.query<Record<string, string>>(
    'select action, actor_name, subject_name from audit_entries where actor_id = $1 order by action',
    [pair.business.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['open student file', 'view application', 'view student']);
  expect(new Set(rows.map((row) => `${row.actor_name}: ${row.subject_name}`))).toEqual(
    new Set(['Bayside Marine: Ada Byron']),
  );

  await server.database.owner.query('update tries set count = $1 where count = 3', [
    budgets['student views'].units,
  ]);
  const second = await server.aStudent({ client: pair.client });
  const { id } = await server.anApplication({ student: second, opportunity });
  for (const refused of [
    await caller.refusal(profileCalls.getUser, { id: second.id }),
    await caller.refusal(getApplicationById, { app_id: id }),
  ])
    expect([refused.status, refused.problem.detail]).toEqual([
      429,
      'You have used all 200 views of student records for now. Try again in 24 hours.',
    ]);
  // Records that it has already viewed remain open.
  await caller.call(profileCalls.getUser, { id: pair.student.id });
});

test('a business that lost its approval can no longer read any applicant, intern or file', async () => {
  const pair = await aPair();
  const opportunity = await server.anOpportunity({ business: pair.business, selected: [pair.student] });
  const application = await server.anApplication({ student: pair.student, opportunity });
  const project = await server.aProject({ student: pair.student, business: pair.business });
  const caller = server.as(pair.business);
  await server.db.update(users).set({ approved: false }).where(eq(users.id, pair.business.id));
  const { resume, picture } = pair;
  for (const response of [
    await caller.send(getApplicants, { opp_id: opportunity.id }),
    await caller.send(applicationCalls.getNewApplications, { opp_id: opportunity.id }),
    await caller.send(getApplicationById, { app_id: application.id }),
    await caller.send(projectCalls.loadStudentProject, { project_id: project.id }),
    await caller.send(projectCalls.getInterns, {}),
    await caller.send(profileCalls.getUser, { id: pair.student.id }),
    await caller.send(peopleCalls.searchStudents, { search: 'ada' }),
    ...(await Promise.all([resume, picture].map(({ id }) => caller.send(fileCalls.getFileById, { id })))),
    ...(await Promise.all([resume, picture].map(({ id }) => caller.fetch(`/files/${id}/name`, {})))),
  ])
    expect([response.url, response.status, await response.json()]).toEqual([
      response.url,
      403,
      expect.objectContaining({ type: '/problems/unapproved' }),
    ]);
  expect(await caller.call(loadOpportunity, { opp_id: opportunity.id })).toMatchObject({
    selected_students: null,
    student_ids: null,
  });
  // The student's own data is unchanged.
  const student = server.as(pair.student);
  await student.call(getApplicationById, { app_id: application.id });
  await student.call(projectCalls.loadStudentProject, { project_id: project.id });
  expect((await student.fetch(`/files/${resume.id}/name`, {})).status).toBe(200);
  // A student it never met does not exist for it.
  const stranger = await server.aStudent({ client: pair.client });
  expect((await caller.refusal(profileCalls.getUser, { id: stranger.id })).status).toBe(404);
});

test('a title in an email is plain text: no second header, no markup, no link', async () => {
  const pair = await aPair();
  server.jobs.mail.length = 0;
  const title = 'Win\r\nBcc: victim@x.test <b>https://evil.test</b>';
  await server.as(pair.business).call(createOpportunity, aForm([pair.student], title));
  const [mail] = server.jobs.mail;
  expect(mail?.subject).toBe(
    'You are offered a placement: Win Bcc: victim@\u200bx.\u200btest <b>https:\u200b//evil.\u200btest</b>',
  );
  expect(mail?.text).not.toMatch(/evil\.test|:\/\/evil|@x\.test|Win\r?\n/);
  expect(mail?.html).not.toMatch(/evil\.test|<b>|@x\.test/);
  expect(mail?.html.match(/href="[^"]*"/g)).toEqual(
    expect.arrayContaining([expect.stringContaining('https://waypost.test/application/view/')]),
  );
  expect(mail?.html).not.toMatch(/href="[^"]*evil/);
});
