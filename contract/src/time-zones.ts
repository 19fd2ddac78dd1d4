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

/** A moment in a zone's local time, in the reader's language: Mon, Dec 21, 3:00 PM EST. */
export const shownIn = (timeZone: string, at: Date): string =>
  at.toLocaleString(formatLocale(), {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  } as const);
