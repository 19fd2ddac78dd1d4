import { type InternshipType, MINIMUM_HOURS } from '../../opportunities/opportunities/rules.ts';
import { EVALUATIONS_REQUIRED } from '../evaluations/rules.ts';
import type { ReportData } from './calls.ts';
import { type ApprovalType, INCOMPLETE, ITEM_APPROVED, type ItemStatus, SUBMITTED } from './rules.ts';

/** The facts that decide the status of each item. Hours in hours. */
export interface ProjectFacts {
  internshipType: InternshipType;
  acceptedHours: number;
  pendingHours: number;
  /** Approved and pending hours together. */
  totalHours: number;
  pendingCount: number;
  /** Completed or terminated. */
  hasEnded: boolean;
  /** Reflection questions, and how many of them are answered. */
  questions: number;
  answers: number;
  hasSummary: boolean;
  finalFiles: number;
  evaluations: number;
  /** Items that staff approved and did not re-open. */
  approved: readonly ApprovalType[];
  /** Items that staff sent back and the student has not changed since. */
  sentBack?: readonly ApprovalType[];
  /** ISO 8601 moments; null if nothing was submitted yet. */
  hoursLastUpdated: string | null;
  reflectionLastUpdated: string | null;
  school: string | null;
}

export type ItemStatuses = Record<ApprovalType, ItemStatus>;

/**
 * The status of each item of a placement: 0 incomplete or not started, 1 waiting for the administrator, 2 approved
 * (docs/behavior/projects.md#items; decisions 9 and 24).
 */
export function itemStatuses(facts: ProjectFacts): ItemStatuses {
  const status = (item: ApprovalType, isSubmitted: boolean): ItemStatus =>
    facts.approved.includes(item)
      ? ITEM_APPROVED
      : isSubmitted && !facts.sentBack?.includes(item)
        ? SUBMITTED
        : INCOMPLETE;
  const reachedMinimum = facts.acceptedHours >= MINIMUM_HOURS[facts.internshipType];
  // After the end no more hours are expected, so the log can be approved below the minimum once nothing is pending.
  const hoursAreIn = reachedMinimum || (facts.hasEnded && facts.pendingCount === 0);
  const hours = status('hours', hoursAreIn);
  const reflection = status('reflection', facts.answers >= facts.questions);
  const project = status('project', facts.finalFiles > 0);
  const summary = status('summary', facts.hasSummary);
  const evals = status('evals', facts.evaluations >= EVALUATIONS_REQUIRED);
  // A business can evaluate only while the placement runs, so afterwards MSDE does not wait for evaluations.
  const evalsAreIn = facts.hasEnded || evals !== INCOMPLETE;
  const restIsIn = evalsAreIn && [reflection, project, summary].every((one) => one !== INCOMPLETE);
  return { hours, reflection, project, summary, evals, msde: status('msde', hoursAreIn && restIsIn) };
}

/** `reportData` on the wire (docs/behavior/projects.md#fields). The `print_…` words are for the CSV. */
export function reportOf(facts: ProjectFacts): ReportData {
  const status = itemStatuses(facts);
  return {
    accepted_hours: facts.acceptedHours,
    pending_hours: facts.pendingHours,
    total_hours: facts.totalHours,
    pending_count: facts.pendingCount,
    activity_log_status: status.hours,
    reflection_status: status.reflection,
    final_project_status: status.project,
    final_summary_status: status.summary,
    msde_status: status.msde,
    evaluation_status: status.evals,
    reflection_count: facts.answers,
    reflection_total: facts.questions,
    hours_last_updated: facts.hoursLastUpdated,
    reflection_last_updated: facts.reflectionLastUpdated,
    school: facts.school,
    // A student whose entries were all disapproved has also started.
    print_activity_log: printed(status.hours, facts.hoursLastUpdated !== null),
    print_reflection: printed(status.reflection, facts.answers > 0),
    print_final_project: printed(status.project, false),
    print_project_summary: printed(status.summary, false),
    print_msde: printed(status.msde, true),
    print_evaluation_status:
      status.evals === ITEM_APPROVED ? printed(ITEM_APPROVED, true) : submissionsWord(facts.evaluations),
  };
}

/** An item's status in words, for filtering in a spreadsheet. */
function printed(status: ItemStatus, isBegun: boolean): string {
  if (status === ITEM_APPROVED) return 'Approved';
  if (status === SUBMITTED) return 'Awaiting Approval';
  return isBegun ? 'Incomplete' : 'Not Started';
}

/** What the Business Evaluations block says about their number (docs/behavior/projects.md#items). */
export function submissionsWord(evaluations: number): string {
  if (evaluations === 0) return 'No Submissions';
  return evaluations < EVALUATIONS_REQUIRED ? 'Incomplete' : 'Complete';
}
