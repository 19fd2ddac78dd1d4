import type { BusinessEvaluation, EvaluationQuestion } from '@waypost/contract/evaluations/calls';
import type { Rating } from '@waypost/contract/evaluations/rules';
import type { FoundEvaluation, FoundQuestion } from './queries.ts';

export const toEvaluationQuestion = (row: FoundQuestion): EvaluationQuestion => ({
  _id: row.id,
  question_text: row.questionText,
  ordinal: row.ordinal,
});

export const toEvaluation = (row: FoundEvaluation): BusinessEvaluation => ({
  _id: row.id,
  evaluation_date: row.evaluationDate,
  supervisor: row.supervisor,
  internship_facilitator: row.internshipFacilitator,
  contact_phone: row.contactPhone,
  term: row.term,
  ratings: row.ratings.map(({ questionId, questionText, rating }) => ({
    evaluation_question_id: questionId,
    question_text: questionText,
    rating: rating as Rating,
  })),
  comments: row.comments,
  discussed: row.discussed,
});
