import type { InputOf } from '@waypost/contract/call';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import { programs } from '../../platform/database/tables/lists.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { students } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { hourEntries, projectApprovals, projects } from '../../platform/database/tables/projects.ts';
import { countStatuses, findStatuses } from './status-queries.ts';

const server = startTestServer();
const { filterInternshipStatus } = reportCalls;
type Filter = InputOf<typeof filterInternshipStatus>;

let teacher: Caller;
let system: Awaited<ReturnType<typeof aSystem>>;
beforeAll(async () => {
  system = await aSystem();
  teacher = server.as(await server.aTeacher({ client: system.client }));
});

/** Three students with placements: Adams at Bakery, Åkerman at Clinic twice, Zeller at a deleted business. */
async function aSystem() {
  const client = await server.aClient();
  const [program] = await server.db
    .insert(programs)
    .values({ clientId: client.id, name: 'Boats', ordinal: 9 })
    .returning();
  const bakery = await server.aBusiness({ client, businessName: 'Bakery' });
  const clinic = await server.aBusiness({ client, businessName: 'Clinic' });
  const adams = await server.aStudent({
    client,
    lastName: 'Adams',
    student: { schoolId: client.school.id, graduationYear: 2026 },
  });
  const akerman = await server.aStudent({
    client,
    lastName: 'Åkerman',
    student: { programId: program?.id ?? null, graduationYear: 2027 },
  });
  const zeller = await server.aStudent({ client, lastName: 'Zeller', student: { graduationYear: 2027 } });
  const day = (n: number) => new Date(Date.UTC(2026, 1, n));
  const of = {
    adams: await server.aProject({ student: adams, business: bakery, updatedAt: day(2) }),
    first: await server.aProject({ student: akerman, business: clinic, updatedAt: day(1) }),
    second: await server.aProject({
      student: akerman,
      business: clinic,
      businessStatus: 'terminated',
      updatedAt: day(4),
    }),
    zeller: await server.aProject({
      student: zeller,
      business: bakery,
      businessStatus: 'completed',
      updatedAt: day(3),
    }),
  };
  await server.db.update(projects).set({ businessId: null }).where(eq(projects.id, of.zeller.id));
  const gone = await server.aProject({ business: bakery });
  await server.db.update(projects).set({ studentId: null }).where(eq(projects.id, gone.id));
  await server.db
    .update(opportunities)
    .set({ internshipType: 'Apprenticeship' })
    .where(eq(opportunities.id, of.adams.opportunityId));
  const hours = (project: { id: string }, totalHours: number, businessApproved: number) =>
    server.db.insert(hourEntries).values({
      clientId: client.id,
      projectId: project.id,
      startDate: '2026-02-01',
      endDate: '2026-02-02',
      totalHours,
      textLog: 'Sanded.',
      businessApproved,
    });
  await hours(of.zeller, 140.25, 1);
  await hours(of.adams, 4, 1);
  await hours(of.adams, 2.5, 0);
  await hours(of.adams, 8, -1);
  await hours(of.first, 200, 0);
  const admin = await server.anAdmin({ client });
  await server.db.insert(projectApprovals).values({
    clientId: client.id,
    projectId: of.zeller.id,
    item: 'hours',
    approvedBy: admin.id,
    approvedAt: server.clock.now(),
  });
  return { client, of, adams };
}

const shown = (rows: ProjectRow[]) =>
  rows.map((row) => `${row.student_id_fk?.last_name} ${row.business_id_fk?.business_name ?? '–'}`);
const list = async (filter: Filter) => shown(await teacher.call(filterInternshipStatus, filter));
/** The last one's student was deleted. */
const everyone = ['Adams Bakery', 'Åkerman Clinic', 'Åkerman Clinic', 'Zeller Missing', 'undefined Bakery'];

