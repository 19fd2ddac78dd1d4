import { expect, test } from 'vitest';
import { dayIn, momentIn, shownIn, shownRecord, wallTimeIn } from './time-zones.ts';

test('a day starts at local midnight in each zone, also when the clocks change', () => {
  const at = (moment: string) => dayIn('America/New_York', new Date(moment));
  expect([at('2026-03-08T04:59:59Z'), at('2026-03-08T05:00:00Z')]).toEqual(['2026-03-07', '2026-03-08']);
  expect([at('2026-03-09T03:59:59Z'), at('2026-03-09T04:00:00Z')]).toEqual(['2026-03-08', '2026-03-09']);
  expect(dayIn('Pacific/Guam', new Date('2026-03-07T14:00:00Z'))).toBe('2026-03-08');
});

const newYork = 'America/New_York';

test('converts a time of day to its moment, in winter and in summer', () => {
  for (const [day, time, moment] of [
    ['2026-01-15', '15:30', '2026-01-15T20:30:00.000Z'],
    ['2026-07-15', '15:30', '2026-07-15T19:30:00.000Z'],
    ['2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ] as const) {
    expect(momentIn(newYork, day, time)?.toISOString()).toBe(moment);
    expect(wallTimeIn(newYork, new Date(moment))).toEqual({ day, time });
  }
});

test('rejects a time that the clocks skip', () => {
  expect(momentIn(newYork, '2026-03-08', '02:30')).toBeNull();
  expect(momentIn('America/Phoenix', '2026-03-08', '02:30')).not.toBeNull();
});

test('shows an appointment with its weekday, and an act without, both with the zone', () => {
  const moment = new Date('2026-12-21T20:00:00Z');
  expect(shownIn(newYork, moment)).toBe('Mon 12/21/2026 3:00 PM EST');
  expect(shownRecord(newYork, moment)).toBe('12/21/2026 3:00 PM EST');
  expect(shownRecord('Pacific/Guam', moment)).toBe('12/22/2026 6:00 AM GMT+10');
  expect(shownRecord(newYork, new Date('2026-07-04T04:05:00Z'))).toBe('07/04/2026 12:05 AM EDT');
});
