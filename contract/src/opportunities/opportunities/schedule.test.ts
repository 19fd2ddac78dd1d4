import { expect, test } from 'vitest';
import { PlacedOpportunityInput } from './forms.ts';
import { readAmount, readDay, settledSchedule } from './schedule.ts';

const wrong = (form: Record<string, unknown>) => {
  const { error } = PlacedOpportunityInput.safeParse({ paidUnpaid: 'Paid', ...form });
  const ours = ['pay_from', 'pay_to', 'days', 'hours_per_week', 'dress_notes', 'transport_notes'];
  return (error?.issues ?? [])
    .filter(({ path }) => ours.includes(String(path[0])))
    .map(({ path, message }) => [path[0], message]);
};

const AN_AMOUNT = 'must be an amount in dollars, such as 15.50';

test.each<[string, Record<string, unknown>, [string, string][]]>([
  ['nothing', {}, []],
  ['one amount', { pay_from: 15.5 }, []],
  ['the same amount twice', { pay_from: 15.5, pay_to: 15.5 }, []],
  [
    'less at the end',
    { pay_from: 15.5, pay_to: 15.49 },
    [['pay_to', 'must be at least the amount before it']],
  ],
  ['only the higher amount', { pay_to: 15.5 }, [['pay_from', 'fill in this amount too']]],
  ['a word', { pay_from: 'much' }, [['pay_from', AN_AMOUNT]]],
  ['half a cent', { pay_from: 15.505 }, [['pay_from', AN_AMOUNT]]],
  ['no pay at all', { pay_from: 0 }, [['pay_from', AN_AMOUNT]]],
  ['a thousand dollars', { pay_from: 1000 }, [['pay_from', AN_AMOUNT]]],
  [
    'a day that does not exist',
    { days: ['Monday', 'Moonday'] },
    [['days', 'this is not one of the choices']],
  ],
  ['sixty hours', { hours_per_week: 60 }, []],
  ['sixty-one hours', { hours_per_week: 61 }, [['hours_per_week', 'must be a whole number from 1 to 60']]],
  ['half an hour', { hours_per_week: 0.5 }, [['hours_per_week', 'must be a whole number from 1 to 60']]],
  [
    'a long note',
    { dress_notes: 'x'.repeat(301) },
    [['dress_notes', 'this field can have at most 300 characters']],
  ],
])('pay and schedule with %s', (_, form, messages) => {
  expect(wrong(form)).toEqual(messages);
});

test('drops amounts if unpaid, treats two equal amounts as one, and sorts the days', () => {
  const given = { pay_from: 15, pay_to: 17, days: ['Friday', 'Monday', 'Friday'] as const };
  expect(settledSchedule({ ...given, paidUnpaid: 'Paid' })).toEqual({
    pay_from: 15,
    pay_to: 17,
    days: ['Monday', 'Friday'],
  });
  expect(settledSchedule({ ...given, paidUnpaid: 'Unpaid' })).toMatchObject({ pay_from: null, pay_to: null });
  expect(settledSchedule({ ...given, pay_to: 15, paidUnpaid: 'Paid' }).pay_to).toBeNull();
});

test('reads amounts and days as people write them, and leaves invalid ones unchanged', () => {
  expect(['15', ' $15.50 ', '15.5', '15,50', ''].map(readAmount)).toEqual([15, 15.5, 15.5, 15.5, null]);
  expect(['15.505', '1,500', '-1', 'much'].map(readAmount)).toEqual(['15.505', '1,500', '-1', 'much']);
  expect(['Monday', 'mon', 'Thurs.', 'mo', 'x'].map(readDay)).toEqual([
    'Monday',
    'Monday',
    'Thursday',
    'mo',
    'x',
  ]);
});
