import { expect, test } from 'vitest';
import { toPlainText } from './plain-text.ts';

test.each([
  ['Boat builder, 3.5 hours a day. Paid.', 'Boat builder, 3.5 hours a day. Paid.'],
  ['Boats\r\nBcc: victim@x.test', 'Boats Bcc: victim@\u200bx.\u200btest'],
  ['Boats\u2028\u0000\tand sails', 'Boats and sails'],
  ['https://evil.test/a.b', 'https:\u200b//evil.\u200btest/a.\u200bb'],
  ['www.evil.test', 'www.\u200bevil.\u200btest'],
  ['\u202etset.live\u202c', 'tset.\u200blive'],
])('%j becomes %j', (typed, mailed) => {
  expect(toPlainText(typed)).toBe(mailed);
});

test('takes linear time in the length of the input', () => {
  // Quadratic time would exceed the test's limit.
  expect(toPlainText('a.'.repeat(500_000))).toHaveLength(3 * 500_000 - 1);
});
