import { expect, test } from 'vitest';
import { yearsActive } from './rules.ts';

test('years active count the year of the account’s creation and the current one', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(yearsActive('2026-01-02T00:00:00.000Z', now)).toBe(1);
  expect(yearsActive('2025-12-31T12:00:00.000Z', now)).toBe(2);
  expect(yearsActive('2020-06-01T00:00:00.000Z', now)).toBe(7);
});
