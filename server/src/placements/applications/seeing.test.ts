import { randomUUID } from 'node:crypto';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { userFocusAreas, users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const {
  getApplicants,
  getApplicationById,
  getApplicationsByStudent,
  getApplicationToOpportunity,
  getMyApplications,
  getNewApplications,
} = applicationCalls;

async function aPlacement() {
  const client = await server.aClient();
  const student = await server.aStudent({
    client,
    firstName: 'Ada',
    lastName: 'Lovelace',
    student: {
      schoolId: client.school.id,
      programId: client.program.id,
      graduationYear: 2027,
      homePhone: '(410)555-0199',
      studentId: 'S-SECRET',
      gender: 'Non-Binary',
      birthDate: '2009-01-01',
      birthDateBy: 'school',
    },
    guardians: [{ name: 'Secret Parent' }],
  });
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const application = await server.anApplication({ student, opportunity });
  return { client, student, business, opportunity, application };
}

test('shows a business only what it may see of an applicant', async () => {
  const { client, student, business, application } = await aPlacement();
  const picture = await server.aFile(student, { name: 'me.jpg' });
  const resume = await server.aFile(student, { name: 'My résumé.pdf' });
  const agreement = await server.aFile(student, { name: 'agreement.pdf' });
  await server.db
    .update(users)
    .set({ profilePicId: picture.id, resumeFileId: resume.id, agreementFileId: agreement.id })
    .where(eq(users.id, student.id));
  await server.db.insert(userFocusAreas).values(
    [client.otherArea, client.area].map((area) => ({
      clientId: client.id,
      userId: student.id,
      focusAreaId: area.id,
    })),
  );

  const response = await server.as(business).send(getApplicationById, { app_id: application.id });
  const seen = (await response.json()) as { student_id_fk: unknown };
  expect(seen.student_id_fk).toEqual({
    _id: student.id,
    first_name: 'Ada',
    last_name: 'Lovelace',
    school_attending: client.school.name,
    affiliated_program: client.program.name,
    graduation_year: 2027,
    focus_areas: [client.area.name, client.otherArea.name],
    profile_pic_id_fk: { _id: picture.id, name: 'me.jpg', path: `/files/${picture.id}/me.jpg` },
    resume_file_id_fk: {
      _id: resume.id,
      name: 'My résumé.pdf',
      path: `/files/${resume.id}/My%20r%C3%A9sum%C3%A9.pdf`,
    },
  });
  const text = JSON.stringify(seen);
  for (const secret of [
    'Secret',
    '555-0199',
    'S-SECRET',
    'Non-Binary',
    '1 Main Street',
    student.email,
    agreement.id,
  ])
    expect(text).not.toContain(secret);
});

test('an application includes its opportunity and its placement', async () => {
  const project = await server.aProject();
  const teacher = server.as(await server.aTeacher({ clientId: project.clientId }));
  const seen = await teacher.call(getApplicationById, { app_id: project.applicationId });
  expect(seen).toMatchObject({
    status: 'Accepted',
    project_id: project.id,
    opportunity_id_fk: {
      _id: project.opportunityId,
      internship_type: 'Internship',
      opportunity_type: 'Onsite',
      paidUnpaid: 'Paid',
      employment_start: '2026-06-01',
      employment_stop: '2026-08-31',
      city: 'Annapolis',
      state: 'MD',
      business_id_fk: { _id: project.businessId },
    },
  });
});

test('only its two sides and staff see an application; for all others it does not exist', async () => {
  const { client, student, business, application } = await aPlacement();
  for (const person of [
    student,
    business,
    await server.aTeacher({ client }),
    await server.anAdmin({ client }),
  ])
    expect((await server.as(person).call(getApplicationById, { app_id: application.id }))._id).toBe(
      application.id,
    );
  for (const stranger of [
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
    await server.aStudent(),
    await server.aBusiness(),
    await server.aTeacher(),
    await server.anAdmin(),
  ]) {
    const caller = server.as(stranger);
    const refused = await caller.refusal(getApplicationById, { app_id: application.id });
    const unknown = await caller.refusal(getApplicationById, { app_id: randomUUID() });
    expect(refused.problem).toEqual(unknown.problem);
    expect(refused.status).toBe(404);
  }
});

test('a student does not find anyone else’s application for an opportunity', async () => {
  const { client, opportunity } = await aPlacement();
  const other = server.as(await server.aStudent({ client }));
  expect(await other.call(getApplicationToOpportunity, { opp_id: opportunity.id })).toEqual([]);
});

test('a student’s list has only their own, the latest first, with the business’s name', async () => {
  const { client, student, business, application } = await aPlacement();
  const later = await server.anApplication({
    student,
    opportunity: await server.anOpportunity({ business, title: 'Sail maker' }),
    status: 'Declined',
    appliedAt: new Date(server.clock.now().getTime() + 1000),
  });
  await server.anApplication({ student: await server.aStudent({ client }) });
  const list = await server.as(student).call(getMyApplications, {});
  expect(list.map((one) => [one._id, one.status, one.opportunity_title])).toEqual([
    [later.id, 'Declined', 'Sail maker'],
    [application.id, 'New', 'Boat builder'],
  ]);
  expect(list[0]?.opportunity_id_fk.business_id_fk).toEqual({
    _id: business.id,
    business_name: 'Bayside Marine',
  });
});

test('only an accepted application in the list links to its placement', async () => {
  const student = await server.aStudent();
  const project = await server.aProject({ student });
  await server.anApplication({ student, status: 'Declined' });
  const list = await server.as(student).call(getMyApplications, {});
  expect(new Map(list.map((one) => [one.status, one.project_id]))).toEqual(
    new Map([
      ['Accepted', project.id],
      ['Declined', null],
    ]),
  );
});

test('an application whose business was deleted stays in the list, its business Missing', async () => {
  const { student, business } = await aPlacement();
  await server.db.delete(users).where(eq(users.id, business.id));
  const [row] = await server.as(student).call(getMyApplications, {});
  expect(row?.opportunity_id_fk.business_id_fk).toEqual({ _id: '', business_name: 'Missing' });
});

test('staff’s views of a student’s applications are recorded, once while a screen stays open', async () => {
  const { client, student, application } = await aPlacement();
  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const looks = async () =>
    (
      await server.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.subjectId, student.id))
        .orderBy(asc(auditEntries.action))
    ).map(({ action, actorId, subjectName, details }) => [action, actorId, subjectName, details]);
  await server.as(student).call(getApplicationById, { app_id: application.id });
  await server.as(student).call(getApplicationsByStudent, { student_id: student.id });
  expect(await looks()).toEqual([]);

  for (let asks = 0; asks < 2; asks++) {
    await server.as(teacher).call(getApplicationById, { app_id: application.id });
    await server.as(admin).call(getApplicationsByStudent, { student_id: student.id });
  }
  expect(await looks()).toEqual([
    ['view application', teacher.id, 'Ada Lovelace', { application: application.id }],
    ['view student', admin.id, 'Ada Lovelace', { list: 'applications' }],
  ]);
});

