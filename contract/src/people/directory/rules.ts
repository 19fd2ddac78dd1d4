import { msg, t } from '../../i18n.ts';
import { isBelow, type Role, roles } from '../../roles.ts';

/** Suggestions start after more than two typed characters (docs/behavior/opportunities.md#finding-students). */
export const SEARCH_FROM_CHARACTERS = 3;

/** How many people a search shows. It also reports the total. */
export const FOUND_AT_MOST = 50;

/**
 * Filters by approval. `Waiting` accounts are only missing staff's approval: profile saved, email confirmed and, for a
 * student, the agreement on file (`approvalStanding`). `Unconfirmed` accounts have not opened the mailed link.
 */
export const approvedChoices = ['All', 'Approved', 'Not Approved', 'Waiting', 'Unconfirmed'] as const;
export type ApprovedChoice = (typeof approvedChoices)[number];

/** The steps that students take in order: a student who reached one has completed those before it. */
export const studentSteps = ['Ever Applied', 'Ever Placed', 'On Pace', 'Ever Completed'] as const;
export type StudentStep = (typeof studentSteps)[number];

/**
 * How far students are; each student is in one of the groups. `Placed` has a running placement; `Completed` has none,
 * but completed one; `Applied` has neither, but applied; `Not Applied` has not applied. The steps count students across
 * groups: `Ever Placed` has a running or a completed placement, and of these, `On Pace` has a running one that is on
 * pace, or a completed one.
 */
export const placementChoices = [
  'All',
  'Placed',
  'Completed',
  'Applied',
  'Not Applied',
  ...studentSteps,
] as const;
export type PlacementChoice = (typeof placementChoices)[number];

/**
 * What businesses are doing now: `Hosting` has interns, `Recruiting` has an opportunity within its application dates
 * (some do both), and `Neither` has neither.
 */
export const activityChoices = ['All', 'Hosting', 'Recruiting', 'Neither'] as const;
export type ActivityChoice = (typeof activityChoices)[number];

/** The counts of the Business Report; a list of businesses can be sorted by any of them. */
export const businessCounts = [
  'opportunities',
  'open_opportunities',
  'pending_applicants',
  'accepted_applicants',
  'interns',
  'completed',
  'terminated',
] as const;
export type BusinessCount = (typeof businessCounts)[number];

/**
 * `name`: the sort name; `approved`: the longest waiting first, the approved last; `createdAt`: the oldest account
 * first.
 */
export const peopleSorts = [
  'name',
  'school_attending',
  'graduation_year',
  'approved',
  'createdAt',
  ...businessCounts,
] as const;
export type PeopleSort = (typeof peopleSorts)[number];

/** Approving a student needs a signed agreement on file (docs/behavior/people.md#approval). */
export function canApprove(user: { role: Role; hasAgreement: boolean }): boolean {
  return user.role !== 'Student' || user.hasAgreement;
}

/** Why an account with an unconfirmed email cannot be approved. */
export const NOT_CONFIRMED = msg('This account’s email must be confirmed before it can be approved.');

/** Why an email cannot be confirmed. */
export const CONFIRMED_ALREADY = msg('This account’s email is confirmed already.');

/** Why a student without an agreement cannot be approved. */
export const NO_AGREEMENT = msg(
  'This student’s signed agreement must be on file before the account can be approved.',
);

/** How many hours a reset password and its mailed link remain valid. */
export const INITIAL_PASSWORD_HOURS = 24;

/** Whether a reset account can also log in with the default password, which everyone at a school may know. */
export function startsWithDefaultPassword(role: Role): boolean {
  return role === 'Student' || role === 'Business';
}

/** Why a password cannot be reset if there is no default password. */
export const NO_DEFAULT_PASSWORD = msg(
  'Your school system has no default password yet. An administrator can set one in Site Settings.',
);

/** Why an account cannot be deleted, or null if it can (docs/behavior/people.md#delete). */
export function whyNotDelete(account: { role: Role; name: string; running: number }): string | null {
  if (account.running === 0) return null;
  const { name, running } = account;
  return account.role === 'Business'
    ? t(
        '{running, plural, one {A placement at {name} is still running, and its hours would be lost.} other {{running} placements at {name} are still running, and their hours would be lost.}} Deactivate the account instead.',
        { running, name },
      )
    : t(
        '{running, plural, one {{name} has a placement that is still running, and its hours would be lost.} other {{name} has {running} placements that are still running, and their hours would be lost.}} Deactivate the account instead.',
        { running, name },
      );
}

/** The roles below one's own, whose people one can find and list: a Teacher finds no teachers (agreed-calls.csv). */
export function rolesBelow(own: Role): Role[] {
  return roles.filter((role) => isBelow(role, own));
}

/** How far an account is from approval. */
export type ApprovalStanding =
  | 'approved'
  | 'deactivated'
  | 'unconfirmed'
  | 'unfinished'
  | 'no-agreement'
  | 'waiting';

interface Account {
  role: Role;
  approved: boolean;
  deactivated: boolean;
  unconfirmed: boolean;
  /** `__v`: how often the profile was saved; 0 is unfinished. */
  saves: number;
  hasAgreement: boolean;
}

/** What an account still needs for its approval; `waiting`: only staff's decision. */
export function approvalStanding(account: Account): ApprovalStanding {
  if (account.approved) return 'approved';
  if (account.deactivated) return 'deactivated';
  if (account.unconfirmed) return 'unconfirmed';
  if (account.saves === 0) return 'unfinished';
  return canApprove(account) ? 'waiting' : 'no-agreement';
}

/** Graduation years to filter by: current year minus 2 through plus 3 (docs/behavior/reports.md#filters). */
export function filterYears(now: Date): number[] {
  return Array.from({ length: 6 }, (_, index) => now.getFullYear() - 2 + index);
}

/** The years to filter accounts by: this one and the nine before it, the latest first. */
export function sinceYears(now: Date): number[] {
  return Array.from({ length: 10 }, (_, index) => now.getUTCFullYear() - index);
}

/** The default graduation year of a list of students. It advances after August (docs/behavior/people.md#lists). */
export function defaultGraduationYear(now: Date): number {
  const afterAugust = now.getMonth() > 7;
  return now.getFullYear() + (afterAugust ? 1 : 0);
}
