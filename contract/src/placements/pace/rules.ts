import { addDays, daysBetween } from '../../dates.ts';
import { MINIMUM_HOURS } from '../../opportunities/opportunities/rules.ts';
import { EVALUATIONS_REQUIRED, evaluationsRemaining } from '../evaluations/rules.ts';
import type { ProjectRow } from '../projects/calls.ts';
import { hasEnded } from '../projects/rules.ts';

/** A placement's progress against its own dates and minimum hours, from best to worst. */
export const paces = ['on pace', 'at risk', 'behind'] as const;
export type Pace = (typeof paces)[number];

/** Why a placement has its pace: only the most serious reason. */
export const paceReasons = [
  /** Its last day has passed with fewer hours logged than the minimum. */
  'ended short',
  /** Less than three quarters of the hours due are logged, and at least a day's work is missing. */
  'far short',
  /** Less than nine tenths of them, and at least half a day's work is missing. */
  'short',
  'no recent hours',
  /** Entries have been pending for more than a week. */
  'hours waiting',
  'evaluation overdue',
  'reflections due',
  'not started',
  'keeping up',
] as const;
export type PaceReason = (typeof paceReasons)[number];

/** Hours are expected a week after a steady pace would have worked them, because many students log once a week. */
export const LOGGING_DAYS = 7;
/** After this many days without an entry, someone should ask. */
export const QUIET_DAYS = 14;
/** How many days an entry may be pending. */
export const WAITING_DAYS = 7;
/** The first evaluation is due this many days after the middle of a placement. */
export const EVALUATION_GRACE_DAYS = 14;
/** A placement that ends within this many days counts as ending soon. */
export const ENDING_DAYS = 30;

const FULL_DAY = 8;
const HALF_DAY = 4;

/** The facts that decide the pace of an open placement, without anyone's identity. Days YYYY-MM-DD, hours in hours. */
export interface PaceFacts {
  /** When the placement was created. Nobody falls behind before that day. */
  placedOn: string;
  start: string;
  end: string;
  minimum: number;
  approvedHours: number;
  pendingHours: number;
  /** When the oldest pending entry was logged; null if none is pending. */
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
  /** The hours that a steady pace would have logged by now, rounded down. */
  expectedHours: number;
}

export const later = (one: string, other: string) => (one > other ? one : other);

/** A placement's span: from its first day, or the day it was created if that is later. */
function spanOf({ start, placedOn, end }: PaceFacts, today: string) {
  const begin = later(start, placedOn);
  const total = Math.max(1, daysBetween(begin, end));
  const elapsed = Math.min(total, Math.max(0, daysBetween(begin, today)));
  return { begin, total, elapsed, isOver: today > end };
}

const loggedHours = (facts: PaceFacts) => facts.approvedHours + facts.pendingHours;

/** Whether nothing was logged for more than two weeks, though hours remain. */
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
 * The pace of an open placement on a day. Hours are expected along the straight line from the first day to the last, a
 * week later, so that weekly loggers do not count as behind. Pending hours count as logged, because the student does
 * not cause the delay. Lists that filter or sort by pace use the same rule in SQL (`server/src/placements/pace/queries.ts`).
 */
export function paceOf(facts: PaceFacts, today: string): PaceResult {
  const { begin, total, elapsed, isOver } = spanOf(facts, today);
  const logged = loggedHours(facts);
  // In hours × days, so that rounding does not affect the result.
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

/** The facts for the rule, from a placement's row in a list. */
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
    // A business does not get reflections.
    unanswered: (report.reflection_total ?? 0) - (report.reflection_count ?? 0),
  };
}

/** The pace of a placement; null once it has ended. `today`: YYYY-MM-DD, from `utcDay`. */
export function paceOfProject(project: ProjectRow, today: string): PaceResult | null {
  return hasEnded(project) ? null : paceOf(paceFactsOf(project), today);
}

/** The concerns that the status report can be filtered by, in addition to its documents' filters. */
export const concerns = [
  'behind',
  'no recent hours',
  'evaluation overdue',
  'awaiting approval',
  'ending soon',
] as const;
export type Concern = (typeof concerns)[number];

/** A placement's days, YYYY-MM-DD. Nothing is due before it was created. */
export interface PlacementDays {
  placedOn: string;
  start: string;
  end: string;
}

/** The day after this share of a placement, at most its last day. */
function dayAtShare({ placedOn, start, end }: PlacementDays, share: number, grace = 0): string {
  const begin = later(start, placedOn);
  const day = addDays(begin, Math.ceil(Math.max(0, daysBetween(begin, end)) * share) + grace);
  return day < end ? day : end;
}

/** Questions are due in even steps: of two, the first halfway through and the second on the last day. */
export function reflectionDue(days: PlacementDays, ordinal: number, questions: number): string {
  return dayAtShare(days, ordinal / questions);
}

/** The first evaluation is due two weeks after the middle, the second on the last day; null once both are in. */
export function evaluationDue(days: PlacementDays, submitted: number): string | null {
  if (evaluationsRemaining(submitted) === 0) return null;
  return submitted === 0 ? dayAtShare(days, 1 / 2, EVALUATION_GRACE_DAYS) : days.end;
}
