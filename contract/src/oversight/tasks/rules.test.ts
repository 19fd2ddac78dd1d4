import { expect, test } from 'vitest';
import { isEvaluationOverdue } from '../../placements/pace/rules.ts';
import { byUrgency, evaluationDue, isDueSoon, reflectionDue } from './rules.ts';

const days = { placedOn: '2026-01-01', start: '2026-02-01', end: '2026-06-01' };

test('reflections are due in even steps, the last on the last day', () => {
  expect([1, 2, 3, 4].map((ordinal) => reflectionDue(days, ordinal, 4))).toEqual([
    '2026-03-03',
    '2026-04-02',
    '2026-05-02',
    '2026-06-01',
  ]);
});

test('nothing is due before a placement was created or after its last day', () => {
  expect(reflectionDue({ ...days, placedOn: '2026-05-30' }, 1, 2)).toBe('2026-05-31');
  expect(reflectionDue({ ...days, placedOn: '2026-06-20' }, 1, 2)).toBe('2026-06-01');
});

test('the first evaluation is due two weeks after the middle, when it becomes overdue', () => {
  expect(evaluationDue(days, 0)).toBe('2026-04-16');
  const facts = { minimum: 45, approvedHours: 45, pendingHours: 0, waitingSince: null, lastEntry: null };
  const isOverdue = (today: string) =>
    isEvaluationOverdue({ ...days, ...facts, evaluations: 0, unanswered: 0 }, today);
  expect([isOverdue('2026-04-15'), isOverdue('2026-04-16')]).toEqual([false, true]);
});

test('the second evaluation is due on the last day, and there is no third', () => {
  expect(evaluationDue(days, 1)).toBe('2026-06-01');
  expect(evaluationDue({ ...days, end: '2026-02-03' }, 0)).toBe('2026-02-03');
  expect(evaluationDue(days, 2)).toBeNull();
});

test('work becomes a task two weeks before it is due, and remains one afterwards', () => {
  expect(isDueSoon('2026-06-01', '2026-05-17')).toBe(false);
  expect(isDueSoon('2026-06-01', '2026-05-18')).toBe(true);
  expect(isDueSoon('2026-06-01', '2026-07-01')).toBe(true);
});

test('sorts by overdue, the longest first, then due within days, then the rest by kind', () => {
  const tasks = (
    [
      ['sign agreement', '2026-01-01'],
      ['applicants', '2026-02-01'],
      ['evaluation', '2026-05-16'],
      ['offer', '2026-05-20'],
      ['final summary', '2026-05-01'],
      ['agreement', null],
      ['evaluation', '2026-05-21'],
      ['reflections', '2026-05-17'],
    ] as const
  ).map(([kind, date]) => ({ kind, date }));
  expect(byUrgency(tasks, '2026-05-17').map(({ kind, date }) => [kind, date])).toEqual([
    ['final summary', '2026-05-01'],
    ['evaluation', '2026-05-16'],
    ['reflections', '2026-05-17'],
    ['offer', '2026-05-20'],
    ['sign agreement', '2026-01-01'],
    ['applicants', '2026-02-01'],
    ['agreement', null],
    ['evaluation', '2026-05-21'],
  ]);
});
