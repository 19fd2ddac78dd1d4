import { expect, test } from 'vitest';
import { erasedKinds, erasedLine, isSameName } from './rules.ts';

test('a typed name is the same but for letter case and spaces', () => {
  expect(isSameName(' maya  OKAFOR ', 'Maya Okafor')).toBe(true);
  // One has a precomposed accented letter, the other a letter and a combining accent.
  expect(isSameName('Jose\u0301 Ruiz', 'Jos\u00e9 Ruiz')).toBe(true);
  for (const other of ['Maya', 'Maya Okafo', 'Maya O kafor', ''])
    expect(isSameName(other, 'Maya Okafor')).toBe(false);
});

test('every kind that is erased has words with its number', () => {
  for (const kind of erasedKinds) {
    expect(erasedLine({ kind, count: 1 })).toContain('1');
    expect(erasedLine({ kind, count: 2 })).toContain('2');
  }
  expect(erasedLine({ kind: 'hours', count: 1 })).toBe('1 entry of hours');
});
