import { formatLocale, t } from './i18n.ts';
/** A calendar date, YYYY-MM-DD, in the format that people read: MM/DD/YYYY (docs/behavior/ui.md#formats). */
export function shownDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

/** The same with the weekday in front: Mon 03/02/2026. */
export function shownDay(date: string): string {
  const midnight = new Date(`${date}T00:00:00Z`);
  const weekday = midnight.toLocaleDateString(formatLocale(), { weekday: 'short', timeZone: 'UTC' });
  return `${weekday} ${shownDate(date)}`;
}

/** The day this many days later. Both YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** From `from` to `to`, both YYYY-MM-DD; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The Monday of a day's week. Both YYYY-MM-DD. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The same day this many years later, as text: for February 29, that date may not exist. */
export const yearsFrom = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** Why a past event cannot have this date, or null if it can. Dates YYYY-MM-DD. */
export function whyNotPastDay(day: string, today: string, years: number): string | null {
  if (day > today) return t('must not be in the future');
  if (day >= yearsFrom(today, -years)) return null;
  return t(
    '{years, plural, one {must be within the past year} other {must be within the past {years} years}}',
    { years },
  );
}

export const farFromToday = (years: number) => t('must be within {years} years of today', { years });

/** Why a plan cannot have this date, or null if it can. Dates YYYY-MM-DD. */
export function whyNotPlannedDay(day: string, today: string, years: number): string | null {
  const isNear = day >= yearsFrom(today, -years) && day <= yearsFrom(today, years);
  return isNear ? null : farFromToday(years);
}

/** The calendar date in UTC, YYYY-MM-DD. Later dates are in the future in every state, though not in Guam (UTC+10). */
export const utcDay = (now: Date): string => now.toISOString().slice(0, 10);
