import { expect, test } from 'vitest';
import { codeExpiresAt, isCode, isOpenCode, maskedPhone, normalCode, showCode } from './rules.ts';

const now = new Date('2026-03-04T15:00:00.000Z');

test('a code works for ten minutes and five tries', () => {
  const expiresAt = codeExpiresAt(now);
  expect(expiresAt.toISOString()).toBe('2026-03-04T15:10:00.000Z');
  const last = new Date(expiresAt.getTime() - 1);
  expect([0, 4, 5].map((tries) => isOpenCode({ expiresAt, tries }, last))).toEqual([true, true, false]);
  expect(isOpenCode({ expiresAt, tries: 0 }, expiresAt)).toBe(false);
});

test('a code is six digits, typed with or without a space', () => {
  expect(['123456', '123 456', '123-456', ' 123456 '].map(isCode)).toEqual([true, true, true, true]);
  expect(['', '12345', '1234567', '12345a'].map(isCode)).toEqual([false, false, false, false]);
  expect(normalCode(showCode('123456'))).toBe('123456');
});

test('shows the last four digits of a phone number', () => {
  expect(maskedPhone('(410) 555-0100')).toBe('•••-0100');
});
