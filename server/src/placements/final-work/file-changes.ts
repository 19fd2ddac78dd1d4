import { whyNotChangeFiles } from '@waypost/contract/placements/final-work/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { isParty } from '../../platform/access/ownership.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { isApproved, takeBack } from '../projects/approval-queries.ts';
import { findLinks, lockProjectsOf, removeLink } from './queries.ts';

/**
 * Removes a file from its owner's placements before it is deleted. Refuses with 409 if staff approved the final project
 * of one of them, and like every change of a placement if the account is not approved.
 */
export async function removeFromPlacements(tx: Tx, owner: Actor, fileId: string, now: Date): Promise<void> {
  if (owner.role !== 'Student') return;
  // All of them, before the file, so that none can add it meanwhile.
  const projects = await lockProjectsOf(tx, { clientId: owner.clientId, studentId: owner.id });
  const links = await findLinks(tx, { clientId: owner.clientId, fileId });
  const using = projects.filter(({ id }) => links.some(({ projectId }) => projectId === id));
  if (using.length > 0 && !owner.approved) refuse('unapproved');
  for (const found of using) {
    const project = authorize(owner, found, isParty);
    const obstacle = whyNotChangeFiles({ isApproved: await isApproved(tx, project, 'project') });
    if (obstacle) refuse('conflict', obstacle);
    await removeLink(tx, project, fileId, now);
    await takeBack(tx, project, 'project');
  }
}
