/** What the business says of an internship (document 2, section 4). */
export const businessStatuses = ['open', 'completed', 'terminated'] as const;
export type BusinessStatus = (typeof businessStatuses)[number];

export const reflectionStatuses = ['locked', 'unlocked', 'complete'] as const;

/** What staff approve of a project, item by item. */
export const approvalTypes = ['hours', 'reflection', 'project', 'summary', 'msde', 'evals'] as const;
export type ApprovalType = (typeof approvalTypes)[number];

/** Mid-point and conclusion (document 2, section 9). */
export const EVALUATIONS_REQUIRED = 2;

export function evaluationsRemaining(submitted: number): number {
  return Math.max(0, EVALUATIONS_REQUIRED - submitted);
}

/** A business that is gone is shown by this word (document 2, section 3). */
export const MISSING_BUSINESS = 'Missing';