describe('the status report', () => {
  test('has a row with the progress of each placement of one’s own school system', async () => {
    await server.aProject();
    const rows = await teacher.call(filterInternshipStatus, { role: 'Student' });
    expect(shown(rows)).toEqual(everyone);
    expect(rows[0]).toMatchObject({
      _id: system.of.adams.id,
      student_id_fk: { _id: system.adams.id, school_attending: system.client.school.name },
      business_status: 'open',
      updatedAt: '2026-02-02T00:00:00.000Z',
      reportData: {
        accepted_hours: 4,
        pending_hours: 2.5,
        total_hours: 6.5,
        activity_log_status: 0,
        school: system.client.school.name,
        print_activity_log: 'Incomplete',
        print_reflection: 'Not Started',
        print_evaluation_status: 'No Submissions',
      },
    });
    expect(rows.at(3)).toMatchObject({
      business_id_fk: { _id: '', business_name: 'Missing' },
      business_status: 'completed',
      reportData: { accepted_hours: 140.25, activity_log_status: 2, print_activity_log: 'Approved' },
    });
  });

  test('shows and filters by the school, program and year when the placement started', async () => {
    const client = await server.aClient();
    const { school, program } = client;
    const before = { schoolId: school.id, programId: program.id, graduationYear: 2027 };
    const student = await server.aStudent({ client, student: before });
    const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }) });
    const offered = await server.anApplication({ student, opportunity, status: 'Offered' });
    const accepted = { application_id: offered.id, status: 'Accepted' as const };
    await server.as(student).call(applicationCalls.updateApplicationStatus, accepted);
    await server.db
      .update(students)
      .set({ schoolId: null, programId: null, graduationYear: 2030 })
      .where(eq(students.userId, student.id));
    const staff = server.as(await server.aTeacher({ client }));
    const then = {
      school_attending: [school.name],
      affiliated_program: [program.name],
      graduation_year: 2027,
    };
    expect(await staff.call(filterInternshipStatus, then)).toMatchObject([
      {
        student_id_fk: {
          school_attending: school.name,
          affiliated_program: program.name,
          graduation_year: 2027,
        },
        reportData: { school: school.name },
      },
    ]);
    expect(await staff.call(filterInternshipStatus, { graduation_year: 2030 })).toEqual([]);
  });

  test.each<[string, () => Filter, string[]]>([
    ['a school', () => ({ school_attending: [system.client.school.name] }), ['Adams Bakery']],
    [
      'one of several schools',
      () => ({ school_attending: ['No such', system.client.school.name] }),
      ['Adams Bakery'],
    ],
    ['a program', () => ({ affiliated_program: 'Boats' }), ['Åkerman Clinic', 'Åkerman Clinic']],
    ['a school that there is not', () => ({ school_attending: ['No such'] }), []],
    ['a year', () => ({ graduation_year: 2027 }), everyone.slice(1)],
    ['every year', () => ({ graduation_year: 'All' }), everyone],
    ['apprenticeships', () => ({ internship_type: 'Apprenticeship' }), ['Adams Bakery']],
    ['internships of a year', () => ({ internship_type: 'Internship', graduation_year: 2026 }), []],
    [
      'nothing at all',
      () => ({ school_attending: null, affiliated_program: [], internship_type: 'All' }),
      everyone,
    ],
  ])('can be filtered to %s', async (_, filter, found) => {
    expect(await list(filter())).toEqual(found);
  });

  test.each<[NonNullable<Filter['sort']>, string[]]>([
    ['name', everyone],
    ['business', ['Adams Bakery', 'undefined Bakery', 'Åkerman Clinic', 'Åkerman Clinic', 'Zeller Missing']],
    ['status', ['Zeller Missing', 'Adams Bakery', 'Åkerman Clinic', 'undefined Bakery', 'Åkerman Clinic']],
    ['hours', ['Åkerman Clinic', 'Åkerman Clinic', 'undefined Bakery', 'Adams Bakery', 'Zeller Missing']],
    ['updated', ['Åkerman Clinic', 'Adams Bakery', 'Zeller Missing', 'Åkerman Clinic', 'undefined Bakery']],
  ])('sorts by %s, in both directions, also across parts', async (sort, up) => {
    expect(await list({ sort })).toEqual(up);
    expect(await list({ sort, descending: true })).toEqual(up.toReversed());
    expect(await list({ sort, limit: 2, offset: 1 })).toEqual(up.slice(1, 3));
  });

  test('is paginated, with the total in each part', async () => {
    const part = async (offset: number) => {
      const response = await teacher.send(filterInternshipStatus, { limit: 3, offset });
      return [
        Number(response.headers.get('x-total-count')),
        ((await response.json()) as ProjectRow[]).length,
      ];
    };
    expect([await part(0), await part(3), await part(6)]).toEqual([
      [5, 3],
      [5, 2],
      [5, 0],
    ]);
  });

  test.each<[string, object]>([
    ['another role', { role: 'Teacher' }],
    ['half a year', { graduation_year: 2026.5 }],
    ['a type that there is not', { internship_type: 'Job' }],
    ['a school with a NUL', { school_attending: 'a\u0000b' }],
    ['a part of everything', { limit: 1_000_000 }],
    ['a column that does not sort', { sort: 'final_summary' }],
  ])('rejects %s', async (_, input) => {
    expect((await teacher.refusal(filterInternshipStatus, input)).status).toBe(400);
  });

  test('is for staff only', async () => {
    for (const role of ['Student', 'Business', 'SuperAdmin'] as const)
      expect((await server.as(await server.aUser(role)).refusal(filterInternshipStatus, {})).status).toBe(
        403,
      );
    expect((await server.visitor().refusal(filterInternshipStatus, {})).status).toBe(401);
  });

  test('is recorded when exported', async () => {
    const { client } = await aSystem();
    const admin = server.as(await server.anAdmin({ client }));
    await admin.call(filterInternshipStatus, { graduation_year: 2027, limit: 1, offset: 0, exporting: true });
    expect(
      await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id)),
    ).toMatchObject([
      { action: 'export list', details: { call: 'filterInternshipStatus', rows: 4, graduation_year: 2027 } },
    ]);
  });

  test('takes two queries however long it is', async () => {
    const asked = await statementsOf(server.database.app, () =>
      teacher.call(filterInternshipStatus, { graduation_year: 2027, limit: 2 }),
    );
    expect(asked).toHaveLength(5);
  });
});

