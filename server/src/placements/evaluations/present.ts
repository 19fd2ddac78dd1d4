import type { BusinessEvaluation } from '@waypost/contract/placements/evaluations/calls';
import type { Rating } from '@waypost/contract/placements/evaluations/rules';
import type { EvaluationQuestion } from '@waypost/contract/school-system/lists/calls';
import type { FoundEvaluation, FoundQuestion } from './queries.ts';

export const toEvaluationQuestion = (row: FoundQuestion): EvaluationQuestion => ({
  _id: row.id,
  question_text: row.questionText,
  question_text_es: row.questionTextEs,
  ordinal: row.ordinal,
  revision: row.revision,
});

export const toEvaluation = (row: FoundEvaluation): BusinessEvaluation => ({
  _id: row.id,
  evaluation_date: row.evaluationDate,
  supervisor: row.supervisor,
  internship_facilitator: row.internshipFacilitator,
  contact_phone: row.contactPhone,
  term: row.term,
  ratings: row.ratings.map(({ questionId, questionText, questionTextEs, rating }) => ({
    evaluation_question_id: questionId,
    question_text: questionText,
    question_text_es: questionTextEs,
    rating: rating as Rating,
  })),
  comments: row.comments,
  discussed: row.discussed,
  submitted_by: row.submittedBy,
  submitted_via: row.submittedVia as BusinessEvaluation['submitted_via'],
});
