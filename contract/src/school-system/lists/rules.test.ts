import { expect, test } from 'vitest';
import { describeUses, isTaken, newOrder, nextOrdinal } from './rules.ts';

const entries = [
  { id: 'a', words: 'Boats', ordinal: 2 },
  { id: 'b', words: 'Bread', ordinal: 5 },
];

test('rejects a name that another entry has, in any letter case', () => {
  expect(isTaken('programs', entries, 'bOATS')).toBe(true);
  expect(isTaken('programs', entries, 'Boats', 'a')).toBe(false);
  expect(isTaken('programs', entries, 'Boats', 'b')).toBe(true);
  expect(isTaken('programs', entries, 'Boat')).toBe(false);
});

test('allows the same question twice', () => {
  expect(isTaken('reflectionQuestions', entries, 'Boats')).toBe(false);
  expect(isTaken('evaluationQuestions', entries, 'Boats')).toBe(false);
});

test('adds a new entry at the end, starting with ordinal 1', () => {
  expect(nextOrdinal([])).toBe(1);
  expect(nextOrdinal(entries)).toBe(6);
});

test('sorts an order by its ordinals, wherever the entries are in the input', () => {
  const wanted = [
    { _id: 'a', ordinal: 3 },
    { _id: 'b', ordinal: 1 },
    { _id: 'c', ordinal: 2 },
  ];
  expect(newOrder(['a', 'b', 'c'], wanted)).toEqual(['b', 'c', 'a']);
});

test('rejects an order that does not match the current list', () => {
  const [a, b] = [
    { _id: 'a', ordinal: 1 },
    { _id: 'b', ordinal: 2 },
  ];
  expect(newOrder(['a', 'b', 'c'], [a, b])).toBeNull();
  expect(newOrder(['a'], [a, b])).toBeNull();
  expect(newOrder(['a', 'c'], [a, b])).toBeNull();
  expect(newOrder(['a', 'b'], [a, a])).toBeNull();
  expect(newOrder(['a', 'b'], [a, b, b])).toBeNull();
});

test('uses are listed in words', () => {
  expect(describeUses([{ where: 'students', count: 1 }])).toBe('1 student');
  expect(
    describeUses([
      { where: 'opportunities', count: 1200 },
      { where: 'students', count: 1 },
      { where: 'teachers', count: 2 },
    ]),
  ).toBe('1,200 opportunities, 1 student and 2 teachers');
});
