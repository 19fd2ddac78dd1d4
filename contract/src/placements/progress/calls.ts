import * as z from 'zod';
import { get, post } from '../../call.ts';
import { id } from '../../fields.ts';
import { businessStatuses } from '../../statuses.ts';
import { agreementStatuses, parties } from '../agreements/rules.ts';
import { progressSteps, stepStates } from './rules.ts';

/** How far a placement is, as one of its parties sees it (docs/behavior/progress.md). */
export const Progress = z.object({
  project_id: z.string(),
  /** Empty once the student's account was deleted. */
  student_id: z.string(),
  /** Whose steps these are. */
  viewer: z.enum(parties),
  student: z.string(),
  /** Empty once the business was deleted. */
  business: z.string(),
  title: z.string(),
  business_status: z.enum(businessStatuses),
  /** Null for a placement without an agreement. */
  agreement_status: z.enum(agreementStatuses).nullable(),
  hours: z.object({ accepted: z.number(), pending: z.number(), minimum: z.number() }),
  /** Null for a business. */
  reflections: z.object({ answered: z.number(), questions: z.number() }).nullable(),
  evaluations: z.number(),
  /** In order. `at` is a moment or a day: see `Step` in `rules.ts`. */
  steps: z.array(
    z.object({
      step: z.enum(progressSteps),
      state: z.enum(stepStates),
      turn: z.array(z.enum(parties)),
      at: z.string().nullable(),
      /** The step to emphasize: one, unless nothing is open. */
      is_current: z.boolean(),
    }),
  ),
});
export type Progress = z.infer<typeof Progress>;
export type ShownStep = Progress['steps'][number];

export const progressCalls = {
  getProgress: get('/api/getProgress', z.object({ project_id: id }), Progress),
  /** Emails the links to the progress of the student's open placements to a guardian whom staff confirmed. */
  sendProgressLink: post(
    '/api/sendProgressLink',
    z.object({ student_id: id, _id: id }),
    /** The masked address. */
    z.object({ message: z.literal('success'), email: z.string() }),
  ),
};
