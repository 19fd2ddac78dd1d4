import type { ApprovalType, ReturnableItem } from '@waypost/contract/placements/projects/rules';
import { and, eq, inArray } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { projectApprovals, projectReturns } from '../../platform/database/tables/projects.ts';
import { type ProjectToChange, touchProject } from './change-queries.ts';

/** Whether staff approved this item and did not re-open it. */
export async function isApproved(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  item: ApprovalType,
): Promise<boolean> {
  return (await findApproval(tx, { ...keyOf(project), item })).length > 0;
}

const findApproval = prepared<{ clientId: string; projectId: string; item: ApprovalType }>()(
  'findApproval',
  (db, given) =>
    db
      .select({ item: projectApprovals.item })
      .from(projectApprovals)
      .where(
        and(
          eq(projectApprovals.clientId, given.clientId),
          eq(projectApprovals.projectId, given.projectId),
          eq(projectApprovals.item, given.item),
        ),
      ),
);

/** Approves an item of a locked placement. */
export async function approveItem(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  approval: {
    item: ApprovalType;
    approvedBy: string;
    reason: string;
    /** Null for an item that does not depend on hours. */
    acceptedHours: number | null;
    now: Date;
  },
): Promise<void> {
  const { item, approvedBy, reason, acceptedHours, now } = approval;
  await Promise.all([
    tx.db
      .insert(projectApprovals)
      .values({ ...keyOf(project), item, approvedBy, approvedAt: now, reason, acceptedHours }),
    touchProject(tx, { ...keyOf(project), now }),
  ]);
}

/** Revokes approvals. */
export async function reopenItems(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  items: ApprovalType[],
  now: Date,
): Promise<void> {
  const { clientId, projectId } = keyOf(project);
  await Promise.all([
    tx.db
      .delete(projectApprovals)
      .where(
        and(
          eq(projectApprovals.clientId, clientId),
          eq(projectApprovals.projectId, projectId),
          inArray(projectApprovals.item, items),
        ),
      ),
    touchProject(tx, { ...keyOf(project), now }),
  ]);
}

/** Returns an item of a locked placement to its student. */
export async function sendBack(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  given: { item: ReturnableItem; reason: string; sentBackBy: string; now: Date },
): Promise<void> {
  const { now, ...rest } = given;
  await Promise.all([
    tx.db.insert(projectReturns).values({ ...keyOf(project), ...rest, sentBackAt: now }),
    touchProject(tx, { ...keyOf(project), now }),
  ]);
}

/** The student has changed what was sent back, so it is waiting for staff again. */
export const takeBack = (tx: Tx, project: Authorized<ProjectToChange>, item: ReturnableItem) =>
  removeReturn(tx, { ...keyOf(project), item });

const removeReturn = prepared<{ clientId: string; projectId: string; item: ReturnableItem }>()(
  'removeReturn',
  (db, given) =>
    db
      .delete(projectReturns)
      .where(
        and(
          eq(projectReturns.clientId, given.clientId),
          eq(projectReturns.projectId, given.projectId),
          eq(projectReturns.item, given.item),
        ),
      ),
);

const keyOf = (project: Authorized<ProjectToChange>) => ({
  clientId: project.clientId,
  projectId: project.id,
});
