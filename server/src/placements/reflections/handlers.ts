import type { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { whyNotAnswer } from '@waypost/contract/placements/reflections/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Handlers } from '../../platform/access/handler.ts';
import { isParty, mayApproveItems } from '../../platform/access/ownership.ts';
import { isApproved, takeBack } from '../projects/approval-queries.ts';
import { toProject } from '../projects/present.ts';
import { lockProject, recordAction, refreshed, wholeOf } from '../projects/project-changes.ts';
import { findReflection, saveAnswer, unlockAll } from './queries.ts';

/**
 * Reflections: a student answers them one after another (docs/behavior/reflections.md). Each call replies with the
 * placement.
 */
export const reflectionHandlers: Handlers<typeof reflectionCalls> = {
  /** 409 if the question is locked or the reflections are approved. */
  saveReflection: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, isParty);
    const key = { clientId: project.clientId, projectId: project.id };
    const [[found], approved] = await Promise.all([
      findReflection(tx, { ...key, reflectionId: input._id }),
      isApproved(tx, project, 'reflection'),
    ]);
    const reflection = found ?? refuse('not-found');
    const obstacle = whyNotAnswer({ ...project, isApproved: approved }, reflection);
    if (obstacle) refuse('conflict', obstacle);
    await saveAnswer(tx, project, reflection, input.answer_text, now);
    await takeBack(tx, project, 'reflection');
    return refreshed(actor, project, tx);
  },

  enableRemainingReflections: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayApproveItems);
    await unlockAll(tx, project, now);
    const whole = await wholeOf(project, tx);
    await recordAction(tx, actor, 'enable reflections', whole, {}, now);
    return toProject(whole, actor);
  },
};
