import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { appAddress, stepOf, toBase32 } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('accepts the code of RFC 6238 at second %i', (second, code) => {
  expect(stepOf(secret, code, new Date(second * 1000))).toBe(Math.floor(second / 30));
});

test('accepts a code for its half minute, and the one before and after', () => {
  const epoch = Date.parse('2026-03-04T15:00:10.000Z') / 1000;
  const step = Math.floor(epoch / 30);
  const found = [-2, -1, 0, 1, 2].map((off) =>
    stepOf(secret, generateSync({ secret, epoch: epoch + 30 * off }), new Date(epoch * 1000)),
  );
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

test.each(['', '12345', '1234567', '12345x'])('rejects %o, which is no code', (code) => {
  expect(stepOf(secret, code, new Date())).toBeUndefined();
});

test('shows a secret in base 32', () => {
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('an app reads the account and the secret from the URI', () => {
  expect(appAddress('GEZDGNBV', 'ada+wbl@waypost.test')).toBe(
    'otpauth://totp/Waypost:ada%2Bwbl%40waypost.test?secret=GEZDGNBV&issuer=Waypost',
  );
});
