import { expect, test } from 'vitest';
import {
  defaultHours,
  defaultPlans,
  type EscalationTarget,
  isEscalationDue,
  isQuiet,
  isReminderDue,
  isRequestDue,
  mostReminders,
  nextReminders,
  remindersStart,
  shouldNotifyBusiness,
  type Waiting,
} from './reminders.ts';

const waiting: Waiting = {
  kind: 'evaluation',
  since: '2026-03-02',
  ends: null,
  askedOn: null,
  remindedOn: null,
  isEscalated: false,
};

test('the first reminder, the next and the last come on their days', () => {
  expect(isReminderDue(waiting, defaultPlans, '2026-03-02')).toBe(false);
  expect(isReminderDue(waiting, defaultPlans, '2026-03-03')).toBe(true);
  expect(isReminderDue(waiting, defaultPlans, '2026-03-09')).toBe(true);
  const again = { ...waiting, remindedOn: '2026-03-03' };
  expect([
    isReminderDue(again, defaultPlans, '2026-03-07'),
    isReminderDue(again, defaultPlans, '2026-03-08'),
  ]).toEqual([false, true]);
  expect([
    isReminderDue(again, defaultPlans, '2026-04-01'),
    isReminderDue(again, defaultPlans, '2026-04-02'),
  ]).toEqual([true, false]);
});

test.each([
  // A Wednesday before the hours begin, Friday evening, and Saturday before the clocks go forward.
  ['2026-03-04T12:00:00Z', '2026-03-04T13:00:00.000Z'],
  ['2026-03-04T23:00:00Z', '2026-03-05T13:00:00.000Z'],
  ['2026-02-27T22:30:00Z', '2026-03-02T13:00:00.000Z'],
  ['2026-03-07T16:00:00Z', '2026-03-09T12:00:00.000Z'],
])('a reminder due at %s in New York is sent at %s', (moment, begins) => {
  expect(nextReminders(defaultHours, 'America/New_York', new Date(moment)).toISOString()).toBe(begins);
});

test('with one day a week, a reminder requested that day after the hours is sent a week later', () => {
  const hours = { from: 8, until: 17, days: ['Monday' as const] };
  const evening = new Date('2026-03-02T23:00:00Z');
  expect(nextReminders(hours, 'America/New_York', evening).toISOString()).toBe('2026-03-09T12:00:00.000Z');
});

test('the plan of a person who was asked later counts from then', () => {
  const later = { ...waiting, askedOn: '2026-03-20' };
  const due = (one: Waiting, day: string) => isReminderDue(one, defaultPlans, day);
  expect([due(later, '2026-03-20'), due(later, '2026-03-21')]).toEqual([false, true]);
  const before = { ...later, remindedOn: '2026-03-17' };
  expect([due(before, '2026-03-20'), due(before, '2026-03-21')]).toEqual([false, true]);
  const again = { ...later, remindedOn: '2026-03-21' };
  expect([due(again, '2026-03-25'), due(again, '2026-03-26')]).toEqual([false, true]);
  expect([due(again, '2026-04-19'), due(again, '2026-04-20')]).toEqual([true, false]);
  expect(due({ ...waiting, askedOn: '2026-02-20' }, '2026-03-03')).toBe(true);
});

