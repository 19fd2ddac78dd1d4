import { expect, test } from 'vitest';
import { normalizePhone, phoneHref, shownPhone } from './phones.ts';

test.each([
  '(410)555-0123',
  '(410)5550123',
  '410-5550123',
  '4105550123',
  '+1 410.555.0123',
  '1 (410) 555-0123',
  '(410) 555-0123',
])('shows %s like every other phone number', (phone) => {
  expect(shownPhone(phone)).toBe('(410) 555-0123');
});

test.each(['', '555-0123', '020 7946 0018', '410 555 0123 0456', 'ext. 4', '+44'])(
  'leaves %j as it is',
  (phone) => {
    expect(normalizePhone(phone)).toBe(phone);
    expect(shownPhone(phone)).toBe(phone);
  },
);

test.each([
  ['410-555-0123 x204', '(410)555-0123 x204', '(410) 555-0123 ext. 204', 'tel:+14105550123;ext=204'],
  ['(410) 555-0123, Ext. 204', '(410)555-0123 x204', '(410) 555-0123 ext. 204', 'tel:+14105550123;ext=204'],
  ['410.555.0123 #9', '(410)555-0123 x9', '(410) 555-0123 ext. 9', 'tel:+14105550123;ext=9'],
  ['+44 20 7946 0018', '+44 20 7946 0018', '+44 20 7946 0018', 'tel:+442079460018'],
  ['011 44 20-7946-0018', '+44 20 7946 0018', '+44 20 7946 0018', 'tel:+442079460018'],
  ['0052 (55) 5512.3456 x7', '+52 55 5512 3456 x7', '+52 55 5512 3456 ext. 7', 'tel:+525555123456;ext=7'],
])('%s keeps all of its digits', (typed, saved, shown, href) => {
  expect([normalizePhone(typed), shownPhone(saved), phoneHref(saved)]).toEqual([saved, shown, href]);
});
