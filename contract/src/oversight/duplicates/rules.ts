import { t } from '../../i18n.ts';
import type { Role } from '../../roles.ts';
import type { ApplicationStatus } from '../../statuses.ts';

/** Filters of a list of duplicates. */
export const duplicateApprovals = ['All', 'Approved', 'Not Approved'] as const;

/** What two accounts of one role may share if they belong to the same person. */
export const matchedFields = ['name', 'phone', 'student id'] as const;
export type MatchedField = (typeof matchedFields)[number];

/** An account that shares something with others; `value` is what they share. */
export interface Shared {
  userId: string;
  role: Role;
  same: MatchedField;
  value: string;
}

export interface Duplicate {
  userId: string;
  /** Accounts that share anything, directly or through another account, have the same number, from 1. */
  group: number;
  same: MatchedField[];
}

/** Groups the accounts that share something, in the order of the input. */
export function groupDuplicates(shared: readonly Shared[]): Duplicate[] {
  const first = new Map<string, string>();
  const leader = new Map<string, string>();
  const leaderOf = (id: string): string => {
    let found = id;
    // Path compression: a long chain is walked only once.
    for (let next = leader.get(found); next !== undefined && next !== found; next = leader.get(found)) {
      leader.set(found, leader.get(next) ?? next);
      found = next;
    }
    return found;
  };
  for (const { userId, role, same, value } of shared) {
    const key = `${role}\n${same}\n${value}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, userId);
    else leader.set(leaderOf(userId), leaderOf(other));
  }
  const groups = new Map<string, number>();
  const found = new Map<string, Duplicate>();
  for (const { userId, same } of shared) {
    const id = leaderOf(userId);
    const group = groups.get(id) ?? groups.size + 1;
    groups.set(id, group);
    const known = found.get(userId);
    if (!known) found.set(userId, { userId, group, same: [same] });
    else if (!known.same.includes(same)) known.same.push(same);
  }
  return [...found.values()].sort((one, other) => one.group - other.group);
}

interface Merged {
  id: string;
  role: Role;
}

/** Why two accounts cannot be merged, or null if they can. */
export function whyNotMerge(keep: Merged, remove: Merged): string | null {
  if (keep.id === remove.id) return t('An account cannot be merged into itself.');
  return keep.role === remove.role ? null : t('Only two accounts of the same role can be merged.');
}

interface Applied {
  status: ApplicationStatus;
  hasProject: boolean;
}

/**
 * Which of two applications to the same opportunity is dropped when their students are merged: one that was closed
 * without a placement, or the removed account's if both were. Null if neither can be dropped.
 */
export function applicationToDrop(kept: Applied, removed: Applied): 'kept' | 'removed' | null {
  const isSpent = ({ status, hasProject }: Applied) =>
    !hasProject && (status === 'Declined' || status === 'Rescinded');
  if (isSpent(removed)) return 'removed';
  return isSpent(kept) ? 'kept' : null;
}

/** Why a merge is refused: both applied to this opportunity, and neither application can be dropped. */
export const bothApplied = (title: string) =>
  t(
    'Both accounts have applied to “{title}”. Have one of the two applications declined or withdrawn first.',
    { title },
  );
