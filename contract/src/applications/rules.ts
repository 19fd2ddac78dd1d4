import type { Role } from '../accounts/rules.ts';

export const applicationStatuses = [
  'New',
  'Interview Scheduled',
  'Offered',
  'Accepted',
  'Declined',
  'Rescinded',
] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

type Moves = Partial<Record<ApplicationStatus, readonly ApplicationStatus[]>>;

/** Who may move an application from where to where (document 1, section 4). */
export const moves: Partial<Record<Role, Moves>> = {
  Business: {
    New: ['Declined', 'Interview Scheduled', 'Offered'],
    'Interview Scheduled': ['Declined', 'Offered'],
  },
  Student: {
    New: ['Rescinded'],
    'Interview Scheduled': ['Rescinded'],
    Offered: ['Accepted', 'Declined'],
  },
};

/** The moves that somebody of this role can make from here. */
export function movesFrom(role: Role, status: ApplicationStatus): readonly ApplicationStatus[] {
  return moves[role]?.[status] ?? [];
}

export function canMove(role: Role, from: ApplicationStatus, to: ApplicationStatus): boolean {
  return movesFrom(role, from).includes(to);
}

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

export function groupOf(status: ApplicationStatus): ApplicationGroup {
  return groups[status];
}

/** The cover letter of an application that was made for a student whom a business selected. */
export const AUTO_APPLIED = 'Auto Applied';
