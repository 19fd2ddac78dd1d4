import { addDays } from '../../dates.ts';
import { internshipTypes } from '../../opportunities/opportunities/rules.ts';

/** How many days the chart of active users shows, including today. */
export const ACTIVE_DAYS = 30;

/**
 * Hours after midnight UTC at which a day of the chart ends: midnight in the central time zones, so an evening on
 * either coast counts for its own day.
 */
export const DAY_ENDS_UTC = 6;

/** The calendar day, YYYY-MM-DD, that a moment counts for in the chart. */
export function activeDayOf(moment: Date): string {
  return new Date(moment.getTime() - DAY_ENDS_UTC * 3_600_000).toISOString().slice(0, 10);
}

/** The days of the chart that ends on this moment's day, in order. */
export function activeDays(now: Date): string[] {
  return Array.from({ length: ACTIVE_DAYS }, (_, index) =>
    activeDayOf(new Date(now.getTime() - (ACTIVE_DAYS - 1 - index) * 86_400_000)),
  );
}

/**
 * Which opportunities a report lists, by their application dates (docs/behavior/reports.md#opportunities-report):
 * Open, Closed, or All, which includes those that have not opened yet.
 */
export const availabilities = ['All', 'Open', 'Closed'] as const;
export type Availability = (typeof availabilities)[number];

export const opportunityReportSorts = [
  'opportunity_title',
  'business.business_name',
  'application_close',
] as const;
export type OpportunityReportSort = (typeof opportunityReportSorts)[number];

/** `last_application`: ascending, those who never applied come first. */
export const applicationCountSorts = ['name', 'application_count', 'last_application'] as const;
export type ApplicationCountSort = (typeof applicationCountSorts)[number];

/** Which placements a report lists (docs/behavior/reports.md#work-based-learning-status). */
export const internshipChoices = ['All', ...internshipTypes] as const;
export type InternshipChoice = (typeof internshipChoices)[number];

/** `hours`: approved ones. `pace`: ascending, placements that are on pace come first. */
export const statusSorts = [
  'name',
  'business',
  'status',
  'hours',
  'pace',
  'entry',
  'ends',
  'updated',
] as const;
export type StatusSort = (typeof statusSorts)[number];

/**
 * The default graduation year of the status report: the next one (docs/behavior/reports.md#work-based-learning-status).
 */
export function statusReportYear(now: Date): number {
  return now.getFullYear() + 1;
}

/** The weeks that the dashboard's chart of hours shows. */
export const SHOWN_WEEKS = 16;

/** The first day of the school year that contains a day: July 1. Both YYYY-MM-DD. */
export function schoolYearStart(today: string): string {
  const year = Number(today.slice(0, 4));
  return `${today.slice(5) < '07-01' ? year - 1 : year}-07-01`;
}

/** The Mondays of the weeks that the chart shows, the oldest first. */
export function shownMondays(today: string): string[] {
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = addDays(today, -daysSinceMonday);
  return Array.from({ length: SHOWN_WEEKS }, (_, week) => addDays(monday, 7 * (week - SHOWN_WEEKS + 1)));
}
