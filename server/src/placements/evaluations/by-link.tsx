import { utcDay } from '@waypost/contract/dates';
import { msg, t } from '@waypost/contract/i18n';
import { shortName } from '@waypost/contract/messages/links/rules';
import { lastDayAt } from '@waypost/contract/opportunities/opportunities/rules';
import { normalizePhone } from '@waypost/contract/phones';
import { EvaluationInput } from '@waypost/contract/placements/evaluations/forms';
import {
  DEFAULT_RATING,
  ratingChoices,
  termName,
  termOf,
  termsOn,
  whyNotEvaluate,
} from '@waypost/contract/placements/evaluations/rules';
import { refuse } from '@waypost/contract/refusal';
import { dayIn } from '@waypost/contract/time-zones';
import { isEnglishOriginal, ownText } from '@waypost/contract/translated-text';
import { wireName } from '@waypost/contract/wire-names';
import { renderToStaticMarkup } from 'react-dom/server';
import { Choice, Field, type FormState, Problem, TextField } from '../../messages/links/html.tsx';
import { Button, Form, NameField } from '../../messages/links/page.tsx';
import type { Purpose } from '../../messages/links/purpose.ts';
import { readInput } from '../../platform/access/input.ts';
import { isLinkedPlacement } from '../../platform/access/ownership.ts';
import { findLinkedPlacement, findLinkedStart } from './by-link-queries.ts';
import {
  countEvaluations,
  type EvaluationStart,
  type FoundQuestion,
  listEvaluationQuestions,
} from './queries.ts';
import { saveEvaluation } from './save-evaluation.ts';

/** One evaluation of one intern, by their supervisor at the business. */
export const evaluationPurpose: Purpose = {
  call: 'saveEvaluation',
  title: msg('Evaluate an intern'),
  mayPassOn: true,

  async open(tx, link, now) {
    const key = { clientId: link.clientId, projectId: link.subjectId };
    const [placement, [submitted], questions, found] = await Promise.all([
      findLinkedPlacement(tx, link),
      countEvaluations(tx, key),
      listEvaluationQuestions(tx, key),
      findLinkedStart(tx),
    ]);
    const count = submitted?.count ?? 0;
    if (!placement?.isApproved || !found) return null;
    const obstacle = whyNotEvaluate({ business_status: placement.businessStatus }, count);
    if (obstacle) return () => <p>{obstacle}</p>;
    const intern = shortName(placement.firstName, placement.lastName) || t('A former student');
    // Never a day that has not started in UTC, because it could not be saved.
    const today = [dayIn(link.client.timeZone, now), utcDay(now)].sort()[0] ?? '';
    const start = count === 0 && link.recipient.name ? { ...found, supervisor: link.recipient.name } : found;
    return (form) => toForm({ intern, title: placement.title, count, questions, start, today, now }, form);
  },

  async act(tx, link, { name, values, now }) {
    const placement = await findLinkedPlacement(tx, link);
    if (!placement?.isApproved) refuse('conflict');
    const input = readInput(EvaluationInput, toInput(values, link.subjectId));
    const given = { isTheirs: isLinkedPlacement, by: { name, via: 'link' } as const };
    const { project, details } = await saveEvaluation(tx, link, input, given, now);
    const { studentId, firstName, lastName } = placement;
    return {
      actions: [
        {
          action: 'submit evaluation',
          about: studentId ? { id: studentId, name: shortName(firstName, lastName) } : null,
          details: { project: project.id, ...details },
        },
      ],
      isDone: true,
    };
  },

  receipt: ({ evaluation }) =>
    evaluation === 'mid-point' ? t('Mid-point evaluation submitted') : t('Final evaluation submitted'),
};

