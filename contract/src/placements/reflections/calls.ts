import * as z from 'zod';
import { post } from '../../call.ts';
import { id } from '../../fields.ts';
import { Project } from '../projects/calls.ts';
import { ReflectionAnswer } from './forms.ts';

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
