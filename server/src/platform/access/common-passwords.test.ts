import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password123',
  'qwertyuiop',
  '1234567890',
  'administrator',
  'trustno1trustno1',
  'aaaaaaaaaaaa',
  'abcdefghij',
  '9876543210',
  '34567890123',
])('%s is common', (word) => {
  expect(isCommonPassword(word)).toBe(true);
});

test.each(['waypost-demo', 'a boat on the bay', 'correct horse battery', '1029384750a', 'akakakakak'])(
  '%s is not',
  (word) => {
    expect(isCommonPassword(word)).toBe(false);
  },
);
