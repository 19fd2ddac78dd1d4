import { takesWork } from '../projects/rules.ts';

/** 0 waits for the business, 1 approved, -1 disapproved (document 2, section 9). */
export const PENDING = 0;
export const APPROVED = 1;
export const DISAPPROVED = -1;

export const NO_ACTIVITY_LOG = 'You must provide an activity log';
export const NO_HOURS = 'hours must be greater than 0';

export const DEFAULT_HOURS = 1;
export const HOURS_PER_DAY = 24;

/** Days that an entry spans, its first and last both counted. Dates are calendar dates, YYYY-MM-DD. */
export function daysSpanned(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
}

/** Hours can be no more than 24 for each day of the span (rulings, "Projects"). */
export function fitsSpan(entry: { start_date: string; end_date: string; total_hours: number }): boolean {
  return entry.total_hours <= HOURS_PER_DAY * daysSpanned(entry.start_date, entry.end_date);
}

/** Nothing approved is ever changed, so only what is not approved can be deleted. */
export function canDeleteEntry(entry: { business_approved: number }): boolean {
  return entry.business_approved !== APPROVED;
}

export const ENTRY_APPROVED = 'These hours are approved, so they cannot be deleted';
export const NO_MORE_HOURS = 'This internship was terminated, so no hours can be added';

/** No hours can be added to an internship that was terminated (document 2, section 4). */
export function canAddHours(project: { business_status: string }): boolean {
  return takesWork(project);
}

/** Entries that one call can decide: more than a placement has. */
export const DECIDED_AT_ONCE = 1000;

/** What staff approved is not taken from under them: hours they have signed off stay approved (rulings, "Projects"). */
export function canDecideEntry(
  entry: { business_approved: number },
  decision: number,
  signedOff: boolean,
): boolean {
  return !(signedOff && entry.business_approved === APPROVED && decision === DISAPPROVED);
}
export const SIGNED_OFF = 'The school system has approved these hours. Ask it to re-open them first';
