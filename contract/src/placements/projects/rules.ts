import { t } from '../../i18n.ts';
import type { Role } from '../../roles.ts';
import type { BusinessStatus } from '../../statuses.ts';
import { evaluationsRemaining } from '../evaluations/rules.ts';

/**
 * Who may move a placement from which status to which. A business cannot undo a move
 * (docs/behavior/projects.md#status).
 */
export const statusMoves: Partial<Record<Role, Record<BusinessStatus, readonly BusinessStatus[]>>> = {
  Business: { open: ['completed', 'terminated'], completed: [], terminated: [] },
  Admin: {
    open: ['completed', 'terminated'],
    completed: ['open', 'terminated'],
    terminated: ['open', 'completed'],
  },
};

export function statusMovesFrom(role: Role, status: BusinessStatus): readonly BusinessStatus[] {
  return statusMoves[role]?.[status] ?? [];
}

/**
 * Why this role cannot make this move, or null if it can. A business can complete a placement only with both
 * evaluations; an administrator always can (docs/behavior/projects.md#status).
 */
export function whyNotMoveStatus(
  role: Role,
  from: BusinessStatus,
  to: BusinessStatus,
  evaluations: number,
): string | null {
  if (from === to) return t('This placement is already {to}', { to });
  if (!statusMovesFrom(role, from).includes(to))
    return t('This placement is {from}, which only the school system can change', { from });
  const missing = evaluationsRemaining(evaluations);
  if (role !== 'Business' || to !== 'completed' || missing === 0) return null;
  return t(
    'You can complete this once {missing, plural, one {one more evaluation is} other {both evaluations are}} in',
    { missing },
  );
}

/** A placement ends when it is completed or terminated, not on its last planned day (decision 24). */
export function hasEnded(project: { business_status: BusinessStatus }): boolean {
  return project.business_status !== 'open';
}

export const reflectionStatuses = ['locked', 'unlocked', 'complete'] as const;
export type ReflectionStatus = (typeof reflectionStatuses)[number];

/** The items of a placement that staff approve. */
export const approvalTypes = ['hours', 'reflection', 'project', 'summary', 'msde', 'evals'] as const;
export type ApprovalType = (typeof approvalTypes)[number];

/** An item's status: 0 incomplete or not started, 1 submitted and waiting for staff, 2 approved. */
export const INCOMPLETE = 0;
export const SUBMITTED = 1;
export const ITEM_APPROVED = 2;
export type ItemStatus = typeof INCOMPLETE | typeof SUBMITTED | typeof ITEM_APPROVED;

/** Why staff cannot approve an item in this status, or null if they can: only 1 moves to 2. */
export function whyNotApprove(status: ItemStatus): string | null {
  if (status === ITEM_APPROVED) return t('This is already approved');
  return status === INCOMPLETE ? t('This is not complete yet, so it cannot be approved') : null;
}

/**
 * Why these items cannot be approved together, or null if they can. All are approved or none, so an administrator who
 * loses a race gets a message.
 */
export function whyNotApproveAll(statuses: readonly ItemStatus[]): string | null {
  if (statuses.length === 1) return whyNotApprove(statuses[0] ?? INCOMPLETE);
  if (statuses.every((status) => status === ITEM_APPROVED)) return t('All of this is already approved');
  return statuses.some((status) => whyNotApprove(status) !== null)
    ? t('This placement has changed since you opened it, so nothing was approved. Check it again')
    : null;
}

/** What an Admin can send back: the student's own work, which the student can change until it is approved. */
export const returnableItems = [
  'reflection',
  'project',
  'summary',
] as const satisfies readonly ApprovalType[];
export type ReturnableItem = (typeof returnableItems)[number];

export function canBeSentBack(item: ApprovalType): item is ReturnableItem {
  return returnableItems.some((one) => one === item);
}

/** Why an item in this status cannot be sent back, or null if it can: only items waiting for staff can be. */
export function whyNotSendBack(status: ItemStatus): string | null {
  if (status === ITEM_APPROVED) return t('This is already approved');
  return status === INCOMPLETE ? t('This is not complete yet, so there is nothing to send back') : null;
}

/** Items that are measured against the minimum hours. */
export function dependsOnHours(item: ApprovalType): boolean {
  return item === 'hours' || item === 'msde';
}

/** Whether approving this item needs a reason, because the approved hours are below the minimum. */
export function needsReason(item: ApprovalType, acceptedHours: number, minimumHours: number): boolean {
  return dependsOnHours(item) && acceptedHours < minimumHours;
}

export const APPROVAL_REASON_MAX = 500;

/** Why an item below the minimum is not approved without a reason. Hours in hours. */
export function whyReasonNeeded(acceptedHours: number, minimumHours: number): string {
  return t(
    'Only {acceptedHours} of the {minimumHours} required hours are approved. Give a reason to approve this anyway',
    { acceptedHours: acceptedHours.toFixed(2), minimumHours },
  );
}

/** Only an approved item can be re-opened. */
export function whyNotReopen(status: ItemStatus): string | null {
  return status === ITEM_APPROVED ? null : t('This is not approved, so there is nothing to reopen');
}

/** Approvals that are revoked together with an item's: MSDE depends on all others (decision 9). */
export function revokedWith(item: ApprovalType): ApprovalType[] {
  return item === 'msde' ? ['msde'] : [item, 'msde'];
}

/** What the wire sends instead of the name of a deleted business (docs/behavior/projects.md#fields). */
export const MISSING_BUSINESS = 'Missing';

/** What people see instead of it, in their language. */
export const missingBusiness = (): string => t('Missing');

/** A business's name as people read it. */
export const shownBusiness = (business: { _id: string; business_name: string } | null | undefined): string =>
  business?._id ? business.business_name : missingBusiness();

/** The same for a name without an id. */
export const shownBusinessName = (name: string): string =>
  name === MISSING_BUSINESS ? missingBusiness() : name;
