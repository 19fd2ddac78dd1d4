import type { EvaluationQuestion } from '@waypost/contract/evaluations/calls';
import type { EvaluationInput } from '@waypost/contract/evaluations/forms';
import { DEFAULT_RATING, type Rating } from '@waypost/contract/evaluations/rules';
import type { User } from '@waypost/contract/profiles/calls';
import type { Project } from '@waypost/contract/projects/calls';

/** What stands in the form: the ratings that somebody has set; all others are at the default. */
export type EvaluationValues = Required<EvaluationInput>;
export type Ratings = EvaluationValues['ratings'];

/**
 * A form to begin with. Who supervises and how they are reached is what the last evaluation said, else what the
 * business's profile says.
 */
export function firstValues(project: Project, user: User, today: string, term: string): EvaluationValues {
  const last = project.business_evaluations?.at(-1);
  return {
    project_id: project._id,
    evaluation_date: today,
    supervisor: last?.supervisor ?? user.contact_name,
    internship_facilitator: last?.internship_facilitator ?? '',
    contact_phone: last?.contact_phone ?? user.contact_phone,
    term,
    ratings: [],
    comments: '',
    discussed: false,
    evaluation_count: project.evaluation_count,
  };
}

export function ratingOf(ratings: Ratings, questionId: string): Rating {
  return ratings.find((one) => one.evaluation_question_id === questionId)?.rating ?? DEFAULT_RATING;
}

export function withRating(ratings: Ratings, evaluation_question_id: string, rating: Rating): Ratings {
  const others = ratings.filter((one) => one.evaluation_question_id !== evaluation_question_id);
  return [...others, { evaluation_question_id, rating }];
}

/** An answer to each question that stands now, and to no other. */
export function allRatings(questions: readonly EvaluationQuestion[], ratings: Ratings): Ratings {
  return questions.map(({ _id }) => ({ evaluation_question_id: _id, rating: ratingOf(ratings, _id) }));
}
