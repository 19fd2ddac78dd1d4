import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';

export const graduateCalls = {
  /** For the confirmation: how many students would be deactivated, and which class graduates next. */
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
