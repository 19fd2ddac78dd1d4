import { mondayOf } from '@waypost/contract/dates';
import type { HoursToApprove } from '@waypost/contract/placements/hours/calls';

/** An intern's pending entries of one week, in one placement. */
export interface InternsWeek {
  project_id: string;
  intern: string;
  opportunity_title: string;
  entries: HoursToApprove[];
}

/** The pending entries of a week of all interns. */
export interface Week {
  /** YYYY-MM-DD. */
  monday: string;
  interns: InternsWeek[];
}

/** Entries by the week of their first day, the earliest first, and by intern. */
export function byWeek(entries: readonly HoursToApprove[]): Week[] {
  const weeks = new Map<string, Map<string, InternsWeek>>();
  for (const entry of entries) {
    const monday = mondayOf(entry.start_date);
    const week = weeks.get(monday) ?? new Map<string, InternsWeek>();
    const { project_id, intern, opportunity_title } = entry;
    const own = week.get(project_id) ?? { project_id, intern, opportunity_title, entries: [] };
    own.entries.push(entry);
    week.set(project_id, own);
    weeks.set(monday, week);
  }
  return [...weeks]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([monday, interns]) => ({
      monday,
      interns: [...interns.values()].sort((one, other) => one.intern.localeCompare(other.intern)),
    }));
}

/** Summed in hundredths, so the total is exact. */
export const sumOfHours = (entries: readonly { total_hours: number }[]): number =>
  entries.reduce((sum, { total_hours }) => sum + Math.round(total_hours * 100), 0) / 100;
