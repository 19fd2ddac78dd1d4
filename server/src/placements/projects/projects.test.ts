import { randomUUID } from 'node:crypto';
import type { Call } from '@waypost/contract/call';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { ProjectRow, projectCalls } from '@waypost/contract/placements/projects/calls';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { projectApprovals, projectFiles, projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { getInterns, getProjectsByStudent, getProjectsByStudentId, loadStudentProject } = projectCalls;

async function aPlacement() {
  const client = await server.aClient();
  const student = await server.aStudent({
    client,
    firstName: 'Ada',
    lastName: 'Lovelace',
    student: { schoolId: client.school.id, programId: client.program.id, graduationYear: 2027 },
  });
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const project = await server.aProject({ student, business, opportunity });
  return { client, student, business, opportunity, project };
}

test('a student loads their whole placement: hours by their first day, totals, letter and questions', async () => {
  const { client, student, business, opportunity, project } = await aPlacement();
  await server.someHours(project, { startDate: '2026-03-09', endDate: '2026-03-10', totalHours: 7.5 });
  await server.someHours(project, {
    startDate: '2026-03-02',
    endDate: '2026-03-02',
    totalHours: 4.25,
    businessApproved: 1,
  });
  await server.someHours(project, { startDate: '2026-03-05', endDate: '2026-03-05', businessApproved: -1 });

  const seen = await server.as(student).call(loadStudentProject, { project_id: project.id });
  expect(seen).toMatchObject({
    _id: project.id,
    business_status: 'open',
    student_id_fk: {
      _id: student.id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      school_attending: client.school.name,
      affiliated_program: client.program.name,
      graduation_year: 2027,
    },
    business_id_fk: { _id: business.id, business_name: 'Bayside Marine' },
    opportunity_id_fk: {
      _id: opportunity.id,
      opportunity_title: 'Boat builder',
      employment_stop: '2026-08-31',
      internship_type: 'Internship',
    },
    application_id_fk: { cover_letter: '<p>Please.</p>' },
    reportData: { accepted_hours: 4.25, pending_hours: 7.5, total_hours: 11.75, pending_count: 1 },
    evaluation_count: 0,
    final_summary: { text: '', approved: false, updatedAt: null },
    final_project: { files: [], updatedAt: null },
  });
  expect(seen.hours.map((entry) => [entry.start_date, entry.total_hours, entry.business_approved])).toEqual([
    ['2026-03-02', 4.25, 1],
    ['2026-03-05', 4, -1],
    ['2026-03-09', 7.5, 0],
  ]);
  expect(seen.reflections?.map((one) => [one.ordinal, one.status])).toEqual([
    [1, 'unlocked'],
    [2, 'locked'],
  ]);
});

test('a placement without hours has an empty list', async () => {
  const { student, project } = await aPlacement();
  const seen = await server.as(student).call(loadStudentProject, { project_id: project.id });
  expect(seen.reportData).toMatchObject({
    accepted_hours: 0,
    pending_hours: 0,
    total_hours: 0,
    pending_count: 0,
    hours_last_updated: null,
  });
});

describe('reflections and final work', () => {
  async function aFinishedProject() {
    const placement = await aPlacement();
    const { student, project } = placement;
    const file = await server.aFile(student, { name: 'poster.pdf' });
    const key = { clientId: project.clientId, projectId: project.id };
    await server.db.insert(projectFiles).values({ ...key, fileId: file.id });
    await server.db.insert(projectApprovals).values({
      ...key,
      item: 'summary',
      approvedBy: randomUUID(),
      approvedAt: server.clock.now(),
    });
    await server.db
      .update(projects)
      .set({ finalSummary: 'I built a boat.', finalSummaryUpdatedAt: server.clock.now() })
      .where(eq(projects.id, project.id));
    return { ...placement, file };
  }

  test('are visible to the student and staff', async () => {
    const { client, student, project, file } = await aFinishedProject();
    for (const person of [student, await server.aTeacher({ client }), await server.anAdmin({ client })]) {
      const seen = await server.as(person).call(loadStudentProject, { project_id: project.id });
      expect(seen.final_summary).toEqual({
        text: 'I built a boat.',
        approved: true,
        updatedAt: server.clock.now().toISOString(),
      });
      expect(seen.final_project?.files).toMatchObject([{ _id: file.id, name: 'poster.pdf' }]);
      expect(seen.reflections).toHaveLength(2);
    }
  });

  test('are hidden from the business, which sees the hours and the letter', async () => {
    const { business, project } = await aFinishedProject();
    await server.someHours(project);
    const seen = await server.as(business).call(loadStudentProject, { project_id: project.id });
    expect([seen.hours.length, seen.application_id_fk.cover_letter]).toEqual([1, '<p>Please.</p>']);
    expect(JSON.stringify(seen)).not.toMatch(/I built a boat|poster|What did you learn/);
    expect([seen.reflections, seen.final_summary, seen.final_project]).toEqual([null, null, null]);
    const schoolwork = {
      reflection_status: null,
      final_project_status: null,
      final_summary_status: null,
      msde_status: null,
      reflection_count: null,
      reflection_total: null,
      reflection_last_updated: null,
      print_reflection: null,
      print_final_project: null,
      print_project_summary: null,
      print_msde: null,
    };
    const own = { activity_log_status: 0, evaluation_status: 0, total_hours: 4 };
    expect(seen.reportData).toMatchObject({ ...schoolwork, ...own });
    const [row] = await server.as(business).call(getInterns, {});
    expect(row?.reportData).toEqual(seen.reportData);
  });
});

test('only its two sides and staff see a placement; for all others it does not exist', async () => {
  const { client, student, business, project } = await aPlacement();
  for (const person of [
    student,
    business,
    await server.aTeacher({ client }),
    await server.anAdmin({ client }),
  ])
    expect((await server.as(person).call(loadStudentProject, { project_id: project.id }))._id).toBe(
      project.id,
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
    const refused = await caller.refusal(loadStudentProject, { project_id: project.id });
    const unknown = await caller.refusal(loadStudentProject, { project_id: randomUUID() });
    expect(refused.problem).toEqual(unknown.problem);
    expect(refused.status).toBe(404);
  }
});

test('staff’s view is recorded once while the screen stays open; the two sides’ views are not', async () => {
  const { client, student, business, project } = await aPlacement();
  const looks = async () =>
    (await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, student.id))).map((row) => [
      row.action,
      row.actorId,
      row.details,
    ]);
  const look = (person: { token: string }, it = project) =>
    server.as(person).call(loadStudentProject, { project_id: it.id });
  for (const party of [student, business]) await look(party);
  expect(await looks()).toEqual([]);

  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const seen = (person: { id: string }, it = project) => ['view project', person.id, { project: it.id }];
  for (let asks = 0; asks < 3; asks++) await look(teacher);
  await look(admin);
  expect(await looks()).toEqual([seen(teacher), seen(admin)]);
  const other = await server.aProject({ student, business });
  await look(teacher, other);
  server.clock.moveBy(16 * 60_000);
  await look(teacher);
  expect(await looks()).toEqual([seen(teacher), seen(admin), seen(teacher, other), seen(teacher)]);
});

