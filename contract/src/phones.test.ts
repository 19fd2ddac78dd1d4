import { expect, test } from 'vitest';
import { shownPhone } from './phones.ts';

test.each([
  '(410)555-0123',
  '(410)5550123',
  '410-5550123',
  '4105550123',
  '+1 410.555.0123',
  '(410) 555-0123',
])('shows %s like every other phone number', (phone) => {
  expect(shownPhone(phone)).toBe('(410) 555-0123');
});

test.each(['', '555-0123', '+44 20 7946 0123', '(410)555-0123 ext. 4'])('leaves %j as it is', (phone) => {
  expect(shownPhone(phone)).toBe(phone);
});
