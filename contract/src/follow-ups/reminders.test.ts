import { expect, test } from 'vitest';
import { isEscalationDue, isQuiet, isReminderDue, reminderPlans } from './reminders.ts';

const waiting = { kind: 'evaluation', since: '2026-03-02', remindedOn: null, isEscalated: false } as const;

test('the first reminder, the next and the last come on their days', () => {
  expect(isReminderDue(waiting, '2026-03-02')).toBe(false);
  expect(isReminderDue(waiting, '2026-03-03')).toBe(true);
  expect(isReminderDue(waiting, '2026-03-09')).toBe(true);
  const again = { ...waiting, remindedOn: '2026-03-03' };
  expect([isReminderDue(again, '2026-03-07'), isReminderDue(again, '2026-03-08')]).toEqual([false, true]);
  expect([isReminderDue(again, '2026-04-01'), isReminderDue(again, '2026-04-02')]).toEqual([true, false]);
});

test('hours have their daily email, and staff are told of them all the same', () => {
  expect(isReminderDue({ ...waiting, kind: 'hours' }, '2026-03-20')).toBe(false);
  expect(isEscalationDue({ ...waiting, kind: 'hours' }, '2026-03-16')).toBe(true);
});

test('staff are told once, after the plan’s days', () => {
  expect(isEscalationDue(waiting, '2026-03-15')).toBe(false);
  expect(isEscalationDue(waiting, '2026-03-16')).toBe(true);
  expect(isEscalationDue({ ...waiting, isEscalated: true }, '2026-03-16')).toBe(false);
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
])('in New York at %s it is quiet: %s', (moment, quiet) => {
  expect(isQuiet('America/New_York', new Date(moment))).toBe(quiet);
});

test('weekends are those of the school system’s own days', () => {
  // Monday in Guam, Sunday in Maryland.
  expect(isQuiet('Pacific/Guam', new Date('2026-03-08T23:00:00Z'))).toBe(false);
  expect(isQuiet('America/New_York', new Date('2026-03-08T23:00:00Z'))).toBe(true);
});

test('no plan reminds more often than the day before, nor after its last day', () => {
  for (const plan of Object.values(reminderPlans))
    if ('first' in plan)
      expect([plan.first >= 1, plan.every >= 1, plan.last >= plan.first]).toEqual([true, true, true]);
});
