import { expect, test } from 'vitest';
import { mondayOf, utcDay, whyNotPastDay, whyNotPlannedDay } from './dates.ts';

test.each([
  ['2026-03-04', null],
  ['2026-03-05', 'must not be in the future'],
  ['2025-03-04', null],
  ['2025-03-03', 'must be within the past year'],
])('on 03/04/2026, a past event dated %s within one year: %s', (day, why) => {
  expect(whyNotPastDay(day, '2026-03-04', 1)).toBe(why);
});

test('the message names several years', () => {
  expect(whyNotPastDay('2016-03-03', '2026-03-04', 10)).toBe('must be within the past 10 years');
});

test.each([
  ['2021-03-04', null],
  ['2031-03-04', null],
  ['2021-03-03', 'must be within 5 years of today'],
  ['2031-03-05', 'must be within 5 years of today'],
])('on 03/04/2026, something planned on %s: %s', (day, why) => {
  expect(whyNotPlannedDay(day, '2026-03-04', 5)).toBe(why);
});

test('the latest date in use is the UTC date', () => {
  expect(utcDay(new Date('2026-03-04T23:59:00-05:00'))).toBe('2026-03-05');
});

test.each([
  ['2026-03-01', '2026-02-23'],
  ['2026-03-02', '2026-03-02'],
  ['2026-03-03', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
])('the week of %s begins on Monday, %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});
