import { expect, test } from 'vitest';
import { byUrgency, isDueSoon } from './rules.ts';

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
