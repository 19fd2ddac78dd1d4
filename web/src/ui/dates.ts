import { formatLocale } from '@waypost/contract/i18n';

/** Formats dates the American way. A calendar date is `YYYY-MM-DD`, a timestamp ISO 8601 in UTC. */

const calendar = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Formats `2025-09-01` as 09/01/2025, independent of time zones. Returns anything else unchanged. */
export function showDate(date: string): string {
  const [, year, month, day] = calendar.exec(date) ?? [];
  return year ? `${month}/${day}/${year}` : date;
}

/** With the weekday: Mon 09/01/2025. */
export function showDay(date: string): string {
  const [, year, month, day] = calendar.exec(date) ?? [];
  if (!year) return date;
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const weekday = midnight.toLocaleDateString(formatLocale(), { weekday: 'short', timeZone: 'UTC' });
  return `${weekday} ${showDate(date)}`;
}

/** The date of a timestamp in the reader's time zone: 09/01/2025. */
export function showMoment(moment: string): string {
  return showDate(dateOf(new Date(moment)));
}

/** The same with its time: 09/01/2025 2:05 PM. */
export function showMomentWithTime(moment: string): string {
  const time = new Date(moment);
  const hours = time.getHours();
  const minutes = `${time.getMinutes()}`.padStart(2, '0');
  return `${showMoment(moment)} ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The calendar date of a timestamp in the reader's time zone. */
export function dateOf(moment: Date): string {
  const year = `${moment.getFullYear()}`.padStart(4, '0');
  const month = `${moment.getMonth() + 1}`.padStart(2, '0');
  return `${year}-${month}-${`${moment.getDate()}`.padStart(2, '0')}`;
}

/** Parses MM/DD/YYYY, 9/1/2025 and 09-01-2025 as a calendar date; null if it is invalid. */
export function readDate(typed: string): string | null {
  const [, month, day, year] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(typed) ?? [];
  if (!month || !day || !year) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // 02/30 would roll over into March, so the date does not exist.
  if (date.getUTCMonth() !== Number(month) - 1) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
