import type { Call, ReplyOf } from '@waypost/contract/call';
import { addDays } from '@waypost/contract/dates';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { openPositions } from '@waypost/contract/opportunities/opportunities/rules';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { groupOf } from '@waypost/contract/placements/applications/rules';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { tallyHours } from '@waypost/contract/placements/hours/rules';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { Dice } from '../../demo/random.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

/** Over random school systems, every pair of numbers that means the same thing must agree. */
const server = startTestServer();

/** Dates around today, which is 03/04/2026, and some far from it. */
const windows = [
  ['2026-01-01', '2026-03-03'],
  ['2026-01-01', '2026-03-04'],
  ['2026-03-03', '2026-03-04'],
  ['2026-03-04', '2026-03-05'],
  ['2026-03-05', '2026-03-06'],
  ['2026-06-01', '2026-12-31'],
] as const;

/** Creates businesses, students and what happens between them through the product's own calls. */
async function aSystem(dice: Dice) {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const people = <T>(count: number, make: () => Promise<T>) =>
    Promise.all(Array.from({ length: count }, make));
  const businesses = await people(4, () => server.aBusiness({ client }));
  const students = await people(7, () =>
    server.aStudent({
      client,
      student: { graduationYear: dice.between(2026, 2028), schoolId: client.school.id },
    }),
  );
  const offered: { id: string; businessId: string | null }[] = [];
  for (const business of businesses)
    for (let more = dice.between(1, 4); more > 0; more--)
      offered.push(
        await server.anOpportunity({
          business,
          availableSlots: dice.between(1, 3),
          internshipType: dice.pick(['Internship', 'Apprenticeship']),
        }),
      );
  const ownerOf = (opportunity: { businessId: string | null }) =>
    server.as(businesses.find(({ id }) => id === opportunity.businessId) ?? { token: '' });
  for (const student of students)
    for (const opportunity of offered)
      if (dice.chance(0.5)) await apply(dice, server.as(student), ownerOf(opportunity), opportunity.id);
  for (const student of students) await work(dice, server.as(student), businesses, admin);

  // Changes that happen later: dates pass, businesses lose their approval, students are deactivated, and accounts
  // are deleted.
  for (const { id } of offered) {
    if (dice.chance(0.4)) continue;
    const [applicationOpen, applicationClose] = dice.pick(windows);
    const dates = { applicationOpen, applicationClose };
    await server.db.update(opportunities).set(dates).where(eq(opportunities.id, id));
  }
  for (const business of businesses)
    if (dice.chance(0.3))
      await server.db.update(users).set({ approved: false }).where(eq(users.id, business.id));
  for (const student of students)
    if (dice.chance(0.3))
      await server.db
        .update(users)
        .set({ approved: false, deactivatedAt: server.clock.now() })
        .where(eq(users.id, student.id));
  for (const student of students)
    if (dice.chance(0.2)) await admin.send(peopleCalls.deleteUser as Call, { user: { _id: student.id } });
  return { client, admin, businesses, students, newcomer: server.as(await server.aStudent({ client })) };
}

async function apply(dice: Dice, student: Caller, business: Caller, opportunityId: string): Promise<void> {
  const input = { opportunity_id_fk: opportunityId, cover_letter: '<p>Please.</p>' };
  const response = await student.send(applicationCalls.createApplication as Call, input);
  if (!response.ok) return;
  const { _id: application_id } = (await response.json()) as { _id: string };
  const move = (by: Caller, status: string) =>
    by.send(applicationCalls.updateApplicationStatus as Call, { application_id, status });
  const first = dice.pick(['', 'Declined', 'Interview Scheduled', 'Offered', 'Offered', 'Offered']);
  if (first) await move(business, first);
  const then = dice.pick(['', 'Declined', 'Accepted', 'Accepted', 'Accepted']);
  if (first === 'Offered' && then) await move(student, then);
}

