import * as z from 'zod';
import { post } from '../call.ts';
import { id, requiredLine } from '../fields.ts';
import { Project } from '../projects/calls.ts';
import { NO_RESPONSE } from './rules.ts';

/** An answer is plain text, of as many lines as it takes. */
export const ReflectionAnswer = z.object({ answer_text: requiredLine(10_000, NO_RESPONSE) });

export const reflectionCalls = {
  saveReflection: post(
    '/api/project_saveReflectionQuestion',
    ReflectionAnswer.extend({ project_id: id, _id: id, status: z.literal('complete').optional() }),
    Project,
  ),
  enableRemainingReflections: post(
    '/api/project_enableRemainingReflectionQuestions',
    z.object({ project_id: id }),
    Project,
  ),
};