/** Converts a form sent without scripts to the account's input. */
function toInput(values: URLSearchParams, projectId: string) {
  const ratings = [...values]
    .filter(([name]) => name.startsWith(RATING))
    .map(([name, index]) => ({
      evaluation_question_id: name.slice(RATING.length),
      rating: ratingChoices[Number(index)],
    }));
  return {
    project_id: projectId,
    evaluation_date: values.get('evaluation_date'),
    supervisor: values.get('supervisor'),
    internship_facilitator: values.get('internship_facilitator'),
    contact_phone: normalizePhone(values.get('contact_phone') ?? ''),
    term: values.get('term') ?? '',
    ratings,
    comments: toParagraphs(values.get('comments') ?? ''),
    discussed: values.get('discussed') === 'yes',
    evaluation_count: Number(values.get('evaluation_count')),
  };
}

/** Short, because each question repeats it, and pages stay below 15 kB. */
const RATING = 'r-';

/** Converts plain text to the rich text that evaluations have. */
const toParagraphs = (text: string) =>
  text
    .split(/\r?\n\s*\r?\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => renderToStaticMarkup(<p>{paragraph.trim()}</p>))
    .join('');

interface EvaluationFormProps {
  /** The earlier of today's dates in the school system's time zone and in UTC. */
  today: string;
  intern: string;
  title: string;
  count: number;
  questions: readonly FoundQuestion[];
  start: Pick<EvaluationStart, 'supervisor' | 'internshipFacilitator' | 'contactPhone'>;
  now: Date;
}

function toForm(
  { intern, title, count, questions, start, today, now }: EvaluationFormProps,
  form: FormState,
) {
  const words = count === 0 ? t('Mid-point evaluation') : t('Final evaluation');
  const terms = termsOn(lastDayAt(now)).map((term) => [term, termName(term)] as const);
  // A link may not read the school system's language. If questions have a Spanish translation, they are in English.
  const writesEnglish = questions.some(({ questionTextEs }) => questionTextEs !== '');
  return (
    <>
      <p>
        {words}: {intern}, {title}
      </p>
      <Form>
        <input type="hidden" name="evaluation_count" value={count} />
        <Field form={form} name="evaluation_date" label={t('Date')} type="date" initial={today} />
        <Field form={form} name="supervisor" label={t('Supervisor')} initial={start.supervisor} />
        <Field
          form={form}
          name="internship_facilitator"
          label={t('Coordinator at the school')}
          initial={start.internshipFacilitator}
        />
        <Field
          form={form}
          name="contact_phone"
          label={t('Phone')}
          type="tel"
          initial={start.contactPhone}
          autoComplete="tel"
        />
        <Choice form={form} name="term" label={t('Term')} initial={termOf(today)} options={terms} />
        <h2>{t('Ratings')}</h2>
        <Problem form={form} name="ratings" />
        {questions.map((question) => toRating(question, writesEnglish, form))}
        <h2>{t('Comments')}</h2>
        <TextField form={form} name="comments" label={t('How is the intern doing?')} maxLength={15_000} />
        <label className="entry">
          <input
            type="checkbox"
            name="discussed"
            value="yes"
            defaultChecked={form.values.get('discussed') === 'yes'}
          />
          <span>{t('I discussed this evaluation with the intern')}</span>
        </label>
        <NameField form={form} />
        <Button value="evaluate">{t('Submit the evaluation')}</Button>
      </Form>
    </>
  );
}

/** A question with the scale, in few bytes: a rating is sent as its position. */
function toRating(
  { id, questionText, questionTextEs }: FoundQuestion,
  writesEnglish: boolean,
  form: FormState,
) {
  const name = `${RATING}${id}`;
  return (
    <label key={id} className="field">
      {writesEnglish && isEnglishOriginal(questionTextEs, null) ? (
        <span lang="en">{questionText}</span>
      ) : (
        ownText(questionText, questionTextEs)
      )}
      <select name={name} defaultValue={form.values.get(name) ?? ratingChoices.indexOf(DEFAULT_RATING)}>
        {ratingChoices.map((rating, index) => (
          <option key={rating} value={index}>
            {wireName(rating)}
          </option>
        ))}
      </select>
    </label>
  );
}
