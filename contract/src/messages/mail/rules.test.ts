import { expect, test } from 'vitest';
import { t } from '../../i18n.ts';
import { roles } from '../../roles.ts';
import { canMute, canNotice, mailChoices, mailKinds } from './rules.ts';

test('every kind of mail can be turned off by some role, with a sentence, or appears only at the bell', () => {
  const bellAlone = mailKinds.filter((kind) => !roles.some((role) => canMute(role, kind)));
  expect(bellAlone).toEqual(['answer', 'records', 'returned', 'wrong person', 'masquerade']);
  expect(roles.filter((role) => canNotice(role, 'records'))).toEqual(['Admin']);
  expect(roles.filter((role) => canNotice(role, 'returned'))).toEqual(['Teacher', 'Admin']);
  for (const role of roles)
    for (const { kind, sentence } of mailChoices(role))
      expect([role, kind, t(sentence) !== '' && canMute(role, kind)]).toEqual([role, kind, true]);
});

test('no one can turn off mail that they never receive', () => {
  expect(canMute('Student', 'hours')).toBe(false);
  expect(canMute('Business', 'offer')).toBe(false);
  expect([mailChoices('Teacher'), mailChoices('Admin'), mailChoices('SuperAdmin')]).toEqual([[], [], []]);
});
