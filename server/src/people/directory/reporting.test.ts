import type { InputOf } from '@waypost/contract/call';
import {
  type BusinessReport,
  peopleCalls,
  type StudentReport,
} from '@waypost/contract/people/directory/calls';
import type {
  ActivityChoice,
  BusinessCount,
  PlacementChoice,
} from '@waypost/contract/people/directory/rules';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projectReflections, projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { filterUsers, searchUsers } = peopleCalls;

type Filter = Omit<InputOf<typeof filterUsers>, 'role'>;

const students = (caller: Caller, filter: Filter = {}) =>
  caller.call(filterUsers, { role: 'Student', with: 'report', ...filter });
const businesses = (caller: Caller, filter: Filter = {}) =>
  caller.call(filterUsers, { role: 'Business', with: 'report', ...filter });
const namesOf = (people: { last_name: string; business_name: string }[]) =>
  people.map((one) => one.business_name || one.last_name);

const NOTHING_YET: StudentReport = {
  applications: 0,
  current: [],
  completed: 0,
  terminated: 0,
  approved_hours: 0,
  last_activity: null,
};
const NO_BUSINESS_YET: BusinessReport = {
  opportunities: 0,
  open_opportunities: 0,
  pending_applicants: 0,
  accepted_applicants: 0,
  interns: 0,
  completed: 0,
  terminated: 0,
};

