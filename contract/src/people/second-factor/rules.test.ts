import { expect, test } from 'vitest';
import { kindOfCode, normalizeCode, RECOVERY_ALPHABET } from './rules.ts';

test('accepts a code with spaces, hyphens, lower case, and letters that look like digits', () => {
  expect(normalizeCode(' 123 456 ')).toBe('123456');
  expect(normalizeCode('7kq2m-9xo1l')).toBe('7KQ2M9X011');
});

test('a code is from an app, a recovery code, or invalid', () => {
  expect(['123456', '7KQ2M9X011', '1234567890'].map(kindOfCode)).toEqual(['app', 'recovery', 'recovery']);
  expect(['', '12345', '1234567', '12345A', '7KQ2M9X01', '7KQ2M9X01U'].map(kindOfCode)).toEqual(
    Array(6).fill(null),
  );
});

test('every letter of a recovery code can be typed back', () => {
  expect(normalizeCode(RECOVERY_ALPHABET)).toBe(RECOVERY_ALPHABET);
  expect(RECOVERY_ALPHABET.length).toBe(32);
});
