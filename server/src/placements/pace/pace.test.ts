import { daysBetween, utcDay } from '@waypost/contract/dates';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import {
  type Concern,
  concerns,
  ENDING_DAYS,
  isEvaluationOverdue,
  isQuiet,
  paceFactsOf,
  paceOfProject,
  paces,
} from '@waypost/contract/placements/pace/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import {
  approvalTypes,
  hasEnded,
  returnableItems,
  SUBMITTED,
} from '@waypost/contract/placements/projects/rules';
import { businessStatuses } from '@waypost/contract/statuses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import {
  evaluations,
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projectReturns,
  projects,
} from '../../platform/database/tables/projects.ts';

/** Compares the rule in SQL with the rule in the contract, for placements of every kind. */
const server = startTestServer();
const today = utcDay(new Date(TEST_NOW));

const dayAt = (days: number) => utcDay(new Date(Date.parse(today) + days * 86_400_000));
const momentAt = (days: number) => new Date(Date.parse(TEST_NOW) + days * 86_400_000);

/** Days relative to today, hours in quarters. */
const aPlan = fc.record({
  internshipType: fc.constantFrom('Internship' as const, 'Apprenticeship' as const),
  status: fc.constantFrom('open' as const, 'open' as const, ...businessStatuses),
  placed: fc.integer({ min: -120, max: 0 }),
  start: fc.integer({ min: -120, max: 20 }),
  length: fc.integer({ min: 1, max: 150 }),
  /** As a share of the expected hours, so that many placements are near a limit. */
  share: fc.constantFrom(0, 0.5, 0.74, 0.76, 0.89, 0.91, 1, 1.2, 4),
  entries: fc.array(
    fc.record({
      decision: fc.constantFrom(-1, 0, 1, 1, 1),
      age: fc.integer({ min: 0, max: 30 }),
    }),
    { maxLength: 4 },
  ),
  reflections: fc.array(fc.boolean(), { maxLength: 2 }),
  evaluations: fc.integer({ min: 0, max: 2 }),
  summary: fc.constantFrom('', 'I built a boat.'),
  file: fc.boolean(),
  approved: fc.subarray([...approvalTypes]),
  sentBack: fc.subarray([...returnableItems], { maxLength: 1 }),
});
/** Everything is submitted except what is left out at random, because most items awaiting approval are at the end. */
const anEndingPlan: fc.Arbitrary<Plan> = fc
  .tuple(aPlan, fc.subarray(['hours', 'reflection', 'project', 'summary', 'evals'] as const), fc.nat(5))
  .map(([plan, approved, missing]) => ({
    ...plan,
    length: Math.max(1, -plan.start - 1),
    share: missing === 1 ? 0 : 1.2,
    entries: [
      { decision: 1, age: 20 },
      { decision: missing === 5 ? 0 : 1, age: 3 },
    ],
    reflections: [true, missing !== 2],
    summary: missing === 3 ? '' : 'I built a boat.',
    file: missing !== 4,
    evaluations: 2,
    approved: [...approved],
  }));
type Plan = typeof aPlan extends fc.Arbitrary<infer T> ? T : never;
type Person = Awaited<ReturnType<typeof server.aStudent>>;

const keepingUp: Plan = {
  internshipType: 'Internship',
  status: 'open',
  placed: -60,
  start: -60,
  length: 70,
  share: 1,
  entries: [{ decision: 1, age: 3 }],
  reflections: [],
  evaluations: 1,
  summary: '',
  file: false,
  approved: [],
  sentBack: [],
};
/** One placement for each concern and for the most serious reasons, which chance alone may not make. */
const examples: Plan[] = [
  keepingUp,
  { ...keepingUp, share: 0 },
  { ...keepingUp, length: 50, share: 0.5 },
  { ...keepingUp, entries: [{ decision: 1, age: 20 }] },
  { ...keepingUp, evaluations: 0 },
  {
    ...keepingUp,
    length: 59,
    share: 1.2,
    entries: [...keepingUp.entries, { decision: 1, age: 20 }],
    reflections: [true, true],
    evaluations: 2,
    summary: 'I built a boat.',
    file: true,
  },
];

