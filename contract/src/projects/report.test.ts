import { expect, test } from 'vitest';
import { itemStatuses, type ProjectFacts, reportOf, submissionsWord } from './report.ts';
import { approvalTypes, fallsWith, needsReason, restsOnHours, whyNotApprove, whyNotReopen } from './rules.ts';

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

test('a project that has just begun has nothing in', () => {
  expect(itemStatuses(nothingYet)).toEqual(all(0));
});

test('a project with everything in awaits the administrator in every item', () => {
  expect(itemStatuses(allIn)).toEqual(all(1));
});

test('what staff approved is approved', () => {
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

test('after the end MSDE still waits for the student, and no longer for evaluations', () => {
  const ended = { ...allIn, hasEnded: true, evaluations: 0 };
  expect(itemStatuses(ended)).toMatchObject({ evals: 0, msde: 1 });
  for (const missing of [{ answers: 3 }, { hasSummary: false }, { finalFiles: 0 }])
    expect(itemStatuses({ ...ended, ...missing }).msde).toBe(0);
});

test('only the items that rest on hours need a reason, and only below the minimum', () => {
  const below = approvalTypes.filter((item) => needsReason(item, 134.99, 135));
  expect(below).toEqual(['hours', 'msde']);
  expect(approvalTypes.filter((item) => needsReason(item, 135, 135))).toEqual([]);
});

test('hours that wait take nothing away from those that suffice, and are no substitute for them', () => {
  expect(itemStatuses({ ...allIn, pendingHours: 40 }).hours).toBe(1);
  expect(itemStatuses({ ...nothingYet, pendingHours: 200, totalHours: 200 }).hours).toBe(0);
});

test.each([
  ['reflection', { answers: 3 }],
  ['project', { finalFiles: 0 }],
  ['summary', { hasSummary: false }],
  ['evals', { evaluations: 1 }],
] as const)('without its %s a project does not go to the state', (item, missing) => {
  const status = itemStatuses({ ...allIn, ...missing });
  expect([status[item], status.msde]).toEqual([0, 0]);
});

test('what is approved already counts as in, and MSDE needs hours, not their approval', () => {
  expect(itemStatuses({ ...allIn, approved: ['reflection', 'evals'] }).msde).toBe(1);
  expect(itemStatuses({ ...allIn, acceptedHours: 100, approved: ['hours'] }).msde).toBe(0);
});

test('a project without questions has no reflections to wait for', () => {
  expect(itemStatuses({ ...nothingYet, questions: 0 }).reflection).toBe(1);
});

test('the words for a spreadsheet tell what has begun from what has not', () => {
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
    ...[begun, begun, not, not, begun, 'Incomplete'],
  ]);
  expect(words(allIn)).toEqual([awaits, awaits, awaits, awaits, awaits, 'Complete']);
  expect(words({ ...allIn, approved: approvalTypes })).toEqual(Array(6).fill('Approved'));
});

test('evaluations are told by how many there are', () => {
  expect([0, 1, 2].map(submissionsWord)).toEqual(['No Submissions', 'Incomplete', 'Complete']);
});

test('only 1 is approved and only 2 is opened again', () => {
  expect(([0, 1, 2] as const).map((status) => whyNotApprove(status) === null)).toEqual([false, true, false]);
  expect(([0, 1, 2] as const).map((status) => whyNotReopen(status) === null)).toEqual([false, false, true]);
});

test('what goes to the state falls with everything it rests on', () => {
  expect(fallsWith('summary')).toEqual(['summary', 'msde']);
  expect(fallsWith('msde')).toEqual(['msde']);
  expect(approvalTypes.filter(restsOnHours)).toEqual(['hours', 'msde']);
});
