import { expect, test } from 'vitest';
import { monthAfter, nextDeletion } from './rules.ts';

test('a month ends with its last day, and December with its year', () => {
  expect(monthAfter('2026-03-31')).toBe('2026-04-01');
  expect(monthAfter('2026-09-01')).toBe('2026-10-01');
  expect(monthAfter('2026-12-05')).toBe('2027-01-01');
});

test.each([
  ['2026-03-01', '2026-04-01'],
  ['2026-03-04', '2026-04-01'],
  ['2026-03-05', '2026-05-01'],
  ['2026-03-31', '2026-05-01'],
  ['2027-02-01', '2027-03-01'],
  ['2026-12-10', '2027-02-01'],
])('on %s administrators can be told in time of a deletion on %s', (today, day) => {
  expect(nextDeletion(today)).toBe(day);
});
