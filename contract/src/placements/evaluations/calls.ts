import * as z from 'zod';
import { get, post } from '../../call.ts';
import { calendarDate, id, said } from '../../fields.ts';
import { actingWays } from '../../messages/links/rules.ts';
import { getMyEvaluationQuestions } from '../../school-system/lists/calls.ts';
import { EvaluationInput } from './forms.ts';
import { ratingChoices } from './rules.ts';

/** A submitted evaluation, with each question's text at that time and its current translation. */
export const BusinessEvaluation = z.object({
  _id: z.string(),
  evaluation_date: calendarDate,
  supervisor: z.string(),
  internship_facilitator: z.string(),
  contact_phone: z.string(),
  term: z.string(),
  ratings: z.array(
    z.object({
      evaluation_question_id: z.string(),
      question_text: z.string(),
      question_text_es: z.string(),
      rating: z.enum(ratingChoices),
    }),
  ),
  comments: z.string(),
  discussed: z.boolean(),
  /** Who submitted it, and how they were identified; empty and null if it was not recorded then. */
  submitted_by: z.string(),
  submitted_via: z.enum(actingWays).nullable(),
});
export type BusinessEvaluation = z.infer<typeof BusinessEvaluation>;

/** The initial values of the next evaluation's form; empty where nothing is on file. */
const EvaluationStart = z.object({
  supervisor: z.string(),
  internship_facilitator: z.string(),
  contact_phone: z.string(),
});
export type EvaluationStart = z.infer<typeof EvaluationStart>;

export const evaluationCalls = {
  getMyEvaluationQuestions,
  getEvaluationStart: get('/api/getEvaluationStart', z.object({ project_id: id }), EvaluationStart),
  /** Emails the placement's supervisor a link to the next evaluation. */
  askForEvaluation: post(
    '/api/project_askForEvaluation',
    z.object({ project_id: id }),
    z.object({ message: z.literal('success'), email: z.string() }),
  ),
  saveEvaluation: post('/api/save_evaluation', EvaluationInput, said('success')),
};
