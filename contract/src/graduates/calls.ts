import * as z from 'zod';
import { get, nothing, post } from '../call.ts';

export const graduateCalls = {
  /** How many there are to deactivate, and the class that is at school now: asked before they are. Ours. */
  countGraduatedStudents: get(
    '/api/countGraduatedStudents',
    nothing,
    z.object({ count: z.number(), before: z.number() }),
  ),
  deactivateGraduatedStudents: post(
    '/api/deactivateGraduatedStudents',
    nothing,
    z.object({ message: z.literal('success'), count: z.number() }),
  ),
};
