import { expect, test } from 'vitest';
import { activeDayOf, activeDays } from './rules.ts';

test('an evening counts as its own day on both coasts', () => {
  expect(activeDayOf(new Date('2026-03-05T03:30:00Z'))).toBe('2026-03-04');
  expect(activeDayOf(new Date('2026-03-05T05:59:00Z'))).toBe('2026-03-04');
  expect(activeDayOf(new Date('2026-03-05T06:00:00Z'))).toBe('2026-03-05');
});

test('the chart ends with today and misses no day, across a month’s end too', () => {
  const days = activeDays(new Date('2026-03-04T15:00:00Z'));
  expect([days.length, days[0], days[25], days.at(-1)]).toEqual([
    30,
    '2026-02-03',
    '2026-02-28',
    '2026-03-04',
  ]);
  expect(new Set(days).size).toBe(30);
});
