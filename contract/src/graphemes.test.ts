import { expect, test } from 'vitest';
import { clipText, cutText, firstGrapheme } from './graphemes.ts';

const FAMILY = '👨\u200d👩\u200d👧';

test.each([
  ['Ana', 'A'],
  ['E\u0301mile', 'E\u0301'],
  ['𝒜da', '𝒜'],
  [`${FAMILY} Lopez`, FAMILY],
  ['🇺🇸', '🇺🇸'],
  ['क्षमा', 'क्ष'],
  ['', ''],
])('the first character of %s is %s', (text, first) => {
  expect(firstGrapheme(text)).toBe(first);
});

test('clips and cuts text between characters', () => {
  expect(clipText(`a${FAMILY}b`, 2)).toBe(`a${FAMILY}…`);
  expect(clipText('ab', 2)).toBe('ab');
  expect(cutText(`ab${FAMILY}`, 2)).toBe('ab');
  expect(cutText(`ab${FAMILY}`, 5)).toBe('ab');
  expect(cutText(`ab${FAMILY}`, 10)).toBe(`ab${FAMILY}`);
  expect(cutText('abc', 2)).toBe('ab');
});
