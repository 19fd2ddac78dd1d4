import { expect, test } from 'vitest';
import { yearIn, yearOrAllIn } from './address.ts';

test('accepts only years that a list can be filtered by', () => {
  expect([1900, 2027, 2200].map(yearIn)).toEqual([1900, 2027, 2200]);
  expect([2027, 'All'].map(yearOrAllIn)).toEqual([2027, 'All']);
  // The calls would reject these, and the screen would stay empty.
  for (const other of [1899, 2201, 2027.5, Number.NaN, '2027', 'all', null, undefined])
    expect([yearIn(other), yearOrAllIn(other)]).toEqual([undefined, undefined]);
});
