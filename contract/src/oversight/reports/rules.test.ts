import { expect, test } from 'vitest';
import { activeDayOf, activeDays, schoolYearStart, shownMondays } from './rules.ts';

test('an evening counts for its own day on both coasts', () => {
  expect(activeDayOf(new Date('2026-03-05T03:30:00Z'))).toBe('2026-03-04');
  expect(activeDayOf(new Date('2026-03-05T05:59:00Z'))).toBe('2026-03-04');
  expect(activeDayOf(new Date('2026-03-05T06:00:00Z'))).toBe('2026-03-05');
});

test('the chart ends today and skips no day, even across months', () => {
  const days = activeDays(new Date('2026-03-04T15:00:00Z'));
  expect([days.length, days[0], days[25], days.at(-1)]).toEqual([
    30,
    '2026-02-03',
    '2026-02-28',
    '2026-03-04',
  ]);
  expect(new Set(days).size).toBe(30);
});

test.each([
  ['2026-06-30', '2025-07-01'],
  ['2026-07-01', '2026-07-01'],
  ['2026-12-31', '2026-07-01'],
])('on %s the school year is the one from %s', (today, from) => {
  expect(schoolYearStart(today)).toBe(from);
});

test.each([
  ['2026-03-01', '2026-02-23'],
  ['2026-03-02', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
])('on %s the last of the weeks shown begins on %s', (today, monday) => {
  const mondays = shownMondays(today);
  expect([mondays.length, mondays.at(-1)]).toEqual([16, monday]);
  expect(mondays.every((day) => new Date(day).getUTCDay() === 1)).toBe(true);
});
