import { expect, test } from 'vitest';
import { appAddress, codeAt, stepAt, stepOf, toBase32 } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at second %i the code is that of RFC 6238', (second, code) => {
  expect(codeAt(secret, stepAt(new Date(second * 1000)), 8)).toBe(code);
});

test('accepts a code for its half minute, and the one before and after', () => {
  const now = new Date('2026-03-04T15:00:10.000Z');
  const step = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((off) => stepOf(secret, codeAt(secret, step + off), now));
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

test('shows a secret in base 32', () => {
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('an app reads the account and the secret from the URI', () => {
  expect(appAddress('GEZDGNBV', 'ada+wbl@waypost.test')).toBe(
    'otpauth://totp/Waypost:ada%2Bwbl%40waypost.test?secret=GEZDGNBV&issuer=Waypost',
  );
});
