import * as z from 'zod';
import { whyNotPastDay } from '../../dates.ts';
import { calendarDate, flag, id, line, requiredLine, requiredPhone, requiredRichText } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { worded } from '../../wording.ts';
import { DEFAULT_RATING, EVALUATED_WITHIN_YEARS, ratingChoices } from './rules.ts';

/**
 * The fields of the evaluation form (docs/behavior/evaluations.md#form). The server adds the questions' texts itself.
 */
export const EvaluationInput = z.object({
  project_id: id,
  evaluation_date: calendarDate,
  supervisor: requiredLine(),
  internship_facilitator: requiredLine(),
  contact_phone: requiredPhone,
  term: line(40),
  ratings: z
    .array(z.object({ evaluation_question_id: id, rating: z.enum(ratingChoices).default(DEFAULT_RATING) }))
    .max(500, worded(msg('there are more answers than questions')))
    .default([]),
  comments: requiredRichText(),
  discussed: flag,
  /**
   * How many evaluations existed when this one was started. If it is sent twice, or by two people at once, only one is
   * saved.
   */
  evaluation_count: z.number().int().optional(),
});
/** The form, validated on a day (YYYY-MM-DD). */
export const evaluationOn = (today: string) =>
  EvaluationInput.superRefine(({ evaluation_date }, context) => {
    const message = whyNotPastDay(evaluation_date, today, EVALUATED_WITHIN_YEARS);
    if (message) context.addIssue({ code: 'custom', path: ['evaluation_date'], message });
  });

export type EvaluationInput = z.infer<typeof EvaluationInput>;
