import { msg, t } from '../../i18n.ts';
import type { BusinessStatus } from '../../statuses.ts';

/** From one end of the scale to the other (docs/behavior/evaluations.md#form). */
export const ratingChoices = [
  'Not Applicable',
  'Ineffective',
  'Needs Improvement',
  'Effective',
  'Highly Effective',
] as const;
export type Rating = (typeof ratingChoices)[number];
export const DEFAULT_RATING: Rating = 'Effective';

/** How many years back an evaluation may be dated. */
export const EVALUATED_WITHIN_YEARS = 1;

/**
 * The terms that can be chosen on a day (YYYY-MM-DD): from last summer to next spring
 * (docs/behavior/evaluations.md#form).
 */
export function termsOn(day: string): string[] {
  const year = Number(day.slice(0, 4));
  return [
    ...['Summer', 'Fall'].map((season) => `${season} ${year - 1}`),
    ...['Spring', 'Summer', 'Fall'].map((season) => `${season} ${year}`),
    `Spring ${year + 1}`,
  ];
}

/** The term of a day: spring through May, summer through August, then fall. */
export function termOf(day: string): string {
  const [year, month] = day.split('-').map(Number);
  if (month === undefined || month <= 5) return `Spring ${year}`;
  return month <= 8 ? `Summer ${year}` : `Fall ${year}`;
}

/** The term in the reader's language. The wire uses English. */
export function termName(term: string): string {
  const [season, year] = term.split(' ');
  switch (season) {
    case 'Spring':
      return t('Spring {year}', { year: year ?? '' });
    case 'Summer':
      return t('Summer {year}', { year: year ?? '' });
    case 'Fall':
      return t('Fall {year}', { year: year ?? '' });
    default:
      return term;
  }
}

export const TERM_NOT_OFFERED = msg('choose one of the terms that are offered');
export const QUESTIONS_CHANGED = msg(
  'The evaluation questions have changed. Answer the current ones, then submit again',
);

/** Whether these ratings answer each question exactly once, and nothing else. */
export function coversQuestions(
  ratings: readonly { evaluation_question_id: string }[],
  questions: readonly { id: string }[],
): boolean {
  const answered = new Set(ratings.map((rating) => rating.evaluation_question_id));
  return (
    ratings.length === questions.length &&
    answered.size === questions.length &&
    questions.every(({ id }) => answered.has(id))
  );
}

export const NO_SUPERVISOR_EMAIL = msg(
  'This placement has no supervisor with an email address. Add one to the business’s contacts first',
);

/** Mid-point and conclusion (docs/behavior/evaluations.md#count). */
export const EVALUATIONS_REQUIRED = 2;

export function evaluationsRemaining(submitted: number): number {
  return Math.max(0, EVALUATIONS_REQUIRED - submitted);
}

export const BOTH_IN = msg('This intern already has both evaluations');
export const ANOTHER_CAME_FIRST = msg(
  'Someone else just evaluated this intern. Read that one before you send yours',
);

/**
 * Why this intern cannot be evaluated now, or null if they can (docs/behavior/evaluations.md#count). `submitted` counts
 * the evaluations that exist; `seen` counts those that existed when this one was started.
 */
export function whyNotEvaluate(
  project: { business_status: BusinessStatus },
  submitted: number,
  seen: number = submitted,
): string | null {
  if (evaluationsRemaining(submitted) === 0) return t(BOTH_IN);
  if (project.business_status !== 'open')
    return t('This placement is {businessStatus}, so you can’t evaluate it now', {
      businessStatus: project.business_status,
    });
  return seen === submitted ? null : t(ANOTHER_CAME_FIRST);
}
