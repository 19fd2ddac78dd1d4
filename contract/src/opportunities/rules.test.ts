import { expect, test } from 'vitest';
import { dayAt, windowState } from './rules.ts';

const window = { application_open: '2026-03-04', application_close: '2026-03-31' };

test('on the evening of the closing day one may still apply, in every state', () => {
  const nearMidnight = { Maryland: '2026-04-01T03:59:00Z', Hawaii: '2026-04-01T09:59:00Z' };
  for (const moment of Object.values(nearMidnight))
    expect(windowState(window, dayAt(new Date(moment)))).toBe('open');
});

test('once the closing day has ended everywhere, the window is closed', () => {
  expect(windowState(window, dayAt(new Date('2026-04-01T10:00:00Z')))).toBe('after');
});

test('the opening day itself is open, and the day before is not', () => {
  expect(windowState(window, dayAt(new Date('2026-03-04T12:00:00Z')))).toBe('open');
  expect(windowState(window, dayAt(new Date('2026-03-03T12:00:00Z')))).toBe('before');
});
