import { currentLocale, type Message, msg, t } from '../../i18n.ts';
import { type Party, statusWords } from '../agreements/rules.ts';
import { EVALUATIONS_REQUIRED } from '../evaluations/rules.ts';
import type { Progress, ShownStep } from './calls.ts';
import type { ProgressStep } from './rules.ts';

const stepWords: Record<ProgressStep, Message> = {
  offer: msg('Offer accepted'),
  consent: msg('Guardian’s consent'),
  terms: msg('Agreement filled in'),
  sending: msg('Agreement sent'),
  'student signature': msg('Student’s signature'),
  'guardian signature': msg('Guardian’s signature'),
  'business signature': msg('Business’s signature'),
  'school signature': msg('School’s signature'),
  'first day': msg('First day'),
  hours: msg('Hours'),
  reflections: msg('Reflections'),
  evaluations: msg('Evaluations'),
  summary: msg('Final Summary'),
  project: msg('Final Project'),
  'sign-off': msg('School’s approval'),
  end: msg('End of the placement'),
};

/** A step's name; the student's own signature is theirs. */
export const nameOf = ({ step }: ShownStep, viewer: Progress['viewer']): string =>
  viewer === 'student' && step === 'student signature' ? t('Your signature') : t(stepWords[step]);

/** Each party within a sentence. */
const waitedFor: Record<Party, Message> = {
  student: msg('the student'),
  guardian: msg('the parent or guardian'),
  business: msg('the business'),
  school: msg('the school'),
};

/** The status of a step, in a sentence. `show` formats a moment or a day for the reader. */
export function stateOf(
  { state, turn, at }: ShownStep,
  viewer: Progress['viewer'],
  show: (at: string) => string,
): string {
  const day = at === null ? null : show(at);
  if (state === 'done') return day ? t('Done on {day}', { day }) : t('Done');
  if (state === 'not needed') return t('Not needed');
  if (state === 'later') return day ? t('Planned for {day}', { day }) : t('Later');
  if (turn.length === 0) return day ? t('On {day}', { day }) : t('Later');
  if (turn.includes(viewer)) return day ? t('Your turn since {day}', { day }) : t('Your turn');
  const parties = new Intl.ListFormat(currentLocale()).format(turn.map((party) => t(waitedFor[party])));
  return day
    ? t('Waiting for {parties} since {day}', { parties, day })
    : t('Waiting for {parties}', { parties });
}

/** How much of a step is done, or what happened to it; null if there is nothing to add. */
export function detailOf({ step, state }: ShownStep, progress: Progress): string | null {
  const { hours, reflections, evaluations, agreement_status, business_status } = progress;
  if (step === 'hours' && state !== 'not needed') {
    const done = { accepted: showHours(hours.accepted), minimum: String(hours.minimum) };
    return hours.pending === 0
      ? t('{accepted} of {minimum} hours approved', done)
      : t('{accepted} of {minimum} hours approved, {pending} waiting', {
          ...done,
          pending: showHours(hours.pending),
        });
  }
  if (step === 'reflections' && reflections && state !== 'not needed')
    return t('{done} of {n} answered', { done: reflections.answered, n: reflections.questions });
  if (step === 'evaluations' && state !== 'not needed')
    return t('{submitted} of {evaluationsRequired} submitted', {
      submitted: evaluations,
      evaluationsRequired: EVALUATIONS_REQUIRED,
    });
  if (step === 'sending' && state === 'now' && agreement_status && agreement_status !== 'draft')
    return t(statusWords[agreement_status]);
  if (step === 'end' && state === 'done')
    return business_status === 'terminated' ? t('Ended early') : t('Completed');
  return null;
}

/** Hours with two decimals (docs/behavior/ui.md#formats). */
const showHours = (hours: number) => hours.toFixed(2);