async function work(dice: Dice, student: Caller, businesses: { id: string; token: string }[], admin: Caller) {
  let filledDays = 0;
  for (const { _id: project_id, business_id_fk } of await student.call(
    projectCalls.getProjectsByStudent,
    {},
  )) {
    const business = server.as(businesses.find(({ id }) => id === business_id_fk?._id) ?? { token: '' });
    for (let more = dice.between(0, 5); more > 0; more--) {
      // Each entry may fill a whole day.
      filledDays += 1;
      const day = addDays('2026-03-02', -filledDays);
      const logged = await student.call(hoursCalls.createHoursEntry, {
        project_id,
        start_date: day,
        end_date: day,
        text_log: 'Sanded.',
        total_hours: dice.between(1, 2400) / 100,
      });
      const hours_id = logged.hours.find((one) => one.business_approved === 0)?._id ?? '';
      const business_approved = dice.pick([1, 1, -1, 0]);
      if (business_approved !== 0)
        await business.send(hoursCalls.approveHours as Call, { project_id, hours_id, business_approved });
    }
    const business_status = dice.pick(['', '', 'completed', 'terminated']);
    if (business_status)
      await admin.send(projectCalls.changeBusinessStatus as Call, { project_id, business_status });
  }
}

type Statistics = ReplyOf<typeof opportunityCalls.getBusinessInternshipStats>;
const read = (statistics: Statistics) =>
  Object.fromEntries(statistics.map(({ label, value }) => [label, value]));
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const sumOf = (records: readonly Record<string, number>[], key: string) =>
  sum(records.map((one) => one[key] ?? Number.NaN));

/** Every row of a list, read in parts like an export; each part's total must be the list's length. */
async function listAll<Row>(caller: Caller, call: Call, input: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const response = await caller.send(call, { ...input, limit: 3, offset: rows.length, exporting: true });
    const part = (await response.json()) as Row[];
    const total = Number(response.headers.get('x-total-count'));
    rows.push(...part);
    if (part.length < 3) {
      expect(rows).toHaveLength(total);
      return rows;
    }
  }
}

