import { msg } from '../../i18n.ts';

/**
 * How many years a school system keeps the record of a student who left school. Records of a grant are kept for three
 * years after it ends (2 CFR 200.334), so nothing is deleted earlier.
 */
export const RETENTION_YEARS = { min: 3, max: 75 } as const;
/** What the screen offers. */
export const retentionChoices = [3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 50, 75] as const;
/** What the screen previews while automatic deletion is off. */
export const SUGGESTED_YEARS = 5;
/** Administrators are told about a deletion at least this many days before it: the length of the shortest month. */
export const NOTICE_DAYS = 28;

export const NOT_RETENTION_YEARS = msg('must be a whole number from 3 to 75');

/** The first day of the next month. Days are YYYY-MM-DD. */
export function monthAfter(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01-01` : `${day.slice(0, 5)}${`${month + 1}`.padStart(2, '0')}-01`;
}

/** The next deletion day that administrators can still be told about in time: always the first of a month. */
export function nextDeletion(today: string): string {
  const day = monthAfter(today);
  return (Date.parse(day) - Date.parse(today)) / 86_400_000 >= NOTICE_DAYS ? day : monthAfter(day);
}
