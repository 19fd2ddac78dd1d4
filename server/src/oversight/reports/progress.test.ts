import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { studentSteps } from '@waypost/contract/people/directory/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { schools } from '../../platform/database/tables/lists.ts';
import { hourEntries } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { getFunnel, getYearSoFar } = reportCalls;

beforeEach(() => server.clock.moveTo(new Date('2026-03-04T15:00:00Z')));

/** Students of two schools at every step; one of them has no program. */
async function aSchoolSystem() {
  const client = await server.aClient();
  const [bay, cove] = await server.db
    .insert(schools)
    .values(
      ['Bay High', 'Cove High'].map((name, ordinal) => ({
        clientId: client.id,
        ordinal: ordinal + 2,
        name,
        type: 'HighSchool',
        street: '1 Bay Road',
        city: 'Annapolis',
        state: 'MD',
        zip: '21401',
      })),
    )
    .returning();
  const business = await server.aBusiness({ client });
  const at = (school: { id: string } | undefined, programId: string | null = client.program.id) =>
    server.aStudent({ client, student: { schoolId: school?.id ?? '', programId } });
  const opportunity = (employmentStart: string) =>
    server.anOpportunity({ business, employmentStart, employmentStop: '2026-06-01' });
  const placed = async (
    student: { id: string; clientId: string },
    businessStatus: BusinessStatus,
    from = '2026-03-01',
  ) =>
    server.aProject({
      student,
      opportunity: await opportunity(from),
      businessStatus,
      createdAt: new Date(`${from}T12:00:00Z`),
    });
  await at(bay);
  await server.anApplication({ student: await at(bay), opportunity: await opportunity('2026-03-01') });
  await placed(await at(bay), 'open');
  await placed(await at(bay), 'open', '2026-01-05');
  const again = await at(cove, null);
  await placed(again, 'completed', '2025-10-01');
  await placed(again, 'terminated');
  await placed(await at(cove), 'terminated');
  await server.aStudent({ client, approved: false, student: { schoolId: cove?.id ?? '' } });
  return client;
}

test('the steps count students, exactly as the report lists them', async () => {
  const client = await aSchoolSystem();
  await server.aProject();
  const staff = server.as(await server.aTeacher({ client }));
  const funnel = await staff.call(getFunnel, { by: 'school' });
  const row = (name: string, [students, applied, placed, pace, completed]: number[]) => ({
    name,
    students,
    'Ever Applied': applied,
    'Ever Placed': placed,
    'On Pace': pace,
    'Ever Completed': completed,
  });
  expect(funnel).toEqual([row('Bay High', [4, 3, 2, 1, 0]), row('Cove High', [2, 2, 1, 1, 1])]);
  for (const { name, ...counted } of funnel)
    for (const placement of studentSteps) {
      const listed = await staff.call(peopleCalls.filterUsers, {
        role: 'Student',
        school_attending: [name],
        placement,
        approved: 'Approved',
      });
      expect([name, placement, listed.length]).toEqual([name, placement, counted[placement]]);
    }
});

test('the steps are also counted by program, with students without one separately', async () => {
  const client = await aSchoolSystem();
  const staff = server.as(await server.anAdmin({ client }));
  const counted = (await staff.call(getFunnel, { by: 'program' })).map((row) => [row.name, row.students]);
  expect(counted).toEqual([
    [client.program.name, 5],
    ['', 1],
  ]);
});

test('this school year is counted up to today, and last year up to the same day', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  for (const day of [
    '2026-03-04',
    '2025-07-01',
    '2025-06-30',
    '2025-03-04',
    '2024-07-01',
    '2025-03-05',
    '2024-06-30',
  ]) {
    const opportunity = await server.anOpportunity({ business });
    const createdAt = new Date(`${day}T12:00:00Z`);
    server.clock.moveTo(createdAt);
    const project = await server.aProject({ student, opportunity, createdAt });
    const entry = {
      clientId: client.id,
      projectId: project.id,
      startDate: day,
      endDate: day,
      textLog: 'Work.',
    };
    await server.db.insert(hourEntries).values({ ...entry, totalHours: 2.5, businessApproved: 1 });
    await server.db.insert(hourEntries).values({ ...entry, totalHours: 8, businessApproved: -1 });
  }
  server.clock.moveTo(new Date('2026-03-04T15:00:00Z'));
  await server.aProject();
  const year = await server.as(await server.aTeacher({ client })).call(getYearSoFar, {});
  expect(year).toMatchObject({
    from: '2025-07-01',
    applications: { this_year: 2, last_year: 2 },
    placements: { this_year: 2, last_year: 2 },
    hours: { this_year: 5, last_year: 5 },
  });
});

test('hours are summed by week, each next to the same week of the year before', async () => {
  const client = await server.aClient();
  const project = await server.aProject({ student: await server.aStudent({ client }) });
  const log = (startDate: string, totalHours: number) =>
    server.db.insert(hourEntries).values({
      clientId: client.id,
      projectId: project.id,
      startDate,
      endDate: startDate,
      textLog: 'Work.',
      totalHours,
    });
  await log('2026-03-02', 3);
  await log('2026-03-04', 4);
  await log('2026-03-01', 1);
  await log('2025-03-03', 6);
  await log('2025-03-09', 0.5);
  const { weeks } = await server.as(await server.anAdmin({ client })).call(getYearSoFar, {});
  expect(weeks.length).toBe(16);
  expect(weeks.slice(-2)).toEqual([
    { monday: '2026-02-23', this_year: 1, last_year: 0 },
    { monday: '2026-03-02', this_year: 7, last_year: 6.5 },
  ]);
});