describe('a student’s applications by the student’s id', () => {
  test('are visible to the student and staff', async () => {
    const { client, student, application } = await aPlacement();
    for (const person of [student, await server.aTeacher({ client }), await server.anAdmin({ client })]) {
      const list = await server.as(person).call(getApplicationsByStudent, { student_id: student.id });
      expect(list.map((one) => one._id)).toEqual([application.id]);
    }
  });

  test('are not visible to another student, another client or a business, which is not a student', async () => {
    const { client, student, business } = await aPlacement();
    for (const stranger of [
      await server.aStudent({ client }),
      await server.aTeacher(),
      await server.aStudent(),
    ]) {
      const caller = server.as(stranger);
      const refused = await caller.refusal(getApplicationsByStudent, { student_id: student.id });
      const unknown = await caller.refusal(getApplicationsByStudent, { student_id: randomUUID() });
      expect(refused.problem).toEqual(unknown.problem);
      expect(refused.status).toBe(404);
    }
    const teacher = server.as(await server.aTeacher({ client }));
    expect((await teacher.refusal(getApplicationsByStudent, { student_id: business.id })).status).toBe(404);
  });
});

describe('the applicants of an opportunity', () => {
  test('are listed to its business and to staff, the earliest first, in every status', async () => {
    const { client, student, business, opportunity, application } = await aPlacement();
    const second = await server.anApplication({
      opportunity,
      status: 'Rescinded',
      appliedAt: new Date(server.clock.now().getTime() + 1000),
    });
    for (const person of [business, await server.aTeacher({ client }), await server.anAdmin({ client })]) {
      const list = await server.as(person).call(getApplicants, { opp_id: opportunity.id });
      expect(list.map((one) => [one._id, one.status])).toEqual([
        [application.id, 'New'],
        [second.id, 'Rescinded'],
      ]);
      expect(list[0]).toMatchObject({
        cover_letter: '<p>Please.</p>',
        opportunity_id_fk: { _id: opportunity.id, business_id_fk: { _id: business.id } },
        student_id_fk: { _id: student.id, first_name: 'Ada', last_name: 'Lovelace', graduation_year: 2027 },
      });
    }
  });

  test('include only those in status New in the list of new ones', async () => {
    const { business, opportunity, application } = await aPlacement();
    for (const status of ['Interview Scheduled', 'Offered', 'Accepted', 'Declined', 'Rescinded'] as const)
      await server.anApplication({ opportunity, status });
    const list = await server.as(business).call(getNewApplications, { opp_id: opportunity.id });
    expect(list.map((one) => one._id)).toEqual([application.id]);
  });

  test('are visible to no one else', async () => {
    const { client, opportunity } = await aPlacement();
    for (const call of [getApplicants, getNewApplications])
      for (const stranger of [
        await server.aBusiness({ client }),
        await server.aBusiness(),
        await server.aTeacher(),
      ]) {
        const caller = server.as(stranger);
        const refused = await caller.refusal(call, { opp_id: opportunity.id });
        const unknown = await caller.refusal(call, { opp_id: randomUUID() });
        expect(refused.problem).toEqual(unknown.problem);
        expect(refused.status).toBe(404);
      }
  });

  test('stay in the list when the student is deleted', async () => {
    const { student, business, opportunity, application } = await aPlacement();
    await server.db.delete(users).where(eq(users.id, student.id));
    const caller = server.as(business);
    const [row] = await caller.call(getApplicants, { opp_id: opportunity.id });
    expect(row).toMatchObject({ _id: application.id, student_id_fk: null });
    const whole = await caller.call(getApplicationById, { app_id: application.id });
    expect(whole).toMatchObject({ student_id_fk: null, cover_letter: '<p>Please.</p>' });
  });
});

