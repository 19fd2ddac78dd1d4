import * as z from 'zod';
import { get, nothing, post } from '../call.ts';
import { calendarDate, id, requiredLine, requiredPhone, requiredRichText, said } from '../fields.ts';
import { REQUIRED } from '../refusal.ts';
import { DEFAULT_RATING, ratingChoices } from './rules.ts';

/** What businesses are asked about an intern; ordinals start at 1. */
export const EvaluationQuestion = z.object({
  _id: z.string(),
  question_text: z.string(),
  ordinal: z.number(),
});
export type EvaluationQuestion = z.infer<typeof EvaluationQuestion>;

/** An evaluation that is in, with each question as it was asked. */
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
      rating: z.enum(ratingChoices),
    }),
  ),
  comments: z.string(),
  discussed: z.boolean(),
});
export type BusinessEvaluation = z.infer<typeof BusinessEvaluation>;

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

export const evaluationCalls = {
  getMyEvaluationQuestions: get('/api/getMyEvaluationQuestions', nothing, z.array(EvaluationQuestion)),
  saveEvaluation: post('/api/save_evaluation', EvaluationInput, said('success')),
};
