import { expect, test } from 'vitest';
import { roles } from '../accounts/rules.ts';
import { t } from '../i18n.ts';
import { canMute, digestDueAt, mailChoices, mailKinds } from './rules.ts';

test('every kind of mail can be turned off by some role, with a sentence', () => {
  for (const kind of mailKinds)
    expect([kind, roles.some((role) => canMute(role, kind))]).toEqual([kind, true]);
  for (const role of roles)
    for (const { kind, sentence } of mailChoices(role))
      expect([role, kind, t(sentence) !== '' && canMute(role, kind)]).toEqual([role, kind, true]);
});

test('nobody can turn off mail that they never receive', () => {
  expect(canMute('Student', 'hours')).toBe(false);
  expect(canMute('Business', 'offer')).toBe(false);
  expect([mailChoices('Teacher'), mailChoices('Admin'), mailChoices('SuperAdmin')]).toEqual([[], [], []]);
});

test.each([
  ['2026-03-04T15:00:00.000Z', '2026-03-04T12:00:00.000Z'],
  ['2026-03-04T12:00:00.000Z', '2026-03-04T12:00:00.000Z'],
  ['2026-03-04T11:59:59.999Z', '2026-03-03T12:00:00.000Z'],
  ['2026-03-01T00:00:00.000Z', '2026-02-28T12:00:00.000Z'],
])('at %s the day’s mail was due at %s', (now, due) => {
  expect(digestDueAt(new Date(now)).toISOString()).toBe(due);
});
