import { expect, test } from 'vitest';
import { daysOf, payOf, scheduleOf } from './pay-and-schedule.ts';

test.each([
  ['Paid', null, null, 'Paid'],
  ['Unpaid', null, null, 'Unpaid'],
  ['Paid', 15, null, '$15 an hour'],
  ['Paid', 15.5, 17, '$15.50–$17 an hour'],
])('%s from %s to %s reads as %s', (paidUnpaid, pay_from, pay_to, words) => {
  expect(payOf({ paidUnpaid, pay_from, pay_to })).toBe(words);
});

test('consecutive days are shown as a range, others as a list, and unknown ones are left out', () => {
  expect(daysOf(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])).toBe('Mon–Fri');
  expect(daysOf(['Monday', 'Wednesday', 'Friday'])).toBe('Mon, Wed, Fri');
  expect(daysOf(['Saturday', 'Sunday'])).toBe('Sat, Sun');
  expect(scheduleOf({ days: ['Sunday'], hours_per_week: 1 })).toBe('Sun · 1 hour a week');
  expect(scheduleOf({ days: [], hours_per_week: 20 })).toBe('20 hours a week');
  expect(scheduleOf({ days: [], hours_per_week: null })).toBe('');
});
