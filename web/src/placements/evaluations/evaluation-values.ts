import type { EvaluationStart } from '@waypost/contract/placements/evaluations/calls';
import type { EvaluationInput } from '@waypost/contract/placements/evaluations/forms';
import { DEFAULT_RATING, type Rating } from '@waypost/contract/placements/evaluations/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import type { EvaluationQuestion } from '@waypost/contract/school-system/lists/calls';

/** The form's values. `ratings` has only those that the person has set one by one; all others are `rest`. */
export type EvaluationValues = Required<EvaluationInput> & { rest: Rating };
export type Ratings = EvaluationValues['ratings'];

/** The initial values. */
export function firstValues(
  project: Project,
  start: EvaluationStart,
  today: string,
  term: string,
): EvaluationValues {
  return {
    ...start,
    project_id: project._id,
    evaluation_date: today,
    term,
    ratings: [],
    rest: DEFAULT_RATING,
    comments: '',
    discussed: false,
    evaluation_count: project.evaluation_count,
  };
}

export function ratingOf(ratings: Ratings, rest: Rating, questionId: string): Rating {
  return ratings.find((one) => one.evaluation_question_id === questionId)?.rating ?? rest;
}

/** How many of the questions the person has not rated one by one. */
export function countUnrated(questions: readonly EvaluationQuestion[], ratings: Ratings): number {
  return questions.filter(({ _id }) => !ratings.some((one) => one.evaluation_question_id === _id)).length;
}

export function withRating(ratings: Ratings, evaluation_question_id: string, rating: Rating): Ratings {
  const others = ratings.filter((one) => one.evaluation_question_id !== evaluation_question_id);
  return [...others, { evaluation_question_id, rating }];
}

/** One answer for each current question. */
export function allRatings(
  questions: readonly EvaluationQuestion[],
  { ratings, rest }: Pick<EvaluationValues, 'ratings' | 'rest'>,
): Ratings {
  return questions.map(({ _id }) => ({ evaluation_question_id: _id, rating: ratingOf(ratings, rest, _id) }));
}
