import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

const drawn = (text: string) =>
  qrCode(text)
    ?.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
    .join('\n');

test('every length gives the same modules as uqr 0.1.3 with correction M and mask 0', () => {
  const hash = createHash('sha256');
  for (let length = 1; length <= 412; length += 1)
    hash.update(`${drawn('otpauth://'.repeat(42).slice(0, length))}\n\n`);
  expect(hash.digest('hex')).toBe('2001ac19317d8705c1472b19bb667d8915a42eff44ecfc713ab563a94ef679eb');
});

test('a text that is too long has no code', () => {
  expect(qrCode('x'.repeat(413))).toBeNull();
});
