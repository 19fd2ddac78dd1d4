import { utcDay, whyNotPastDay } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import { lastDayAt } from '@waypost/contract/opportunities/opportunities/rules';
import type { EvaluationInput } from '@waypost/contract/placements/evaluations/forms';
import {
  ANOTHER_CAME_FIRST,
  coversQuestions,
  DEFAULT_RATING,
  EVALUATED_WITHIN_YEARS,
  QUESTIONS_CHANGED,
  TERM_NOT_OFFERED,
  termsOn,
  whyNotEvaluate,
} from '@waypost/contract/placements/evaluations/rules';
import { refuse } from '@waypost/contract/refusal';
import type { ActedBy } from '../../platform/access/audit.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { sanitiseRequired } from '../../platform/outside/rich-text.ts';
import { type ProjectToChange, touchProject } from '../projects/change-queries.ts';
import { lockProject } from '../projects/project-changes.ts';
import {
  countEvaluations,
  type FoundQuestion,
  insertEvaluation,
  listEvaluationQuestions,
} from './queries.ts';

interface Saved {
  project: Authorized<ProjectToChange>;
  /** Its entry in the audit trail, and the receipt of a link. */
  details: { evaluation: 'mid-point' | 'conclusion'; supervisor: string };
}

/**
 * Saves an evaluation, by account or by link. 409 if the placement has ended, both evaluations exist, or another was
 * submitted first. Of two concurrent ones, one waits and is refused.
 */
export async function saveEvaluation<Caller extends { clientId: string }>(
  tx: Tx,
  caller: Caller,
  input: EvaluationInput,
  { isTheirs, by }: { isTheirs: (caller: Caller, project: ProjectToChange) => boolean; by: ActedBy },
  now: Date,
): Promise<Saved> {
  const { comments } = sanitiseRequired({ comments: input.comments });
  if (input.term && !termsOn(lastDayAt(now)).includes(input.term))
    refuse('invalid-input', undefined, { term: [t(TERM_NOT_OFFERED)] });
  const wrongDay = whyNotPastDay(input.evaluation_date, utcDay(now), EVALUATED_WITHIN_YEARS);
  if (wrongDay) refuse('invalid-input', undefined, { evaluation_date: [wrongDay] });

  const project = await lockProject(caller, input.project_id, tx, isTheirs);
  const key = { clientId: project.clientId, projectId: project.id };
  const [[submitted], questions] = await Promise.all([
    countEvaluations(tx, key),
    listEvaluationQuestions(tx, { clientId: project.clientId }),
  ]);
  const count = submitted?.count ?? 0;
  const obstacle = whyNotEvaluate(project, count, input.evaluation_count);
  if (obstacle) refuse('conflict', obstacle);

  const evaluation = {
    ...toColumns(input, questions),
    comments,
    ordinal: count + 1,
    submittedBy: by.name,
    submittedVia: by.via,
  };
  if (!(await insertEvaluation(tx, project, evaluation, now))) refuse('conflict', t(ANOTHER_CAME_FIRST));
  await touchProject(tx, { ...key, now });
  const { supervisor } = input;
  return { project, details: { evaluation: count === 0 ? 'mid-point' : 'conclusion', supervisor } };
}

/** The answers in the questions' order, each with the question's current text. */
function toColumns(input: EvaluationInput, questions: FoundQuestion[]) {
  // Without ratings, each question gets the form's default.
  const unrated = questions.map(({ id }) => ({ evaluation_question_id: id, rating: DEFAULT_RATING }));
  const ratings = input.ratings.length > 0 ? input.ratings : unrated;
  if (!coversQuestions(ratings, questions))
    refuse('invalid-input', undefined, { ratings: [t(QUESTIONS_CHANGED)] });
  const given = new Map<string, string>(ratings.map((one) => [one.evaluation_question_id, one.rating]));
  return {
    evaluationDate: input.evaluation_date,
    supervisor: input.supervisor,
    internshipFacilitator: input.internship_facilitator,
    contactPhone: input.contact_phone,
    term: input.term,
    discussed: input.discussed,
    ratings: questions.flatMap(({ id, questionText }) => {
      const rating = given.get(id);
      return rating ? [{ evaluationQuestionId: id, questionText, rating }] : [];
    }),
  };
}