describe('the Student report', () => {
  async function aStudentAtWork() {
    const client = await server.aClient();
    const student = await server.aStudent({ client });
    const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
    const teacher = server.as(await server.aTeacher({ client }));
    const report = async () => (await students(teacher))[0]?.student_report;
    return { client, student, business, teacher, report };
  }

  test('is empty for a student without activity', async () => {
    const { report } = await aStudentAtWork();
    expect(await report()).toEqual(NOTHING_YET);
  });

  test('counts applications in every status, and only the student’s own', async () => {
    const { client, student, report } = await aStudentAtWork();
    for (const status of ['New', 'Declined', 'Rescinded'] as const)
      await server.anApplication({ student, status, appliedAt: new Date('2026-02-01T12:00:00Z') });
    const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }) });
    await server.db.update(users).set({ lastName: 'A' }).where(eq(users.id, student.id));
    await server.anApplication({
      student: await server.aStudent({ client, lastName: 'Z' }),
      opportunity,
      appliedAt: new Date('2026-03-01T12:00:00Z'),
    });
    expect(await report()).toEqual({
      ...NOTHING_YET,
      applications: 3,
      last_activity: '2026-02-01T12:00:00.000Z',
    });
  });

  test('names a student’s current placements, and counts finished ones', async () => {
    const { student, business, report } = await aStudentAtWork();
    const first = await server.aProject({ student, business, createdAt: new Date('2026-01-01') });
    const second = await server.aProject({ student, createdAt: new Date('2026-02-01') });
    await server.db
      .update(projects)
      .set({ businessId: null })
      .where(and(eq(projects.clientId, second.clientId), eq(projects.id, second.id)));
    for (const businessStatus of ['completed', 'terminated', 'terminated'] as const)
      await server.aProject({ student, business, businessStatus });
    expect(await report()).toMatchObject({
      applications: 5,
      current: [
        { _id: first.id, business_name: 'Bayside Marine' },
        { _id: second.id, business_name: 'Missing' },
      ],
      completed: 1,
      terminated: 2,
    });
  });

  test('adds up only approved hours, of all placements', async () => {
    const { student, business, report } = await aStudentAtWork();
    const project = await server.aProject({ student, business });
    const before = await server.aProject({ student, business, businessStatus: 'completed' });
    await server.someHours(project, { totalHours: 2.25, businessApproved: 1 });
    await server.someHours(project, { totalHours: 4, businessApproved: 0 });
    await server.someHours(project, { totalHours: 8, businessApproved: -1 });
    await server.someHours(before, { totalHours: 100.5, businessApproved: 1 });
    expect(await report()).toMatchObject({ approved_hours: 102.75 });
  });

  test.each<[string, (project: { id: string; clientId: string }, at: Date) => Promise<unknown>]>([
    ['hours logged', (project, createdAt) => server.someHours(project, { createdAt })],
    [
      'a reflection answered',
      (project, answeredAt) =>
        server.db
          .update(projectReflections)
          .set({ answeredAt })
          .where(and(eq(projectReflections.projectId, project.id), eq(projectReflections.ordinal, 2))),
    ],
    [
      'a final summary saved',
      (project, finalSummaryUpdatedAt) =>
        server.db.update(projects).set({ finalSummaryUpdatedAt }).where(eq(projects.id, project.id)),
    ],
    [
      'a final project changed',
      (project, finalProjectUpdatedAt) =>
        server.db.update(projects).set({ finalProjectUpdatedAt }).where(eq(projects.id, project.id)),
    ],
  ])('uses %s as the last activity', async (_, act) => {
    const { student, business, report } = await aStudentAtWork();
    // The finished one was later.
    const project = await server.aProject({ student, business, businessStatus: 'completed' });
    await server.aProject({ student, business });
    const at = new Date('2026-03-20T08:30:00Z');
    await act(project, at);
    expect((await report())?.last_activity).toBe(at.toISOString());
  });

  test('filters by progress, with each student in exactly one of four groups', async () => {
    const { client, business, teacher } = await aStudentAtWork();
    const named = (lastName: string) => server.aStudent({ client, lastName });
    const opportunity = await server.anOpportunity({ business });
    const placed = { business };
    const again = await named('Again');
    await server.aProject({ ...placed, student: again, businessStatus: 'completed' });
    await server.aProject({ ...placed, student: again });
    const done = await named('Done');
    await server.aProject({ ...placed, student: done, businessStatus: 'completed' });
    await server.aProject({ ...placed, student: done, businessStatus: 'terminated' });
    await server.aProject({ ...placed, student: await named('Ended'), businessStatus: 'terminated' });
    await server.anApplication({ opportunity, student: await named('Hoping') });
    await named('Idle');
    const by = async (placement: PlacementChoice) =>
      namesOf(await students(teacher, { placement })).filter((name) => !name.startsWith('Lovelace'));
    expect(await by('Placed')).toEqual(['Again']);
    expect(await by('Completed')).toEqual(['Done']);
    expect(await by('Applied')).toEqual(['Ended', 'Hoping']);
    expect(await by('Not Applied')).toEqual(['Idle']);
    expect(await by('All')).toEqual(['Again', 'Done', 'Ended', 'Hoping', 'Idle']);
    // Only students have this progress, so businesses are not filtered.
    expect(await businesses(teacher, { placement: 'Not Applied' })).toEqual([]);
  });

  test('filters by school, program, year and approval together', async () => {
    const { client, student, teacher } = await aStudentAtWork();
    const filter: Filter = {
      school_attending: [client.school.name],
      affiliated_program: [client.program.name],
      graduation_year: 2026,
      approved: 'Not Approved',
    };
    expect(await students(teacher, filter)).toEqual([]);
    const lists = { schoolId: client.school.id, programId: client.program.id };
    const other = await server.aStudent({
      client,
      approved: false,
      student: { ...lists, graduationYear: 2026 },
    });
    const found = await students(teacher, filter);
    expect(found.map(({ _id }) => _id)).toEqual([other.id]);
    expect(await students(teacher)).toHaveLength(2);
    expect(student.id).not.toBe(other.id);
  });
});