test('requests an evaluation from the day on which it is due, unless someone did or it is long past', () => {
  const isDue = (given: Partial<Waiting>, day: string) =>
    isRequestDue({ ...waiting, ...given }, defaultPlans, day);
  expect(['2026-03-01', '2026-03-02', '2026-04-01', '2026-04-02'].map((day) => isDue({}, day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isDue({ askedOn: '2026-02-01' }, '2026-03-03')).toBe(false);
  // That link has expired.
  expect(isDue({ askedOn: '2026-01-30' }, '2026-03-03')).toBe(true);
  expect(isDue({ remindedOn: '2026-03-02' }, '2026-03-03')).toBe(false);
  expect(isDue({ kind: 'agreement' }, '2026-03-03')).toBe(false);
  const off = { ...defaultPlans, evaluation: { ...defaultPlans.evaluation, reminds: false } };
  expect(isRequestDue(waiting, off, '2026-03-03')).toBe(false);
});

test('reminds of hours every day from the next one on, and still tells staff', () => {
  const due = (remindedOn: string | null, day: string) =>
    isReminderDue({ ...waiting, kind: 'hours', remindedOn }, defaultPlans, day);
  expect([due(null, '2026-03-02'), due(null, '2026-03-03')]).toEqual([false, true]);
  expect([due('2026-03-03', '2026-03-03'), due('2026-03-03', '2026-03-04')]).toEqual([false, true]);
  expect([due('2026-08-28', '2026-08-29'), due('2026-08-28', '2026-08-30')]).toEqual([true, false]);
  expect(isEscalationDue({ ...waiting, kind: 'hours' }, defaultPlans, '2026-03-16')).toBe(true);
});

test('notifies staff once, after the plan’s days', () => {
  expect(isEscalationDue(waiting, defaultPlans, '2026-03-15')).toBe(false);
  expect(isEscalationDue(waiting, defaultPlans, '2026-03-16')).toBe(true);
  expect(isEscalationDue({ ...waiting, isEscalated: true }, defaultPlans, '2026-03-16')).toBe(false);
});

test('notifies the business once of its supervisor’s overdue task, if the plan says so', () => {
  const to = (...escalates_to: EscalationTarget[]) => ({
    ...defaultPlans,
    evaluation: { ...defaultPlans.evaluation, escalates_to },
    'final work': { ...defaultPlans['final work'], escalates_to },
  });
  const its = { kind: 'evaluation', since: '2026-03-02', ends: null, remindedOn: null } as const;
  const days = ['2026-03-15', '2026-03-16', '2026-05-01'];
  expect(days.map((day) => shouldNotifyBusiness(its, to('Business'), day))).toEqual([false, true, true]);
  expect(shouldNotifyBusiness(its, to('Teacher', 'Admin'), '2026-03-16')).toBe(false);
  expect(shouldNotifyBusiness({ ...its, remindedOn: '2026-03-16' }, to('Business'), '2026-03-17')).toBe(
    false,
  );
  // That reminder was about the previous evaluation.
  expect(shouldNotifyBusiness({ ...its, remindedOn: '2026-03-01' }, to('Business'), '2026-03-16')).toBe(true);
  // A business is not told about a student's tasks.
  expect(shouldNotifyBusiness({ ...its, kind: 'final work' }, to('Business'), '2026-03-16')).toBe(false);
});

test.each([
  ['2026-03-06T12:59:59Z', true],
  ['2026-03-06T13:00:00Z', false],
  ['2026-03-06T21:59:59Z', false],
  ['2026-03-06T22:00:00Z', true],
  ['2026-03-07T16:00:00Z', true],
  ['2026-03-08T16:00:00Z', true],
  // The clocks have gone forward.
  ['2026-03-09T12:00:00Z', false],
  ['2026-03-09T21:00:00Z', true],
])('quiet hours in New York at %s: %s', (moment, quiet) => {
  expect(isQuiet(defaultHours, 'America/New_York', new Date(moment))).toBe(quiet);
});

test('weekends are those of the school system’s own days', () => {
  // Monday in Guam, Sunday in Maryland.
  expect(isQuiet(defaultHours, 'Pacific/Guam', new Date('2026-03-08T23:00:00Z'))).toBe(false);
  expect(isQuiet(defaultHours, 'America/New_York', new Date('2026-03-08T23:00:00Z'))).toBe(true);
});

test('a school system’s own hours and days count', () => {
  const own = { from: 0, until: 24, days: ['Saturday' as const] };
  expect(isQuiet(own, 'America/New_York', new Date('2026-03-07T05:00:00Z'))).toBe(false);
  expect(isQuiet(own, 'America/New_York', new Date('2026-03-08T04:59:59Z'))).toBe(false);
  expect(isQuiet(own, 'America/New_York', new Date('2026-03-08T05:00:00Z'))).toBe(true);
});

test.each([
  [8, '2026-03-06', '2026-03-06T13:00:00.000Z'],
  [8, '2026-03-09', '2026-03-09T12:00:00.000Z'],
  [0, '2026-03-09', '2026-03-09T04:00:00.000Z'],
  // Clocks go from 2 to 3 AM.
  [2, '2026-03-08', '2026-03-08T07:00:00.000Z'],
])('from %i on, the reminders of %s begin at %s', (from, day, moment) => {
  const begin = remindersStart({ ...defaultHours, from }, 'America/New_York', day);
  expect(begin.toISOString()).toBe(moment);
});

test('a kind that is switched off reminds no one, and never escalates if staff are not told', () => {
  const off = { ...defaultPlans.evaluation, reminds: false, escalates: false };
  const plans = { ...defaultPlans, evaluation: off };
  expect(isReminderDue(waiting, plans, '2026-03-03')).toBe(false);
  expect(isEscalationDue(waiting, plans, '2026-06-01')).toBe(false);
});

test('no plan reminds more often than once a day, nor after its last day', () => {
  for (const { first, every, last } of Object.values(defaultPlans))
    expect([first >= 1, every >= 1, last >= first]).toEqual([true, true, true]);
});

test.each([
  [3, 4, 14, 3],
  [1, 1, 1, 1],
  [5, 3, 30, 9],
  [2, 10, 11, 1],
  [2, 10, 12, 2],
])('first after %i days, then every %i until day %i: at most %i reminders', (first, every, last, most) => {
  expect(mostReminders({ ...defaultPlans.offer, first, every, last })).toBe(most);
  expect(mostReminders({ ...defaultPlans.offer, first, every, last, reminds: false })).toBe(0);
});

test('reminds everyone once more before it expires, and tells staff, whatever the plan says', () => {
  const own = { ...defaultPlans.agreement, first: 1, last: 1, escalate: 60 };
  const plans = { ...defaultPlans, agreement: own };
  const one = { ...waiting, kind: 'agreement', ends: '2026-04-01' } as const;
  const due = (remindedOn: string | null, today: string) =>
    isReminderDue({ ...one, remindedOn }, plans, today);
  expect(['2026-03-28', '2026-03-29', '2026-04-01'].map((today) => due('2026-03-03', today))).toEqual([
    false,
    true,
    true,
  ]);
  // No last reminder right after another one.
  expect([due('2026-03-26', '2026-03-30'), due('2026-03-27', '2026-03-30')]).toEqual([true, false]);
  expect(due('2026-03-30', '2026-03-31')).toBe(false);
  expect(due(null, '2026-03-29')).toBe(true);
  expect(['2026-03-28', '2026-03-29'].map((today) => isEscalationDue(one, plans, today))).toEqual([
    false,
    true,
  ]);
  const off = { ...plans, agreement: { ...own, reminds: false, escalates: false } };
  expect(isReminderDue({ ...one, remindedOn: null }, off, '2026-03-30')).toBe(false);
  expect(isEscalationDue(one, off, '2026-03-30')).toBe(false);
});
