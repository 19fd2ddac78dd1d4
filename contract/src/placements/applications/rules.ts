import { shownDate } from '../../dates.ts';
import { msg, t } from '../../i18n.ts';
import {
  type Applicable,
  isFull,
  lastDayToApply,
  windowState,
} from '../../opportunities/opportunities/rules.ts';
import type { Role } from '../../roles.ts';
import type { ApplicationStatus, BusinessStatus } from '../../statuses.ts';
import { wireName } from '../../wire-names.ts';
import { hasEnded } from '../projects/rules.ts';

type Moves = Partial<Record<ApplicationStatus, readonly ApplicationStatus[]>>;

/** Who may move an application from which status to which (docs/behavior/applications.md#moves). */
export const moves: Partial<Record<Role, Moves>> = {
  Business: {
    New: ['Declined', 'Interview Scheduled', 'Offered'],
    'Interview Scheduled': ['Declined', 'Offered'],
    Declined: ['Offered'],
    Rescinded: ['Offered'],
  },
  Student: {
    New: ['Rescinded'],
    'Interview Scheduled': ['Rescinded'],
    Offered: ['Accepted', 'Declined'],
  },
};

/** The moves that this role can make from this status. */
export function movesFrom(role: Role, status: ApplicationStatus): readonly ApplicationStatus[] {
  return moves[role]?.[status] ?? [];
}

export function canMove(role: Role, from: ApplicationStatus, to: ApplicationStatus): boolean {
  return movesFrom(role, from).includes(to);
}

/** Whether a move affects the student. Once their account is deleted, only declining is possible. */
export function needsStudent(to: ApplicationStatus): boolean {
  return to !== 'Declined';
}

/** Whether an offer would follow an ended application. A business can offer again, whether it or the student ended it. */
export const offersAgain = (from: ApplicationStatus): boolean => groupOf(from) === 'Closed';

/** Why a move that is not in the table is refused. */
export function whyNotMove(from: ApplicationStatus, to: ApplicationStatus): string {
  if (from === to) return t('This application is already {from}', { from: wireName(from) });
  return t('This application is {from}, so it cannot be moved to {to}', {
    from: wireName(from),
    to: wireName(to),
  });
}

export const FULL = msg('This opportunity is full');
export const ALREADY_APPLIED = msg('You have already applied for this opportunity');
export const NO_COVER_LETTER = msg('You must provide a cover letter');
/** The student's account was deleted. The application can still be read and closed. */
export const STUDENT_GONE = msg('The student who applied has left, so this application can only be declined');
/** Staff withdrew the approval of a student whose application had ended. */
export const STUDENT_INACTIVE = msg('This student’s account isn’t active, so you can’t offer again');
/** The business's account is not approved. */
export const BUSINESS_NOT_APPROVED = msg('This business can’t take applications right now');
/** The business's account was deleted. Its offers can be read, but not accepted. */
export const BUSINESS_GONE = msg('The business that offered this has left');

/**
 * Why a student who has not applied yet cannot apply now, or null if they can (docs/behavior/applications.md#applying).
 */
export function whyNotApply(opportunity: Applicable, now: Date): string | null {
  if (!opportunity.business_approved) return t(BUSINESS_NOT_APPROVED);
  const window = windowState(opportunity, now);
  if (window === 'before')
    return t('Applications open on {applicationOpen}', {
      applicationOpen: shownDate(opportunity.application_open),
    });
  if (window === 'after' && lastDayToApply(opportunity) < opportunity.application_close)
    return t('This work ended on {employmentStop}', {
      employmentStop: shownDate(opportunity.employment_stop),
    });
  if (window === 'after')
    return t('Applications closed on {applicationClose}', {
      applicationClose: shownDate(opportunity.application_close),
    });
  return isFull(opportunity) ? t(FULL) : null;
}

/** How many stars a business can give an applicant, visible only to itself; 0 means none yet. */
export const stars = [0, 1, 2, 3, 4, 5] as const;

/** The maximum length of a business's message to a student, and of its note. */
export const MESSAGE_MAX = 2000;

/** How many applications can be declined at once. */
export const DECLINED_AT_ONCE = 100;

export const applicationGroups = ['Open', 'Active', 'Closed'] as const;
export type ApplicationGroup = (typeof applicationGroups)[number];

const groups: Record<ApplicationStatus, ApplicationGroup> = {
  New: 'Open',
  'Interview Scheduled': 'Open',
  Offered: 'Open',
  Accepted: 'Active',
  Declined: 'Closed',
  Rescinded: 'Closed',
};

/** An accepted application is Active until its placement ends (docs/behavior/applications.md#groups). */
export function groupOf(
  status: ApplicationStatus,
  placement: BusinessStatus | null = null,
): ApplicationGroup {
  return placement && hasEnded({ business_status: placement }) ? 'Closed' : groups[status];
}

/** The cover letter of an automatic application for a student whom a business selected. */
export const AUTO_APPLIED = 'Auto Applied';

/**
 * In these statuses, an application written by the student shows the business who applied. In all others, it shows only
 * a name.
 */
export const identifyingStatuses: readonly ApplicationStatus[] = [
  'New',
  'Interview Scheduled',
  'Offered',
  'Accepted',
];

/**
 * Whether an application shows the business more than the student's name. An automatic offer does not until the student
 * accepts it, and no declined or rescinded application does until the business offers again.
 */
export function showsApplicant(status: ApplicationStatus, isAutomatic: boolean): boolean {
  return identifyingStatuses.includes(status) && !(isAutomatic && status === 'Offered');
}