describe('the Business report', () => {
  test('is empty for a new business', async () => {
    const client = await server.aClient();
    await server.aBusiness({ client });
    const [row] = await businesses(server.as(await server.anAdmin({ client })));
    expect(row?.business_report).toEqual(NO_BUSINESS_YET);
  });

  test('counts each thing separately, and only the business’s own', async () => {
    const client = await server.aClient();
    const business = await server.aBusiness({ client, businessName: 'Anchor' });
    const other = await server.aBusiness({ client, businessName: 'Zephyr' });
    const opportunity = await server.anOpportunity({ business });
    // Today is March 4, and both the first and the last day accept applications.
    await server.anOpportunity({ business, applicationOpen: '2026-03-04', applicationClose: '2026-03-04' });
    await server.anOpportunity({ business, applicationClose: '2026-03-03' });
    await server.anOpportunity({ business, applicationOpen: '2026-03-05' });
    for (const status of ['New', 'Interview Scheduled', 'Offered', 'Declined', 'Rescinded'] as const)
      await server.anApplication({ opportunity, status });
    for (const businessStatus of ['open', 'open', 'open', 'completed', 'completed', 'terminated'] as const)
      await server.aProject({ business, opportunity, businessStatus });
    await server.aProject({ business: other });
    const found = await businesses(server.as(await server.aTeacher({ client })));
    expect(found.map((row) => row.business_report)).toEqual([
      {
        opportunities: 4,
        open_opportunities: 2,
        pending_applicants: 3,
        accepted_applicants: 6,
        interns: 3,
        completed: 2,
        terminated: 1,
      },
      { ...NO_BUSINESS_YET, opportunities: 1, open_opportunities: 1, accepted_applicants: 1, interns: 1 },
    ]);
  });

  describe('of four businesses', () => {
    let teacher: Caller;
    let area: string;
    beforeAll(async () => {
      const client = await server.aClient();
      teacher = server.as(await server.aTeacher({ client }));
      area = client.area.name;
      const named = (businessName: string, year: number) =>
        server.aBusiness({ client, businessName, createdAt: new Date(Date.UTC(year, 5, 1)) });
      const closed = { applicationClose: '2026-03-03' };
      const both = await named('Both', 2023);
      const opportunity = await server.anOpportunity({ business: both });
      await server.aProject({ business: both, opportunity });
      await server.anApplication({ opportunity });
      const host = await named('Host', 2024);
      for (const businessStatus of ['open', 'open', 'completed'] as const)
        await server.aProject({
          business: host,
          opportunity: await server.anOpportunity({ business: host, ...closed }),
          businessStatus,
        });
      const past = await named('Past', 2025);
      const over = await server.anOpportunity({ business: past, ...closed });
      await server.aProject({ business: past, opportunity: over, businessStatus: 'terminated' });
      const recruiter = await server.aBusiness({
        client,
        businessName: 'Recruiter',
        createdAt: new Date('2025-12-31T23:59:59Z'),
      });
      await server.anOpportunity({ business: recruiter });
      await server.anOpportunity({ business: recruiter });
      await server.anOpportunity({ business: recruiter });
      await server.anOpportunity({ business: recruiter });
    });

    test.each<[ActivityChoice, string[]]>([
      ['All', ['Both', 'Host', 'Past', 'Recruiter']],
      ['Hosting', ['Both', 'Host']],
      ['Recruiting', ['Both', 'Recruiter']],
      ['Neither', ['Past']],
    ])('filters by activity %s', async (activity, names) => {
      expect(namesOf(await businesses(teacher, { activity }))).toEqual(names);
      if (activity !== 'All') expect(await students(teacher, { activity })).toEqual([]);
    });

    test.each<[number, string[]]>([
      [2023, ['Both']],
      [2025, ['Past', 'Recruiter']],
      [2026, []],
    ])('filters by the year of the account: %i', async (since, names) => {
      expect(namesOf(await businesses(teacher, { since }))).toEqual(names);
    });

    test('filters by focus area', async () => {
      expect(await businesses(teacher, { focus_areas: [area] })).toEqual([]);
    });

    test.each<[BusinessCount, string]>([
      ['opportunities', 'Recruiter'],
      ['open_opportunities', 'Recruiter'],
      ['pending_applicants', 'Both'],
      ['accepted_applicants', 'Host'],
      ['interns', 'Host'],
      ['completed', 'Host'],
      ['terminated', 'Past'],
    ])('sorts by %s, also across parts', async (sort, most) => {
      const up = await businesses(teacher, { sort });
      const counts = up.map((row) => row.business_report?.[sort] ?? -1);
      expect(counts).toEqual(counts.toSorted((one, other) => one - other));
      const down = await businesses(teacher, { sort, descending: true, limit: 1, offset: 0 });
      expect(namesOf(down)).toEqual([most]);
    });

    test('sorts by the year of the account', async () => {
      const oldest = await businesses(teacher, { sort: 'createdAt' });
      expect(namesOf(oldest)).toEqual(['Both', 'Host', 'Past', 'Recruiter']);
    });
  });
});

