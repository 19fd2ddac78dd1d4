import { MINIMUM_HOURS } from '../opportunities/rules.ts';
import type { ProjectRow } from '../projects/calls.ts';
import { EVALUATIONS_REQUIRED, hasEnded } from '../projects/rules.ts';

/** How a placement does against its own dates and minimum hours, from the best to the worst. */
export const paces = ['on pace', 'at risk', 'behind'] as const;
export type Pace = (typeof paces)[number];

/** Why a placement has its pace: the most serious reason alone. */
export const paceReasons = [
  /** Its last day has passed with fewer hours logged than the minimum. */
  'ended short',
  /** Less than three quarters of the hours due are logged, and at least a day's work is missing. */
  'far short',
  /** Less than nine tenths of them, and at least half a day's work is missing. */
  'short',
  'no recent hours',
  /** Entries have been waiting for the business for over a week. */
  'hours waiting',
  'evaluation overdue',
  'reflections due',
  'not started',
  'keeping up',
] as const;
export type PaceReason = (typeof paceReasons)[number];

/** Hours are due a week after a steady pace would have worked them: many log once a week. */
export const LOGGING_DAYS = 7;
/** Days without an entry after which somebody should ask. */
export const QUIET_DAYS = 14;
/** Days that an entry may wait for the business. */
export const WAITING_DAYS = 7;
/** Days after the middle of a placement in which the first evaluation is due. */
export const EVALUATION_GRACE_DAYS = 14;
/** A placement that ends within so many days is about to end. */
export const ENDING_DAYS = 30;

const FULL_DAY = 8;
const HALF_DAY = 4;

/** What the pace of an open placement is made of, and nothing about who anybody is. Days YYYY-MM-DD, hours in hours. */
export interface PaceFacts {
  /** When the placement was made: nobody falls behind before. */
  placedOn: string;
  start: string;
  end: string;
  minimum: number;
  approvedHours: number;
  pendingHours: number;
  /** When the entry that has waited longest was logged; null where none waits. */
  waitingSince: string | null;
  /** The last day with hours that were not disapproved. */
  lastEntry: string | null;
  evaluations: number;
  /** Reflection questions without an answer. */
  unanswered: number;
}

export interface PaceResult {
  pace: Pace;
  reason: PaceReason;
  /** Hours that a steady pace would have logged by now, rounded down. */
  expectedHours: number;
}

/** From `from` to `to`, both YYYY-MM-DD; negative where `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

export const later = (one: string, other: string) => (one > other ? one : other);

/** A placement's own days: from the later of its first day and the day it was made. */
function spanOf({ start, placedOn, end }: PaceFacts, today: string) {
  const begin = later(start, placedOn);
  const total = Math.max(1, daysBetween(begin, end));
  const elapsed = Math.min(total, Math.max(0, daysBetween(begin, today)));
  return { begin, total, elapsed, isOver: today > end };
}

const loggedHours = (facts: PaceFacts) => facts.approvedHours + facts.pendingHours;

/** Whether nothing was logged for more than two weeks, though hours are still to be worked. */
export function isQuiet(facts: PaceFacts, today: string): boolean {
  const { begin } = spanOf(facts, today);
  if (loggedHours(facts) >= facts.minimum) return false;
  return daysBetween(later(begin, facts.lastEntry ?? begin), today) > QUIET_DAYS;
}

/** The first evaluation is due two weeks after the middle, both are due at the end. */
export function isEvaluationOverdue(facts: PaceFacts, today: string): boolean {
  const { begin, total, elapsed, isOver } = spanOf(facts, today);
  if (isOver) return facts.evaluations < EVALUATIONS_REQUIRED;
  const isPastMiddle = begin < facts.end && 2 * (elapsed - EVALUATION_GRACE_DAYS) >= total;
  return isPastMiddle && facts.evaluations === 0;
}

/**
 * The pace of an open placement on a day. Hours are expected along the straight line from its first day to its last,
 * and due a week later, so that those who log weekly are not called behind;
 * pending ones count as logged, since it is not the student who keeps them waiting. The same rule is in SQL, for lists
 * that are narrowed or put in order by it (`server/src/pace/queries.ts`).
 */
export function paceOf(facts: PaceFacts, today: string): PaceResult {
  const { begin, total, elapsed, isOver } = spanOf(facts, today);
  const logged = loggedHours(facts);
  // In hours × days, so that no rounding decides.
  const due = facts.minimum * (isOver ? total : Math.max(0, elapsed - LOGGING_DAYS));
  const missing = due - logged * total;
  const answer = (pace: Pace, reason: PaceReason): PaceResult => ({
    pace,
    reason,
    expectedHours: Math.floor((facts.minimum * elapsed) / total),
  });

  if (isOver && logged < facts.minimum) return answer('behind', 'ended short');
  if (4 * logged * total < 3 * due && missing >= FULL_DAY * total) return answer('behind', 'far short');
  if (10 * logged * total < 9 * due && missing >= HALF_DAY * total) return answer('at risk', 'short');
  if (isQuiet(facts, today)) return answer('at risk', 'no recent hours');
  if (facts.waitingSince && daysBetween(facts.waitingSince, today) > WAITING_DAYS)
    return answer('at risk', 'hours waiting');
  if (isEvaluationOverdue(facts, today)) return answer('at risk', 'evaluation overdue');
  if (isOver && facts.unanswered > 0) return answer('at risk', 'reflections due');
  return answer('on pace', today < begin ? 'not started' : 'keeping up');
}

const dayOf = (moment: string) => moment.slice(0, 10);

/** What the rule needs to know of a placement as the lists have it. */
export function paceFactsOf(project: ProjectRow): PaceFacts {
  const { opportunity_id_fk: opportunity, reportData: report, waiting_since, last_entry } = project;
  return {
    placedOn: dayOf(project.createdAt),
    start: opportunity.employment_start,
    end: opportunity.employment_stop,
    minimum: MINIMUM_HOURS[opportunity.internship_type],
    approvedHours: report.accepted_hours,
    pendingHours: report.pending_hours,
    waitingSince: waiting_since && dayOf(waiting_since),
    lastEntry: last_entry,
    evaluations: project.evaluation_count,
    // A business is not told of reflections.
    unanswered: (report.reflection_total ?? 0) - (report.reflection_count ?? 0),
  };
}

/** The pace of a placement; null once it has ended. `today`: YYYY-MM-DD, as `utcDay` has it. */
export function paceOfProject(project: ProjectRow, today: string): PaceResult | null {
  return hasEnded(project) ? null : paceOf(paceFactsOf(project), today);
}

/** What the status report can be narrowed to, besides its documents' filters: what somebody should look at. */
export const concerns = [
  'behind',
  'no recent hours',
  'evaluation overdue',
  'awaiting approval',
  'ending soon',
] as const;
export type Concern = (typeof concerns)[number];