test.each([1, 2, 3, 4])(
  'numbers that mean the same thing agree in school system %d',
  async (seed) => {
    const { client, admin, businesses, students, newcomer } = await aSystem(new Dice(seed));
    const now = server.clock.now();
    const ofClient = read(await admin.call(opportunityCalls.getBusinessInternshipStats, {}));
    type Placement = ReplyOf<typeof reportCalls.filterInternshipStatus>[number];
    const placements = await listAll<Placement>(admin, reportCalls.filterInternshipStatus as Call, {
      graduation_year: 'All',
    });
    type Reported = ReplyOf<typeof peopleCalls.filterUsers>[number];
    const reported = await listAll<Reported>(admin, peopleCalls.filterUsers as Call, {
      role: 'Business',
      approved: 'All',
      with: 'report',
    });

    // For each business: its statistics, Manage Opportunities, applicants, interns and the Business Report.
    const each: Record<string, number>[] = [];
    const takenSeats = new Map<string, number>();
    for (const { id, token } of businesses) {
      const business = server.as({ token });
      const named = { client: client.id, businessId: id };
      const statistics = read(await admin.call(opportunityCalls.getBusinessInternshipStats, named));
      each.push(statistics);
      const report = reported.find(({ _id }) => _id === id);
      const managed = await business.call(opportunityCalls.getOpportunities, {});
      const business_approved = report?.approved ?? false;
      const open = managed.map((one) => openPositions({ ...one, ...one.reportData, business_approved }, now));
      // An unapproved business sees no interns, so staff read its placements.
      const interns = business_approved
        ? await business.call(projectCalls.getInterns, {})
        : placements.filter(({ business_id_fk }) => business_id_fk?._id === id);
      const interned = (status: string) => interns.filter((one) => one.business_status === status).length;
      let [pending, accepted] = [0, 0];
      for (const { _id, reportData } of managed) {
        takenSeats.set(_id, reportData.accepted_count);
        const reader = business_approved ? business : admin;
        const applicants = await reader.call(applicationCalls.getApplicants, { opp_id: _id });
        const ofOne = applicants.filter(({ status }) => status === 'Accepted').length;
        expect(reportData).toEqual({ accepted_count: ofOne, applicant_count: applicants.length });
        accepted += ofOne;
        pending += applicants.filter(({ status }) => groupOf(status) === 'Open').length;
      }
      expect(statistics).toEqual({
        'Open positions': sum(open),
        'Pending applicants': pending,
        Accepted: interned('open'),
        Completed: interned('completed'),
        Terminated: interned('terminated'),
      });
      expect(report?.business_report).toEqual({
        opportunities: managed.length,
        open_opportunities: open.filter((positions) => positions > 0).length,
        pending_applicants: pending,
        accepted_applicants: accepted,
        interns: interned('open'),
        completed: interned('completed'),
        terminated: interned('terminated'),
      });
    }
    for (const [label, value] of Object.entries(ofClient))
      expect([label, sumOf(each, label)]).toEqual([label, value]);

    // Open positions: browse and the report list the same opportunities, with as many spots as the dashboard counts.
    type Available = ReplyOf<typeof reportCalls.filterAvailableOpportunities>[number];
    const available = await listAll<Available>(admin, reportCalls.filterAvailableOpportunities as Call, {});
    const browsing = await newcomer.send(opportunityCalls.getOpportunities as Call, {});
    const browsed = (await browsing.json()) as ReplyOf<typeof opportunityCalls.getOpportunities>;
    expect(Number(browsing.headers.get('x-total-count') ?? browsed.length)).toBe(browsed.length);
    const ids = (rows: { _id: string }[]) => rows.map(({ _id }) => _id).sort();
    expect(ids(browsed)).toEqual(ids(available));
    expect(available).toHaveLength(sum(reported.map((one) => one.business_report?.open_opportunities ?? 0)));
    const seats = (rows: { _id: string; available_slots: number }[]) =>
      sum(rows.map(({ _id, available_slots }) => available_slots - (takenSeats.get(_id) ?? 0)));
    expect(seats(browsed)).toBe(ofClient['Open positions']);
    expect(seats(available)).toBe(ofClient['Open positions']);

    // Placements and people: the dashboard and the status report.
    const withStatus = (status: string) => placements.filter((one) => one.business_status === status);
    expect(withStatus('completed')).toHaveLength(ofClient.Completed ?? Number.NaN);
    expect(withStatus('terminated')).toHaveLength(ofClient.Terminated ?? Number.NaN);
    expect(withStatus('open')).toHaveLength(ofClient.Accepted ?? Number.NaN);
    expect(withStatus('open')).toHaveLength(sum(reported.map((one) => one.business_report?.interns ?? 0)));
    const atWork = new Set(withStatus('open').map((one) => one.student_id_fk?._id));
    expect(await admin.call(reportCalls.getTotalStudentsEmployed, {})).toEqual({ count: atWork.size });
    type Student = ReplyOf<typeof reportCalls.filterApplicationCount>[number];
    const counted = await listAll<Student>(admin, reportCalls.filterApplicationCount as Call, {});
    expect(await admin.call(reportCalls.getStudentApplicationCount, {})).toEqual({
      count: sum(counted.map(({ applications }) => applications.length)),
    });
    type Listed = ReplyOf<typeof peopleCalls.filterUsers>[number];
    const listed = await listAll<Listed>(admin, peopleCalls.filterUsers as Call, {
      role: 'Student',
      approved: 'All',
      with: 'report',
    });
    expect(ids(listed)).toEqual(ids(counted));
    expect(listed.filter((one) => (one.student_report?.current.length ?? 0) > 0)).toHaveLength(atWork.size);

    // For each student: applications, My Jobs, the placement's page and the reports' rows have the same hours.
    for (const { id, token } of students) {
      const row = listed.find(({ _id }) => _id === id);
      if (!row) continue;
      const student = server.as({ token });
      const mine = await student.call(applicationCalls.getMyApplications, {});
      expect(mine).toHaveLength(counted.find(({ _id }) => _id === id)?.applications.length ?? Number.NaN);
      expect(mine).toHaveLength(row.student_report?.applications ?? Number.NaN);
      const jobs = await student.call(projectCalls.getProjectsByStudent, {});
      expect(mine.filter(({ status }) => status === 'Accepted')).toHaveLength(jobs.length);
      expect(mine.filter((one) => groupOf(one.status, one.business_status) === 'Active')).toHaveLength(
        jobs.filter(({ business_status }) => business_status === 'open').length,
      );
      for (const job of jobs) {
        const project = await student.call(projectCalls.loadStudentProject, { project_id: job._id });
        const { counted: entries } = tallyHours(project.hours);
        expect(project.reportData.total_hours).toBe(entries.hours);
        expect(job.reportData).toEqual(project.reportData);
        expect(placements.find(({ _id }) => _id === job._id)?.reportData).toEqual(project.reportData);
      }
      const approved = sum(jobs.map(({ reportData }) => Math.round(reportData.accepted_hours * 100)));
      expect(Math.round((row.student_report?.approved_hours ?? Number.NaN) * 100)).toBe(approved);
    }
    // Proves that the random school system contains something of everything.
    expect(placements.length).toBeGreaterThan(2);
  },
  120_000,
);
