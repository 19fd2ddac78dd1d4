import { expect, test } from 'vitest';
import { itemStatuses, type ProjectFacts, reportOf, submissionsWord } from './report.ts';
import {
  approvalTypes,
  dependsOnHours,
  needsReason,
  revokedWith,
  whyNotApprove,
  whyNotReopen,
} from './rules.ts';

const nothingYet: ProjectFacts = {
  internshipType: 'Internship',
  acceptedHours: 0,
  pendingHours: 0,
  totalHours: 0,
  pendingCount: 0,
  hasEnded: false,
  questions: 4,
  answers: 0,
  hasSummary: false,
  finalFiles: 0,
  evaluations: 0,
  approved: [],
  hoursLastUpdated: null,
  reflectionLastUpdated: null,
  school: 'Bay High',
};
const allIn = {
  ...nothingYet,
  acceptedHours: 135,
  totalHours: 140,
  answers: 4,
  hasSummary: true,
  finalFiles: 1,
  evaluations: 2,
};
const all = (status: number) => Object.fromEntries(approvalTypes.map((item) => [item, status]));

test('a new placement has every item incomplete', () => {
  expect(itemStatuses(nothingYet)).toEqual(all(0));
});

test('a placement with everything submitted is waiting for the administrator in every item', () => {
  expect(itemStatuses(allIn)).toEqual(all(1));
});

test('an item that staff approved is approved', () => {
  expect(itemStatuses({ ...allIn, approved: approvalTypes })).toEqual(all(2));
});

test.each([
  ['Internship', 134.99, 0],
  ['Internship', 135, 1],
  ['Apprenticeship', 449.99, 0],
  ['Apprenticeship', 450, 1],
] as const)('%s: with %d approved hours the activity log is %d', (internshipType, acceptedHours, status) => {
  const { hours, msde } = itemStatuses({ ...allIn, internshipType, acceptedHours });
  expect([hours, msde]).toEqual([status, status]);
});

test.each([
  ['runs', { hasEnded: false, pendingCount: 0 }, 0],
  ['has ended while an entry is pending', { hasEnded: true, pendingCount: 1 }, 0],
  ['has ended and nothing is pending', { hasEnded: true, pendingCount: 0 }, 1],
] as const)('below the minimum, when the placement %s', (_, so, status) => {
  const { hours, msde } = itemStatuses({ ...allIn, acceptedHours: 40, ...so });
  expect([hours, msde]).toEqual([status, status]);
});

test('after the end, MSDE waits for the student but no longer for evaluations', () => {
  const ended = { ...allIn, hasEnded: true, evaluations: 0 };
  expect(itemStatuses(ended)).toMatchObject({ evals: 0, msde: 1 });
  for (const missing of [{ answers: 3 }, { hasSummary: false }, { finalFiles: 0 }])
    expect(itemStatuses({ ...ended, ...missing }).msde).toBe(0);
});

test('only the items measured in hours need a reason, and only below the minimum', () => {
  const below = approvalTypes.filter((item) => needsReason(item, 134.99, 135));
  expect(below).toEqual(['hours', 'msde']);
  expect(approvalTypes.filter((item) => needsReason(item, 135, 135))).toEqual([]);
});

test('pending hours neither block a sufficient log nor count toward it', () => {
  expect(itemStatuses({ ...allIn, pendingHours: 40 }).hours).toBe(1);
  expect(itemStatuses({ ...nothingYet, pendingHours: 200, totalHours: 200 }).hours).toBe(0);
});

test.each([
  ['reflection', { answers: 3 }],
  ['project', { finalFiles: 0 }],
  ['summary', { hasSummary: false }],
  ['evals', { evaluations: 1 }],
] as const)('a placement without its %s does not go to the state', (item, missing) => {
  const status = itemStatuses({ ...allIn, ...missing });
  expect([status[item], status.msde]).toEqual([0, 0]);
});

test('approved items count as submitted, and MSDE needs hours, not their approval', () => {
  expect(itemStatuses({ ...allIn, approved: ['reflection', 'evals'] }).msde).toBe(1);
  expect(itemStatuses({ ...allIn, acceptedHours: 100, approved: ['hours'] }).msde).toBe(0);
});

test('a placement without questions needs no reflections', () => {
  expect(itemStatuses({ ...nothingYet, questions: 0 }).reflection).toBe(1);
});

test('the words for a spreadsheet distinguish started from not started', () => {
  const words = (facts: ProjectFacts) => {
    const report = reportOf(facts);
    return [
      report.print_activity_log,
      report.print_reflection,
      report.print_final_project,
      report.print_project_summary,
      report.print_msde,
      report.print_evaluation_status,
    ];
  };
  const [not, begun, awaits] = ['Not Started', 'Incomplete', 'Awaiting Approval'];
  expect(words(nothingYet)).toEqual([not, not, not, not, begun, 'No Submissions']);
  const hoursLastUpdated = '2026-03-02T12:00:00.000Z';
  expect(words({ ...nothingYet, hoursLastUpdated, answers: 1, evaluations: 1 })).toEqual([
    begun,
    begun,
    not,
    not,
    begun,
    'Incomplete',
  ]);
  expect(words(allIn)).toEqual([awaits, awaits, awaits, awaits, awaits, 'Complete']);
  expect(words({ ...allIn, approved: approvalTypes })).toEqual(Array(6).fill('Approved'));
});

test('the evaluations block says how many there are', () => {
  expect([0, 1, 2].map(submissionsWord)).toEqual(['No Submissions', 'Incomplete', 'Complete']);
});

test('only status 1 can be approved and only status 2 re-opened', () => {
  expect(([0, 1, 2] as const).map((status) => whyNotApprove(status) === null)).toEqual([false, true, false]);
  expect(([0, 1, 2] as const).map((status) => whyNotReopen(status) === null)).toEqual([false, false, true]);
});

test('re-opening an item also revokes the MSDE approval', () => {
  expect(revokedWith('summary')).toEqual(['summary', 'msde']);
  expect(revokedWith('msde')).toEqual(['msde']);
  expect(approvalTypes.filter(dependsOnHours)).toEqual(['hours', 'msde']);
});