test('records staff’s views of a student’s placements, and of a placement also in a masquerade', async () => {
  const { client, student, project } = await aPlacement();
  const teacher = await server.aTeacher({ client });
  const looks = async () =>
    (await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, student.id)))
      .filter(({ action }) => action.startsWith('view'))
      .map(({ action, actorId, adminId, details }) => [action, actorId, adminId, details]);
  await server.as(student).call(getProjectsByStudentId, { student_id: student.id });
  expect(await looks()).toEqual([]);
  const caller = server.as(teacher);
  for (let asks = 0; asks < 2; asks++) await caller.call(getProjectsByStudentId, { student_id: student.id });
  const list = ['view student', teacher.id, null, { list: 'placements' }];
  expect(await looks()).toEqual([list]);
  await caller.call(masqueradeCalls.masquerade, { id: student.id });
  await caller.call(loadStudentProject, { project_id: project.id });
  expect(await looks()).toEqual([list, ['view project', student.id, teacher.id, { project: project.id }]]);
});

test('a student’s list has only their own, the latest first; everyone else’s is empty', async () => {
  const { client, student, business, project } = await aPlacement();
  const later = await server.aProject({
    student,
    business,
    createdAt: new Date(server.clock.now().getTime() + 86_400_000 * 365),
  });
  await server.aProject({ student: await server.aStudent({ client }), business });
  const list = await server.as(student).call(getProjectsByStudent, {});
  expect(list.map((row) => row._id)).toEqual([later.id, project.id]);
  for (const other of [business, await server.aTeacher({ client }), await server.anAdmin({ client })])
    expect(await server.as(other).call(getProjectsByStudent, {})).toEqual([]);
  expect(await server.as(await server.aSuperAdmin()).call(getProjectsByStudent, {})).toEqual([]);
});