test('every list takes one query, however long it is', async () => {
  const { client, student, business, opportunity } = await aPlacement();
  const [asStudent, asBusiness] = [server.as(student), server.as(business)];
  const asTeacher = server.as(await server.aTeacher({ client }));
  const counted = (work: () => Promise<unknown>) => statementsOf(server.database.app, work);
  const lists = {
    mine: () => asStudent.call(getMyApplications, {}),
    byStudent: () => asTeacher.call(getApplicationsByStudent, { student_id: student.id }),
    applicants: () => asBusiness.call(getApplicants, { opp_id: opportunity.id }),
    newOnes: () => asBusiness.call(getNewApplications, { opp_id: opportunity.id }),
  };
  const countAll = async () => {
    const counts: Record<string, string[]> = {};
    for (const [name, ask] of Object.entries(lists)) counts[name] = await counted(ask);
    return counts;
  };

  // Staff's first view is recorded; views in the next 15 minutes belong to it.
  await lists.byStudent();
  const short = await countAll();
  for (let more = 0; more < 12; more++) {
    await server.anApplication({ opportunity, student: await server.aStudent({ client }) });
    await server.anApplication({ student });
  }
  expect(await lists.mine()).toHaveLength(13);
  expect(await lists.applicants()).toHaveLength(13);
  expect(await countAll()).toEqual(short);
  const aLook = expect.stringContaining('audit_entries');
  expect(short).toEqual({
    mine: ['begin', 'enter', 'listApplicationsBy', 'commit'],
    byStudent: ['begin', 'enter', 'findPerson', aLook, 'listApplicationsBy', 'commit'],
    applicants: ['begin', 'enter', 'findOwnerOfOpportunity', 'listApplicants', 'commit'],
    newOnes: ['begin', 'enter', 'findOwnerOfOpportunity', 'listApplicants', 'commit'],
  });
});
