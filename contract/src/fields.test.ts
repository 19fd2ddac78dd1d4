import { expect, test } from 'vitest';
import { isBlank, line, phone, requiredLine, requiredPhone, zip } from './fields.ts';
import { msg } from './i18n.ts';
import { REQUIRED } from './refusal.ts';

test.each([
  ['', true],
  ['<p></p>', true],
  ['<p>&nbsp; <br></p>', true],
  ['<p>.</p>', false],
  ['a < b', false],
])('rich text “%s” is blank: %s', (html, blank) => {
  expect(isBlank(html)).toBe(blank);
});

test('reads a text of very many unclosed tags quickly', () => {
  // In quadratic time this would take minutes.
  expect(isBlank('<'.repeat(400_000))).toBe(false);
  expect(isBlank('<a'.repeat(400_000))).toBe(false);
});

test.each([
  ['(410)555-0123', true],
  ['(410)abc-0123', false],
  ['(410) 555-0123', false],
  ['410-555-0123', false],
  ['(410)555-01234', false],
  ['1(410)555-0123', false],
  ['(410)555-0123 x204', true],
  ['(410)555-0123 x', false],
  ['+44 20 7946 0018', true],
  ['+44', false],
  ['+1 4105550123', false],
])('the phone number %s is accepted: %s', (number, accepted) => {
  expect(phone.safeParse(number).success).toBe(accepted);
  expect(requiredPhone.safeParse(number).success).toBe(accepted);
});

test('an empty required phone number says that it is required', () => {
  expect(requiredPhone.safeParse('').error?.issues.map(({ message }) => message)).toContain(REQUIRED);
  expect(phone.safeParse('').success).toBe(true);
});

test('trims a required line and limits its length', () => {
  const field = requiredLine(5, msg('a name, please'));
  expect(field.parse('  Maya ')).toBe('Maya');
  expect(field.safeParse('   ').error?.issues[0]?.message).toBe('a name, please');
  expect(field.safeParse(undefined).error?.issues[0]?.message).toBe('a name, please');
  expect(field.safeParse('Josefa').success).toBe(false);
});

test('a line has 200 characters by default', () => {
  expect(line().safeParse('x'.repeat(200)).success).toBe(true);
  expect(line().safeParse('x'.repeat(201)).success).toBe(false);
  expect(requiredLine().safeParse('x'.repeat(201)).success).toBe(false);
});

test.each([
  ['21401', true],
  ['21401-1234', true],
  ['2140', false],
  ['214010', false],
  ['21401-12', false],
  ['MD 21401', false],
  ['x21401', false],
])('the ZIP code %s is accepted: %s', (code, accepted) => {
  expect(zip.safeParse(code).success).toBe(accepted);
});
