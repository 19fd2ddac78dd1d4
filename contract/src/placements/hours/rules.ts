import { whyNotPastDay } from '../../dates.ts';
import { msg } from '../../i18n.ts';
import type { BusinessStatus } from '../../statuses.ts';

/** 0 pending, 1 approved, -1 disapproved (docs/behavior/hours.md#fields). */
export const PENDING = 0;
export const APPROVED = 1;
export const DISAPPROVED = -1;

export const NO_ACTIVITY_LOG = msg('You must provide an activity log');
export const NO_HOURS = msg('hours must be greater than 0');
export const NOT_HOURS = msg('enter hours as a number, such as 1.5 or 1:30');

/** `1.5`, `1,5` and `1:30` as hours, in hundredths. Anything else is unchanged, and the form rejects it. */
export function readHours(typed: string): number | string {
  const text = typed.trim();
  if (/^-?(\d+\.?\d*|\.\d+)$/.test(text)) return Number(text);
  // Not three digits after the comma: that would be a thousand hours.
  if (/^\d*,\d{1,2}$/.test(text)) return Number(text.replace(',', '.'));
  const [, hours, minutes] = /^(\d{1,4}):([0-5]\d)$/.exec(text) ?? [];
  return minutes === undefined ? text : Math.round((Number(hours) + Number(minutes) / 60) * 100) / 100;
}

export const DEFAULT_HOURS = 1;
export const HOURS_PER_DAY = 24;

/** The hours of common shifts, to choose with one tap. */
export const COMMON_HOURS: readonly number[] = [2, 3, 4];

interface LoggedEntry {
  start_date: string;
  end_date: string;
  total_hours: number;
  text_log: string;
  business_approved: number;
}

/** The latest day that was logged and not disapproved, to log the same again; null if there is none. */
export function findLastDay<Entry extends LoggedEntry>(entries: readonly Entry[]): Entry | null {
  const days = entries.filter(
    (entry) => entry.start_date === entry.end_date && entry.business_approved !== DISAPPROVED,
  );
  return days.reduce<Entry | null>(
    (last, day) => (last && last.start_date > day.start_date ? last : day),
    null,
  );
}

/** Days of an entry, including the first and the last. Calendar dates, YYYY-MM-DD. */
export function daysSpanned(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
}

/** Hours are stored in hundredths. Anything smaller would be stored as zero. */
export function isInHundredths(hours: number): boolean {
  return Math.round(hours * 100) / 100 === hours;
}

/** At most 24 hours for each day of the span (docs/behavior/hours.md#log). */
export function fitsSpan(entry: { start_date: string; end_date: string; total_hours: number }): boolean {
  return entry.total_hours <= HOURS_PER_DAY * daysSpanned(entry.start_date, entry.end_date);
}

/** Approved hours never change, so only other entries can be deleted. */
export function canDeleteEntry(entry: { business_approved: number }): boolean {
  return entry.business_approved !== APPROVED;
}

export const ENTRY_APPROVED = msg('These hours are approved, so they cannot be deleted');
export const NO_MORE_HOURS = msg('This placement was terminated, so no hours can be added');

/** Terminating a placement stops only the logging of hours (docs/behavior/projects.md#status). */
export function canAddHours(project: { business_status: BusinessStatus }): boolean {
  return project.business_status !== 'terminated';
}

/** A disapproved entry can be corrected, which makes it pending again. */
export function canCorrectEntry(entry: { business_approved: number }): boolean {
  return entry.business_approved === DISAPPROVED;
}
export const NOT_DISAPPROVED = msg('Only an entry that was disapproved can be corrected');

/** How many years back hours may be dated. */
const YEARS_BACK = 1;

export const NO_REASON = msg('Give the student a reason');
export const REASON_MAX = 500;

/** Why hours cannot be logged for these days, by field; empty if they can. Dates YYYY-MM-DD. */
export function wrongDays(
  entry: { start_date: string; end_date: string },
  today: string,
): Partial<Record<'start_date' | 'end_date', string>> {
  const wrong = {
    start_date: whyNotPastDay(entry.start_date, today, YEARS_BACK),
    end_date: whyNotPastDay(entry.end_date, today, YEARS_BACK),
  };
  return Object.fromEntries(Object.entries(wrong).filter(([, why]) => why !== null));
}

interface CountedEntry {
  business_approved: number;
  total_hours: number;
}

/** Entries that count (approved or pending) and disapproved entries, each with their total hours. */
export function tallyHours(entries: readonly CountedEntry[]) {
  const tally = (which: readonly CountedEntry[]) => ({
    count: which.length,
    // Summed in hundredths, so the total is exact.
    hours: which.reduce((sum, entry) => sum + Math.round(entry.total_hours * 100), 0) / 100,
  });
  const isDisapproved = (entry: CountedEntry) => entry.business_approved === DISAPPROVED;
  return {
    counted: tally(entries.filter((entry) => !isDisapproved(entry))),
    disapproved: tally(entries.filter(isDisapproved)),
  };
}

/** How many pending entries are listed at once: more than a business approves in one sitting. */
export const TO_APPROVE_SHOWN = 500;

/** How many entries one call can decide: more than any placement has. */
export const DECIDED_AT_ONCE = 1000;