test('finds one year’s part of a long report by the index of years', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const { opportunityId } = await server.aProject({ business });
  const insert = (text: string) => server.database.owner.query(text, [client.id, opportunityId]);
  await insert(`insert into users (client_id, email, role, first_name, last_name)
    select $1, 'many' || n || '@many.test', 'Student', 'S', 'N' || n from generate_series(1, 4000) n
    where $2::uuid is not null`);
  await insert(`insert into students (client_id, user_id, graduation_year)
    select client_id, id, 2000 + (row_number() over ())::int % 40 from users
    where client_id = $1 and last_name ~ '^N' and $2::uuid is not null`);
  await insert(`insert into applications (client_id, opportunity_id, student_id, status, cover_letter, applied_at)
    select client_id, $2, user_id, 'Accepted', '', now() from students where client_id = $1 and user_id in
      (select id from users where client_id = $1 and last_name ~ '^N')`);
  await insert(`insert into projects (client_id, application_id, opportunity_id, student_id, graduation_year)
    select a.client_id, a.id, a.opportunity_id, a.student_id, s.graduation_year from applications a
      join users u on u.client_id = a.client_id and u.id = a.student_id
      join students s on s.client_id = u.client_id and s.user_id = u.id
    where a.client_id = $1 and a.opportunity_id = $2 and u.last_name ~ '^N'`);
  await server.database.owner.query('analyze');
  const wanted = {
    clientId: client.id,
    schools: [],
    programs: [],
    graduationYear: 2007,
    internshipType: undefined,
    businessStatus: undefined,
    concern: undefined,
    today: '2026-03-01',
  };
  const [plan, total] = await asSession(server.database.app, null, server.clock.now(), async (tx) => {
    await enterTenant(tx, client.id);
    const { sql, params } = findStatuses(tx, wanted, {
      sort: 'name',
      descending: false,
      limit: 20,
      offset: 0,
    }).toSQL();
    const { rows } = await tx.client.query(`explain ${sql}`, params);
    return [rows.map((row) => row['QUERY PLAN']).join('\n'), await countStatuses(tx, wanted)] as const;
  });
  expect(total).toBe(100);
  expect(plan).toContain('projects_by_year');
});
