import { expect, test } from 'vitest';
import { PASSWORD_MAX, PASSWORD_MIN, passwordProblem, yearsActive } from './rules.ts';

test('years active include the year of the account’s creation and the current one', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(yearsActive('2026-01-02T00:00:00.000Z', now)).toBe(1);
  expect(yearsActive('2025-12-31T12:00:00.000Z', now)).toBe(2);
  expect(yearsActive('2020-06-01T00:00:00.000Z', now)).toBe(7);
});

test('a password has from ten to 200 characters', () => {
  const problem = (length: number) => passwordProblem('x'.repeat(length), '', () => false);
  expect([problem(PASSWORD_MIN), problem(PASSWORD_MAX)]).toEqual([null, null]);
  expect(problem(9)).toContain('at least 10');
  expect(problem(201)).toContain('at most 200');
});
