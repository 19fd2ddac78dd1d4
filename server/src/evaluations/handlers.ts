import type { evaluationCalls } from '@waypost/contract/evaluations/calls';
import type { Handlers } from '../access/handler.ts';
import { isParty } from '../access/ownership.ts';
import { toEvaluationQuestion } from './present.ts';
import { listEvaluationQuestions } from './queries.ts';
import { saveEvaluation } from './saving.ts';

/** A business's evaluations of its interns, two for each (docs/behavior/evaluations.md). */
export const evaluationHandlers: Handlers<typeof evaluationCalls> = {
  getMyEvaluationQuestions: async ({ actor }, tx) =>
    (await listEvaluationQuestions(tx, { clientId: actor.clientId })).map(toEvaluationQuestion),

  saveEvaluation: async ({ actor, input, now }, tx) => {
    await saveEvaluation(tx, actor, input, isParty, now);
    return { message: 'success' };
  },
};
