import { expect, test } from 'vitest';
import { nextClass } from './rules.ts';

test('this year’s class has graduated once August is over', () => {
  expect(nextClass(new Date('2026-03-04T12:00:00Z'))).toBe(2026);
  expect(nextClass(new Date('2026-08-31T12:00:00Z'))).toBe(2026);
  expect(nextClass(new Date('2026-09-01T12:00:00Z'))).toBe(2027);
  expect(nextClass(new Date('2026-12-31T12:00:00Z'))).toBe(2027);
});
