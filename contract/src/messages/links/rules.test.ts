import { expect, test } from 'vitest';
import { linkExpiresAt, maskedEmail, otherNameOnFile, shortName } from './rules.ts';

test('a link works for 30 days', () => {
  expect(linkExpiresAt(new Date('2026-03-04T15:00:00.000Z')).toISOString()).toBe('2026-04-03T15:00:00.000Z');
});

test('masks an address so that only its owner recognizes it', () => {
  expect(maskedEmail('grace@bay.test')).toBe('g•••@bay.test');
  expect(maskedEmail('a@b@bay.test')).toBe('a•••@bay.test');
});

test('a page shows an intern’s first name and last initial', () => {
  expect(shortName('Ada', 'Lovelace')).toBe('Ada L.');
  expect(shortName('Ada ', '')).toBe('Ada');
  expect(shortName('Zoë', '𝒩oel')).toBe('Zoë 𝒩.');
});

test.each([
  ['Walter Whitlock', ['Walter Whitlock'], ''],
  ['walter WHITLOCK', ['Walter Whitlock'], ''],
  ['Zoe O’Shea', ["Zoë O'Shea"], ''],
  ['Owen Bay', ['Grace Hill', 'Owen Bay'], ''],
  ['Someone Else', ['Walter Whitlock'], 'Walter Whitlock'],
  ['Someone Else', ['Grace Hill', 'Owen Bay'], 'Grace Hill'],
  ['Someone', ['', 'Owen Bay'], 'Owen Bay'],
  ['Someone', [], ''],
])('“%s”, where %j is on file, is another name than “%s”', (typed, onFile, other) => {
  expect(otherNameOnFile(typed, onFile)).toBe(other);
});
