import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { type ProjectFacts, reportOf } from '@waypost/contract/placements/projects/report';
import { approvalTypes } from '@waypost/contract/placements/projects/rules';
import { businessStatuses } from '@waypost/contract/statuses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import {
  evaluations,
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projects,
} from '../../platform/database/tables/projects.ts';
import { ofItsStudent } from './change-queries.ts';

/** Compares the database's sums with sums over the same rows in TypeScript, for placements of every kind. */
const server = startTestServer();

const atMinute = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000);
const minute = fc.integer({ min: 0, max: 60_000 });

const anHour = fc.record({
  hundredths: fc.oneof(fc.integer({ min: 1, max: 9000 }), fc.constant(6750)),
  decision: fc.constantFrom(-1, 0, 1, 1),
  created: minute,
  decided: fc.option(minute),
});
const aPlan = fc.record({
  internshipType: fc.constantFrom('Internship' as const, 'Apprenticeship' as const),
  status: fc.constantFrom(...businessStatuses),
  hours: fc.array(anHour, { maxLength: 12 }),
  reflections: fc.array(fc.option(minute), { maxLength: 5 }),
  summary: fc.constantFrom('', 'I built a boat.'),
  files: fc.integer({ min: 0, max: 2 }),
  evaluations: fc.integer({ min: 0, max: 2 }),
  approved: fc.subarray([...approvalTypes]),
});
type Plan = typeof aPlan extends fc.Arbitrary<infer T> ? T : never;

const latest = (minutes: (number | null)[]) => {
  const known = minutes.filter((one) => one !== null);
  return known.length > 0 ? atMinute(Math.max(...known)).toISOString() : null;
};

function factsOf(plan: Plan, school: string): ProjectFacts {
  const sum = (decisions: number[]) => {
    const counted = plan.hours.filter((one) => decisions.includes(one.decision));
    return counted.reduce((all, one) => all + one.hundredths, 0) / 100;
  };
  return {
    internshipType: plan.internshipType,
    acceptedHours: sum([1]),
    pendingHours: sum([0]),
    totalHours: sum([0, 1]),
    hasEnded: plan.status !== 'open',
    pendingCount: plan.hours.filter((one) => one.decision === 0).length,
    questions: plan.reflections.length,
    answers: plan.reflections.filter((one) => one !== null).length,
    hasSummary: plan.summary !== '',
    finalFiles: plan.files,
    evaluations: plan.evaluations,
    approved: plan.approved,
    hoursLastUpdated: latest(plan.hours.flatMap((one) => [one.created, one.decided])),
    reflectionLastUpdated: latest(plan.reflections),
    school,
  };
}

type Person = Awaited<ReturnType<typeof server.aStudent>>;

/** Creates the placement of the plan, row by row. */
async function build(plan: Plan, student: Person, business: Person): Promise<string> {
  const opportunity = await server.anOpportunity({ business, internshipType: plan.internshipType });
  const { clientId, id: applicationId } = await server.anApplication({ student, opportunity });
  const link = {
    applicationId,
    opportunityId: opportunity.id,
    studentId: student.id,
    businessId: business.id,
    ...ofItsStudent({ clientId, studentId: student.id }),
  };
  const [project] = await server.db
    .insert(projects)
    .values({ clientId, ...link, finalSummary: plan.summary, businessStatus: plan.status })
    .returning({ id: projects.id });
  if (!project) throw new Error('no project was made');
  const key = { clientId, projectId: project.id };
  const [day, text] = ['2026-03-02', 'Sanded the hull.'];
  const rows = {
    hours: plan.hours.map((one) => ({
      ...key,
      startDate: day,
      endDate: day,
      textLog: text,
      totalHours: one.hundredths / 100,
      businessApproved: one.decision,
      createdAt: atMinute(one.created),
      decidedAt: one.decided === null ? null : atMinute(one.decided),
    })),
    reflections: plan.reflections.map((answered, index) => ({
      ...key,
      ordinal: index + 1,
      questionText: 'What was hard?',
      status: answered === null ? ('unlocked' as const) : ('complete' as const),
      answeredAt: answered === null ? null : atMinute(answered),
    })),
    evaluations: Array.from({ length: plan.evaluations }, (_, index) => ({
      ...key,
      ordinal: index + 1,
      evaluationDate: day,
      supervisor: 'Grace',
      term: 'Summer',
      internshipFacilitator: 'Mary',
      contactPhone: '',
      comments: text,
      discussed: true,
    })),
    approvals: plan.approved.map((item) => ({
      ...key,
      item,
      approvedBy: business.id,
      approvedAt: atMinute(0),
    })),
  };
  if (rows.hours.length) await server.db.insert(hourEntries).values(rows.hours);
  if (rows.reflections.length) await server.db.insert(projectReflections).values(rows.reflections);
  if (rows.evaluations.length) await server.db.insert(evaluations).values(rows.evaluations);
  if (rows.approvals.length) await server.db.insert(projectApprovals).values(rows.approvals);
  for (let more = 0; more < plan.files; more++)
    await server.db.insert(projectFiles).values({ ...key, fileId: (await server.aFile(student)).id });
  return project.id;
}

test('the report of any placement in a list follows from its rows by the rule', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  await fc.assert(
    fc.asyncProperty(fc.array(aPlan, { minLength: 1, maxLength: 6 }), async (plans) => {
      const student = await server.aStudent({ client, student: { schoolId: client.school.id } });
      const expected = new Map<string, ReturnType<typeof reportOf>>();
      for (const plan of plans)
        expected.set(await build(plan, student, business), reportOf(factsOf(plan, client.school.name)));
      const list = await server.as(student).call(projectCalls.getProjectsByStudent, {});
      expect(list).toHaveLength(plans.length);
      for (const row of list) expect(row.reportData).toEqual(expected.get(row._id));
    }),
    { numRuns: rounds(10) },
  );
});
