import type { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { whyNotChangeFiles, whyNotSaveSummary } from '@waypost/contract/placements/final-work/rules';
import type { ApprovalType } from '@waypost/contract/placements/projects/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { isOwnFile, isParty } from '../../platform/access/ownership.ts';
import type { Tx } from '../../platform/database/connect.ts';
import {
  deleteFile,
  findFileFor,
  isRemoved,
  lockOwner,
  rememberRemoval,
} from '../../school-system/files/queries.ts';
import { isApproved, takeBack } from '../projects/approval-queries.ts';
import { lockProject, refreshed } from '../projects/project-changes.ts';
import { addFile, findFileToAdd, findLinks, removeLink, saveSummary } from './queries.ts';

/**
 * What a student submits at the end: the summary and the final project's files (docs/behavior/final-work.md). Each call
 * replies with the placement; 409 if staff approved the item or nothing more can be added.
 */
export const finalWorkHandlers: Handlers<typeof finalWorkCalls> = {
  saveSummary: async ({ actor, input, now }, tx) => {
    const project = await hold(actor, input.project_id, 'summary', tx);
    const obstacle = whyNotSaveSummary(project);
    if (obstacle) refuse('conflict', obstacle);
    await saveSummary(tx, project.held, input.text, now);
    await takeBack(tx, project.held, 'summary');
    return refreshed(actor, project.held, tx);
  },

  /** Adding a file twice changes nothing. */
  saveFileLink: async ({ actor, input, now }, tx) => {
    const project = await hold(actor, input.project_id, 'project', tx);
    const [found] = await findFileToAdd(tx, { clientId: actor.clientId, fileId: input.file_id });
    const file = authorize(actor, found, isOwnFile);
    const obstacle = whyNotChangeFiles(project);
    if (obstacle) refuse('conflict', obstacle);
    await addFile(tx, project.held, file, now);
    await takeBack(tx, project.held, 'project');
    return refreshed(actor, project.held, tx);
  },

  /**
   * Deletes the file with its link, unless something else uses it; its bytes after the commit. Changes nothing if the
   * caller's file is not part of the placement any more.
   */
  removeFileLink: async ({ actor, input, now, outside }, tx) => {
    await lockOwner(tx, actor);
    const project = await hold(actor, input.project_id, 'project', tx);
    const links = await findLinks(tx, { clientId: actor.clientId, fileId: input.file_id });
    if (!links.some(({ projectId }) => projectId === project.held.id)) {
      if (!(await wasOwn(tx, actor, input.file_id))) refuse('not-found');
      return refreshed(actor, project.held, tx);
    }
    const obstacle = whyNotChangeFiles(project);
    if (obstacle) refuse('conflict', obstacle);
    await removeLink(tx, project.held, input.file_id, now);
    await takeBack(tx, project.held, 'project');
    await outside.jobs.removeFiles(tx, await removeLooseFile(tx, actor, input.file_id, now));
    return refreshed(actor, project.held, tx);
  },
};

async function hold(actor: Actor, projectId: string, item: ApprovalType, tx: Tx) {
  const held = await lockProject(actor, projectId, tx, isParty);
  return { held, business_status: held.business_status, isApproved: await isApproved(tx, held, item) };
}

/** Deletes a file that was removed from the placement, unless something else uses it; returns the key of its bytes. */
async function removeLooseFile(tx: Tx, actor: Actor, fileId: string, now: Date): Promise<string[]> {
  const [file] = await findFileFor(tx, { clientId: actor.clientId, fileId, callerId: actor.id });
  if (!file || file.isPicture || file.isResume || file.isAgreement) return [];
  const storageKey = await deleteFile(tx, authorize(actor, file, isOwnFile));
  if (storageKey === undefined) return [];
  await rememberRemoval(tx, actor, fileId, now);
  return [storageKey];
}

/** Whether the file is the caller's, or was until it was removed. */
async function wasOwn(tx: Tx, actor: Actor, fileId: string): Promise<boolean> {
  const [file] = await findFileFor(tx, { clientId: actor.clientId, fileId, callerId: actor.id });
  return file ? isOwnFile(actor, file) : isRemoved(tx, actor, fileId);
}
