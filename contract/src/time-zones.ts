import { shownDate, shownDay } from './dates.ts';
import { formatLocale } from './i18n.ts';

/** The calendar date, YYYY-MM-DD, in a time zone. */
export const dayIn = (timeZone: string, now: Date): string =>
  new Date(now.getTime() + offsetAt(now.getTime(), timeZone)).toISOString().slice(0, 10);

/** A zone's UTC offset at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const).formatToParts(moment);
  const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    ...([numberOf('year'), numberOf('month') - 1, numberOf('day')] as const),
    ...([numberOf('hour'), numberOf('minute'), numberOf('second')] as const),
  );
  return wall - Math.floor(moment / 1000) * 1000;
}

/** The moment when clocks in a zone show this date and time; null if they skip it. YYYY-MM-DD, HH:MM. */
export function momentIn(timeZone: string, day: string, time: string): Date | null {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // The first estimate may be on the other side of a clock change.
  const estimate = wall - offsetAt(wall, timeZone);
  const moment = wall - offsetAt(estimate, timeZone);
  return moment + offsetAt(moment, timeZone) === wall ? new Date(moment) : null;
}

/** The local date and time in a zone at a moment. */
export function wallTimeIn(timeZone: string, at: Date): { day: string; time: string } {
  const wall = new Date(at.getTime() + offsetAt(at.getTime(), timeZone)).toISOString();
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** An appointment in a zone's local time: Mon 12/21/2026 3:00 PM EST (docs/behavior/ui.md#formats). */
export function shownIn(timeZone: string, at: Date): string {
  const { day, time } = wallTimeIn(timeZone, at);
  return `${shownDay(day)} ${shownTime(time)} ${nameOfZone(timeZone, at)}`;
}

/** The moment of an act, for records of it: 12/21/2026 3:00 PM EST. */
export function shownRecord(timeZone: string, at: Date): string {
  const { day, time } = wallTimeIn(timeZone, at);
  return `${shownDate(day)} ${shownTime(time)} ${nameOfZone(timeZone, at)}`;
}

/** HH:MM as 3:00 PM. */
function shownTime(time: string): string {
  const hours = Number(time.slice(0, 2));
  return `${hours % 12 || 12}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Such as EST, in the reader's language. */
const nameOfZone = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat(formatLocale(), { timeZone, timeZoneName: 'short' } as const)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
