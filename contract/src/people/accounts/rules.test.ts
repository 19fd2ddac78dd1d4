import { expect, test } from 'vitest';
import { PASSWORD_MAX, PASSWORD_MIN, passwordProblem } from '../../passwords.ts';
import { yearsActive } from './rules.ts';

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

test.each([
  ['CBPS2026!!', true],
  ['Waypost-2026', true],
  ['ChesapeakeBayPublicSchools', true],
  ['chesapeake.bay.1', true],
  ['waypost for me', false],
  ['a heron by the bay', false],
  ['quiet lantern', false],
])('%j is only names: %s', (password, isRefused) => {
  const names = ['Chesapeake Bay Public Schools', 'CBPS'];
  expect(passwordProblem(password, '', () => false, names) !== null).toBe(isRefused);
});
