import { expect, it } from 'vitest';
import { clockAt, systemClock } from './clock.ts';

it('returns the system time', () => {
  const before = Date.now();
  const read = systemClock.now().getTime();
  expect(read).toBeGreaterThanOrEqual(before);
  expect(read).toBeLessThanOrEqual(Date.now());
});

it('the test clock does not move by itself', () => {
  const clock = clockAt('2026-03-01T12:00:00Z');
  const first = clock.now();
  clock.moveBy(30 * 60_000);
  expect(clock.now().toISOString()).toBe('2026-03-01T12:30:00.000Z');
  clock.moveTo('2026-06-01T00:00:00Z');
  expect(clock.now().toISOString()).toBe('2026-06-01T00:00:00.000Z');
  expect(first.toISOString(), 'a moment that was read stays as it was').toBe('2026-03-01T12:00:00.000Z');
});