test('only the student and staff list a student’s placements by id', async () => {
  const { client, student, business, project } = await aPlacement();
  for (const person of [student, await server.aTeacher({ client }), await server.anAdmin({ client })]) {
    const list = await server.as(person).call(getProjectsByStudentId, { student_id: student.id });
    expect(list.map((row) => row._id)).toEqual([project.id]);
  }
  for (const stranger of [
    await server.aStudent({ client }),
    await server.aTeacher(),
    await server.anAdmin(),
  ]) {
    const caller = server.as(stranger);
    const refused = await caller.refusal(getProjectsByStudentId, { student_id: student.id });
    const unknown = await caller.refusal(getProjectsByStudentId, { student_id: randomUUID() });
    expect(refused.problem).toEqual(unknown.problem);
    expect(refused.status).toBe(404);
  }
  const teacher = server.as(await server.aTeacher({ client }));
  expect((await teacher.refusal(getProjectsByStudentId, { student_id: business.id })).status).toBe(404);
});

test('a business’s interns are grouped by opportunity, then by name, with what is waiting for it', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const [boats, sails] = [
    await server.anOpportunity({ business, title: 'Boat builder' }),
    await server.anOpportunity({ business, title: 'Sail maker' }),
  ];
  const intern = async (lastName: string, opportunity: typeof boats) =>
    server.aProject({ student: await server.aStudent({ client, lastName }), opportunity });
  const noether = await intern('Noether', sails);
  const curie = await intern('Curie', sails);
  const hopper = await intern('Hopper', boats);
  await server.aProject({ student: await server.aStudent({ client }) });
  await server.someHours(curie);
  await server.someHours(curie, { businessApproved: 1 });
  await server.anEvaluation(curie);

  const interns = await server.as(business).call(getInterns, {});
  expect(interns.map((row) => row._id)).toEqual([hopper.id, curie.id, noether.id]);
  expect(interns[1]).toMatchObject({
    evaluation_count: 1,
    reportData: { accepted_hours: 4, pending_hours: 4, total_hours: 8, pending_count: 1 },
  });
});

test('a list without a limit has whole placements, one with a limit has rows', async () => {
  const { client, student, business, project } = await aPlacement();
  await server.someHours(project);
  const loadProjectAs = (person: { token: string }) =>
    server.as(person).call(loadStudentProject, { project_id: project.id });
  const listed = async (person: { token: string }, call: Call, input: object) =>
    (await server.as(person).send(call, input)).json();
  const teacher = await server.aTeacher({ client });
  const ofStudent = { student_id: student.id };
  expect(await listed(student, getProjectsByStudent, {})).toEqual([await loadProjectAs(student)]);
  expect(await listed(business, getInterns, {})).toEqual([await loadProjectAs(business)]);
  expect(await listed(teacher, getProjectsByStudentId, ofStudent)).toEqual([await loadProjectAs(teacher)]);
  const all = await listed(teacher, reportCalls.filterInternshipStatus as Call, {});
  expect(all).toEqual([await loadProjectAs(teacher)]);
  const row = ProjectRow.parse(await loadProjectAs(student));
  expect(await listed(student, getProjectsByStudent, { limit: 1 })).toEqual([row]);
  expect(await listed(student, getProjectsByStudent, { limit: 1, offset: 1 })).toEqual([]);
});

test('a placement of a deleted student or business stays in the list', async () => {
  const { client, student, business, project } = await aPlacement();
  const teacher = server.as(await server.aTeacher({ client }));
  await server.db.delete(users).where(eq(users.id, business.id));
  const [row] = await server.as(student).call(getProjectsByStudent, {});
  const missing = { _id: '', business_name: 'Missing' };
  expect(row).toMatchObject({ _id: project.id, business_id_fk: missing });
  await server.db.delete(users).where(eq(users.id, student.id));
  const seen = await teacher.call(loadStudentProject, { project_id: project.id });
  expect(seen).toMatchObject({ student_id_fk: null, business_id_fk: missing });
});

test('lists and the whole placement take the same number of queries however much there is', async () => {
  const { client, student, business, opportunity, project } = await aPlacement();
  const [asStudent, asBusiness] = [server.as(student), server.as(business)];
  const mine = () => asStudent.call(getProjectsByStudent, { limit: 500 });
  const interns = () => asBusiness.call(getInterns, { limit: 500 });
  const whole = () => asStudent.call(loadStudentProject, { project_id: project.id });
  const counted = async () => {
    const counts: string[][] = [];
    for (const ask of [mine, interns, whole]) counts.push(await statementsOf(server.database.app, ask));
    return counts;
  };

  const short = await counted();
  for (let more = 0; more < 8; more++) {
    await server.aProject({ student, business });
    const other = await server.aProject({ student: await server.aStudent({ client }), opportunity });
    for (const one of [project, other]) await server.someHours(one);
  }
  expect(await mine()).toHaveLength(9);
  expect(await interns()).toHaveLength(17);
  expect((await whole()).hours).toHaveLength(8);
  expect(await counted()).toEqual(short);
  expect(short.map((statements) => statements.length)).toEqual([4, 4, 10]);
});