test('only reports have counts, for the rows of their role', async () => {
  const client = await server.aClient();
  await server.aStudent({ client });
  await server.aBusiness({ client });
  const teacher = await server.aTeacher({ client });
  const admin = server.as(await server.anAdmin({ client }));
  const role = ['Student', 'Business', 'Teacher'] as const;
  const plain = await admin.send(filterUsers, { role });
  expect(await plain.text()).not.toContain('_report');
  const searched = await admin.send(searchUsers, { search: 'a' });
  expect(await searched.text()).not.toContain('_report');
  const rows = await admin.call(filterUsers, { role: [...role], with: 'report' });
  const carried = rows.map((row) => [row.role, 'student_report' in row, 'business_report' in row]);
  expect(carried.sort()).toEqual([
    ['Business', false, true],
    ['Student', true, false],
    ['Teacher', false, false],
  ]);
  expect(rows.find(({ role }) => role === 'Teacher')?._id).toBe(teacher.id);
});

test('another school system’s students, placements and hours are in no report', async () => {
  const elsewhere = await server.aProject();
  await server.someHours(elsewhere, { businessApproved: 1 });
  const client = await server.aClient();
  await server.aStudent({ client });
  await server.aBusiness({ client });
  const admin = server.as(await server.anAdmin({ client }));
  expect((await students(admin)).map((row) => row.student_report)).toEqual([NOTHING_YET]);
  expect((await businesses(admin)).map((row) => row.business_report)).toEqual([NO_BUSINESS_YET]);
});

test.each([
  ['a placement that there is not', { placement: 'Somewhere' }],
  ['an activity that there is not', { activity: 'Sleeping' }],
  ['a year beyond what can be kept', { since: 99_999_999 }],
  ['half a year', { since: 2025.5 }],
  ['anything else to come with', { with: 'passwords' }],
])('rejects %s', async (_, filter) => {
  const admin = server.as(await server.anAdmin());
  expect((await admin.refusal(filterUsers, { role: 'Student', ...filter })).status).toBe(400);
});

test('reports are for staff only, about roles below their own', async () => {
  const client = await server.aClient();
  const report = { role: 'Student', with: 'report' };
  for (const user of [await server.aStudent({ client }), await server.aBusiness({ client })])
    expect((await server.as(user).refusal(filterUsers, report)).status).toBe(403);
  expect((await server.as(await server.aSuperAdmin()).refusal(filterUsers, report)).status).toBe(403);
  expect((await server.visitor().refusal(filterUsers, report)).status).toBe(401);
  const teacher = server.as(await server.aTeacher({ client }));
  expect((await teacher.refusal(filterUsers, { ...report, role: 'Teacher' })).status).toBe(403);
});

test('a report takes the same few queries however many rows it has', async () => {
  const asked = async (businessesThere: number) => {
    const client = await server.aClient();
    for (let n = 0; n < businessesThere; n += 1) {
      const business = await server.aBusiness({ client });
      const student = await server.aStudent({ client });
      await server.someHours(await server.aProject({ business, student }));
    }
    const teacher = server.as(await server.aTeacher({ client }));
    return statementsOf(server.database.app, async () => {
      await students(teacher, { placement: 'Placed', limit: 100 });
      await businesses(teacher, { activity: 'Hosting', sort: 'interns', limit: 100 });
    });
  };
  const few = await asked(1);
  expect(few).toHaveLength(10);
  expect(await asked(7)).toEqual(few);
});
