import { shownDay, utcDay } from '@waypost/contract/dates';
import { msg, t } from '@waypost/contract/i18n';
import { shortName } from '@waypost/contract/messages/links/rules';
import type { Progress, ShownStep } from '@waypost/contract/placements/progress/calls';
import { detailOf, nameOf, stateOf } from '@waypost/contract/placements/progress/words';
import { missingBusiness } from '@waypost/contract/placements/projects/rules';
import { refuse } from '@waypost/contract/refusal';
import { dayIn } from '@waypost/contract/time-zones';
import type { Purpose } from '../../messages/links/purpose.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { toProgress } from './present.ts';
import { findLinkedProgress } from './queries.ts';

/** A placement's progress for a guardian whom staff confirmed, until the student is of age. It is read-only. */
export const progressPurpose: Purpose = {
  call: 'getProgress',
  title: msg('How the placement is going'),
  // The school decides who is on file.
  mayPassOn: false,

  async open(tx, link, now) {
    const found = await findLinkedProgress(tx, now);
    if (!found) return () => <p>{t(NO_LONGER)}</p>;
    if (!found.facts.needsGuardian) return () => <p>{t(OF_AGE)}</p>;
    const progress = toProgress(found, 'guardian', utcDay(now));
    const student = shortName(found.firstName, found.lastName);
    return () => toSteps({ ...progress, student }, link);
  },

  act: async () => refuse('not-allowed'),

  receipt: () => t('How the placement is going'),
};

const NO_LONGER = msg(
  'You can no longer see this with this link. If you still need to see it, ask the school.',
);
const SIGN_BY_EMAIL = msg(
  'The link to sign was emailed to the guardian who signs. To get it again, call {school}.',
);
const OF_AGE = msg('This student is 18 or older and decides without you.');

function toSteps(progress: Progress, { client: { name: school, timeZone } }: LinkCaller) {
  const { student, business, title, steps } = progress;
  const about = t('{student} at {business}: {title}', {
    student,
    title,
    business: business || missingBusiness(),
  });
  const show = (at: string) => shownDay(at.length === 10 ? at : dayIn(timeZone, new Date(at)));
  return (
    <>
      <p>{about}</p>
      <ol className="steps">{steps.map((step) => toStep(step, progress, show, school))}</ol>
    </>
  );
}

function toStep(step: ShownStep, progress: Progress, show: (at: string) => string, school: string) {
  // This link is read-only, and not every guardian who sees it may sign.
  const detail =
    step.step === 'guardian signature' && step.state === 'now'
      ? t(SIGN_BY_EMAIL, { school })
      : detailOf(step, progress);
  return (
    <li
      key={step.step}
      className={`step is-${step.state.replace(' ', '-')}`}
      aria-current={step.is_current ? 'step' : undefined}
    >
      <b>{nameOf(step, progress.viewer)}</b>
      <br />
      <span className="soft">
        {stateOf(step, progress.viewer, show)}
        {detail && (
          <>
            <br />
            {detail}
          </>
        )}
      </span>
    </li>
  );
}
