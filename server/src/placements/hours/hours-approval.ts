import { overfullDay, type Span } from '@waypost/contract/placements/hours/day-rules';
import { APPROVED, DISAPPROVED } from '@waypost/contract/placements/hours/rules';
import { whyOverfull } from '@waypost/contract/placements/hours/words';
import { refuse } from '@waypost/contract/refusal';
import type { ActedBy } from '../../platform/access/audit.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { ProjectToChange } from '../projects/change-queries.ts';
import { listOnDays, lockDays } from './day-queries.ts';
import { decideEntries, findEntries } from './queries.ts';

/** A decision on some entries of one placement. */
interface Decision {
  entryIds: string[];
  decision: 1 | -1;
  /** Why they are disapproved. */
  reason: string;
  by: ActedBy;
}

interface Decided {
  /** For the audit trail and the receipt of a link; null if the decision changed nothing. */
  details: { decision: 'approved' | 'disapproved'; entries: number; hours: string; reason?: string } | null;
  /** Whether staff's approval of the hours was revoked. */
  reopened: boolean;
}

/**
 * Approves or disapproves entries of a locked placement, by account or by link, also after staff approved the log: then
 * a changed total reopens it. An entry disapproved again keeps its reason unless there is a new one. Refuses with 404 if
 * none of the entries exists, and with 409 if a day would have more than 24 hours with disapproved ones.
 */
export async function decideHours(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  { entryIds, decision, reason, by }: Decision,
  now: Date,
): Promise<Decided> {
  const entries = await entriesOf(project, entryIds, tx);
  const why = decision === DISAPPROVED ? reason : '';
  const changing = entries.filter((entry) => entry.business_approved !== decision || why !== '');
  if (changing.length === 0) return { details: null, reopened: false };
  const again = changing.filter((entry) => decision === APPROVED && entry.business_approved === DISAPPROVED);
  const overfull = again.length > 0 ? await whyNoRoom(tx, project, again) : null;
  if (overfull !== null) refuse('conflict', overfull);
  return {
    details: {
      decision: decision === DISAPPROVED ? 'disapproved' : 'approved',
      entries: changing.length,
      hours: sumOfHours(changing.map(({ total_hours }) => ({ totalHours: total_hours }))),
      ...(why !== '' && { reason: why }),
    },
    reopened: await decideEntries(tx, project, changing, { decision, reason: why, by }, now),
  };
}

/**
 * Why a day of the student would be too long with these entries that do not count yet, over all placements; null if none
 * would. The answer is true until the transaction ends.
 */
export async function whyNoRoom(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  entries: readonly Span[],
): Promise<string | null> {
  await lockDays(tx, project);
  const counted = await listOnDays(tx, project, entries);
  for (const entry of entries) {
    const full = overfullDay(entry, [...counted, ...entries.filter((other) => other !== entry)]);
    if (full) return whyOverfull(full);
  }
  return null;
}

/** Summed in hundredths, because fractions of hours are not exact. */
export const sumOfHours = (entries: readonly { totalHours: number }[]) =>
  (entries.reduce((sum, { totalHours }) => sum + Math.round(totalHours * 100), 0) / 100).toFixed(2);

/** The entries that still exist; 404 if none does. */
export async function entriesOf(project: Authorized<ProjectToChange>, entryIds: string[], tx: Tx) {
  const [first, ...rest] = await findEntries(tx, {
    clientId: project.clientId,
    projectId: project.id,
    entryIds,
  });
  return [first ?? refuse('not-found'), ...rest] as const;
}

/** Recorded when a decision revokes staff's approval of the hours. */
export const REOPENED_BY_HOURS = { item: 'hours', because: 'the approved total changed' };
