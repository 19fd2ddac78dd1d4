import { expect, test } from 'vitest';
import { eighteenthBirthday, isAnother, mayConsent, needsGuardian } from './rules.ts';

test.each([
  ['2008-11-23', '2026-11-22', true],
  ['2008-11-22', '2026-11-22', false],
  ['2008-11-21', '2026-11-22', false],
  // February 29 has no eighteenth anniversary, so the student is 18 on March 1.
  ['2008-02-29', '2026-02-28', true],
  ['2008-02-29', '2026-03-01', false],
  ['2010-02-28', '2028-02-28', false],
  ['2010-03-01', '2028-02-29', true],
  [null, '2026-11-22', true],
])('a student born on %s needs a guardian on %s: %s', (born, today, needs) => {
  expect(needsGuardian(born, today)).toBe(needs);
});

test('a guardian is no longer needed from the eighteenth birthday', () => {
  expect(eighteenthBirthday('2008-11-22')).toBe('2026-11-22');
  expect(eighteenthBirthday('2008-02-29')).toBe('2026-03-01');
});

test.each([
  [true, true, true],
  [false, true, false],
  [true, false, false],
])('a guardian with confirmed %s and may_sign %s may consent: %s', (confirmed, may_sign, may) => {
  expect(mayConsent({ confirmed, may_sign })).toBe(may);
});

test('a new name or address means another person', () => {
  const anne = { name: 'Anne', email: 'anne@x.test', phone: '(410)555-0100' };
  expect(isAnother(anne, { ...anne })).toBe(false);
  for (const change of [{ name: 'Ann' }, { email: 'me@x.test' }, { phone: '' }])
    expect(isAnother(anne, { ...anne, ...change })).toBe(true);
});
