import * as z from 'zod';
import { calendarDate, id, requiredLine, requiredPhone, requiredRichText } from '../fields.ts';
import { REQUIRED } from '../refusal.ts';
import { DEFAULT_RATING, ratingChoices } from './rules.ts';

/** What the evaluation form asks for (document 2, section 5). The questions' texts the server knows better itself. */
export const EvaluationInput = z.object({
  project_id: id,
  evaluation_date: z.string({ error: REQUIRED }).min(1, REQUIRED).pipe(calendarDate),
  supervisor: requiredLine(),
  internship_facilitator: requiredLine(),
  contact_phone: requiredPhone,
  term: requiredLine(40),
  ratings: z
    .array(z.object({ evaluation_question_id: id, rating: z.enum(ratingChoices).default(DEFAULT_RATING) }))
    .max(500, 'these are more answers than questions'),
  comments: requiredRichText(),
  discussed: z.boolean().default(false),
  /** How many evaluations were in when this one was begun: sent twice, or by two people at once, it is kept once. */
  evaluation_count: z.number().int().optional(),
});
export type EvaluationInput = z.infer<typeof EvaluationInput>;