async function build(plan: Plan, student: Person, business: Person): Promise<void> {
  const opportunity = await server.anOpportunity({
    business,
    internshipType: plan.internshipType,
    employmentStart: dayAt(plan.start),
    employmentStop: dayAt(plan.start + plan.length),
  });
  const { clientId, id: applicationId } = await server.anApplication({ student, opportunity });
  const [project] = await server.db
    .insert(projects)
    .values({
      clientId,
      applicationId,
      opportunityId: opportunity.id,
      studentId: student.id,
      businessId: business.id,
      businessStatus: plan.status,
      finalSummary: plan.summary,
      createdAt: momentAt(plan.placed),
    })
    .returning({ id: projects.id });
  if (!project) throw new Error('no project was made');
  const key = { clientId, projectId: project.id };
  const begin = Math.max(plan.start, plan.placed);
  const elapsed = Math.min(plan.length, Math.max(0, -begin)) / Math.max(1, plan.start + plan.length - begin);
  const hours = MINIMUM_HOURS[plan.internshipType] * Math.min(1, elapsed) * plan.share;
  const each = Math.round((4 * hours) / Math.max(1, plan.entries.length)) / 4;
  const entries = plan.entries.map(({ decision, age }) => ({
    ...key,
    startDate: dayAt(-age),
    endDate: dayAt(-age),
    textLog: 'Sanded.',
    totalHours: Math.max(0.25, each),
    businessApproved: decision,
    createdAt: momentAt(-age),
  }));
  const reflections = plan.reflections.map((isAnswered, index) => ({
    ...key,
    ordinal: index + 1,
    questionText: 'What was hard?',
    status: isAnswered ? ('complete' as const) : ('unlocked' as const),
  }));
  const submitted = Array.from({ length: plan.evaluations }, (_, index) => ({
    ...key,
    ordinal: index + 1,
    evaluationDate: today,
    supervisor: 'Grace',
    term: 'Summer',
    internshipFacilitator: 'Mary',
    contactPhone: '',
    comments: 'Good.',
    discussed: true,
  }));
  const approvals = plan.approved.map((item) => ({
    ...key,
    item,
    approvedBy: business.id,
    approvedAt: momentAt(0),
  }));
  if (entries.length) await server.db.insert(hourEntries).values(entries);
  if (reflections.length) await server.db.insert(projectReflections).values(reflections);
  if (submitted.length) await server.db.insert(evaluations).values(submitted);
  const returns = plan.sentBack.map((item) => ({
    ...key,
    item,
    reason: 'Say more.',
    sentBackBy: business.id,
    sentBackAt: momentAt(0),
  }));
  if (returns.length) await server.db.insert(projectReturns).values(returns);
  if (approvals.length) await server.db.insert(projectApprovals).values(approvals);
  if (plan.file)
    await server.db.insert(projectFiles).values({ ...key, fileId: (await server.aFile(student)).id });
}

const isConcern: Record<Concern, (row: ProjectRow) => boolean> = {
  behind: (row) => paceOfProject(row, today)?.pace === 'behind',
  'no recent hours': (row) => !hasEnded(row) && isQuiet(paceFactsOf(row), today),
  'evaluation overdue': (row) => !hasEnded(row) && isEvaluationOverdue(paceFactsOf(row), today),
  'awaiting approval': ({ reportData: report }) =>
    [
      report.activity_log_status,
      report.reflection_status,
      report.final_project_status,
      report.final_summary_status,
      report.msde_status,
      report.evaluation_status,
    ].includes(SUBMITTED),
  'ending soon': (row) => {
    const toEnd = daysBetween(today, row.opportunity_id_fk.employment_stop);
    return !hasEnded(row) && toEnd >= 0 && toEnd <= ENDING_DAYS;
  },
};

test('lists filter and sort by pace exactly as the rule decides for each placement', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(aPlan, anEndingPlan), { minLength: 3, maxLength: 8 }),
      async (plans) => {
        const client = await server.aClient();
        const business = await server.aBusiness({ client });
        const student = await server.aStudent({ client });
        const teacher = server.as(await server.aTeacher({ client }));
        for (const plan of plans) await build(plan, student, business);
        const list = (filter: object) =>
          teacher.call(reportCalls.filterInternshipStatus, { ...filter, limit: 50 });

        const all = await list({ sort: 'pace' });
        const rank = (row: ProjectRow) => {
          const pace = paceOfProject(row, today);
          return pace ? paces.indexOf(pace.pace) : -1;
        };
        for (const row of all) seen.add(paceOfProject(row, today)?.reason ?? 'ended');
        expect(all).toHaveLength(plans.length);
        expect(all.map(rank)).toEqual(all.map(rank).toSorted((one, other) => one - other));

        for (const concern of concerns) {
          const listed = (await list({ concern })).map(({ _id }) => _id);
          const expected = all.filter(isConcern[concern]).map(({ _id }) => _id);
          expect([concern, listed.toSorted()]).toEqual([concern, expected.toSorted()]);
          if (expected.length > 0) seen.add(concern);
        }
      },
    ),
    { numRuns: rounds(15), examples: [[examples]] },
  );
  expect([...seen]).toEqual(expect.arrayContaining([...concerns, 'far short', 'ended short', 'keeping up']));
});
