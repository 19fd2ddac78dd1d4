import { MINIMUM_HOURS } from '../../opportunities/opportunities/rules.ts';
import type { ConsentDecision } from '../../people/consents/rules.ts';
import type { BusinessStatus } from '../../statuses.ts';
import {
  type AgreementStatus,
  isAwaitingSignatures,
  mayLogHours,
  openParties,
  type Party,
  partiesOf,
  type SigningOrder,
} from '../agreements/rules.ts';
import { EVALUATIONS_REQUIRED } from '../evaluations/rules.ts';
import { summaryDue } from '../final-work/rules.ts';
import { evaluationDue } from '../pace/rules.ts';
import { itemStatuses, type ProjectFacts } from '../projects/report.ts';
import { type ApprovalType, ITEM_APPROVED, SUBMITTED } from '../projects/rules.ts';

/** The steps of a placement, in order (docs/behavior/progress.md#steps). */
export const progressSteps = [
  'offer',
  'consent',
  'terms',
  'sending',
  'student signature',
  'guardian signature',
  'business signature',
  'school signature',
  'first day',
  'hours',
  'reflections',
  'evaluations',
  'summary',
  'project',
  'sign-off',
  'end',
] as const;
export type ProgressStep = (typeof progressSteps)[number];

/** Several steps can be `now` at the same time, such as signatures in parallel. */
export const stepStates = ['done', 'now', 'later', 'not needed'] as const;
export type StepState = (typeof stepStates)[number];

export interface Step {
  step: ProgressStep;
  state: StepState;
  /** Whose turn it is; empty unless it is `now`, or if it is only waiting for a day. */
  turn: Party[];
  /**
   * An ISO 8601 moment or a day, YYYY-MM-DD: when it was done, when somebody's turn began, or the planned day. Null if
   * that is not known.
   */
  at: string | null;
}

/** The facts about a placement that decide its steps. Moments in ISO 8601, days YYYY-MM-DD, hours in hours. */
export interface ProgressFacts {
  status: BusinessStatus;
  /** When it was completed or terminated; null while it is open, or if that was not recorded. */
  endedAt: string | null;
  placedAt: string;
  startsOn: string;
  endsOn: string;
  /** Whether a guardian decides for the student. */
  needsGuardian: boolean;
  /** The newest decision about the student's information. */
  consent: { decision: ConsentDecision; at: string } | null;
  /** When a guardian was first asked, if they have not decided. */
  askedAt: string | null;
  /** The version in effect; null for a placement without one. */
  agreement: {
    status: AgreementStatus;
    /** Whether a draft has every term that its template requires. */
    isComplete: boolean;
    parties: readonly Party[];
    order: SigningOrder;
    signatures: readonly { party: Party; at: string }[];
    sentAt: string | null;
    /** When it was last changed, declined or voided, or when it expired. */
    changedAt: string;
  } | null;
  /** Whether the school system lets students log hours before everyone has signed. */
  hoursBeforeSigned: boolean;
  work: ProjectFacts;
  /** When the oldest pending entry was logged. */
  waitingSince: string | null;
  evaluatedAt: string | null;
  summaryAt: string | null;
  filesAt: string | null;
  approvedAt: Partial<Record<ApprovalType, string>>;
  sentBackAt: Partial<Record<ApprovalType, string>>;
}

/** Between the student, their guardian and the school (docs/behavior/final-work.md#after-the-end). */
const hiddenFromBusiness: readonly ProgressStep[] = [
  'consent',
  'reflections',
  'summary',
  'project',
  'sign-off',
];

/** The steps of a placement as one of its parties sees them. `today` is a day, YYYY-MM-DD. */
export function stepsOf(facts: ProgressFacts, viewer: Party, today: string): Step[] {
  const started = hasStarted(facts, today);
  const hours = hoursStep(facts, started ? startedAt(facts, today) : null);
  const evaluations = evaluationsStep(facts, today);
  const steps = [
    done('offer', facts.placedAt),
    consentStep(facts, started),
    ...agreementSteps(facts),
    firstDayStep(facts, started, today),
    hours,
    reflectionsStep(facts, started ? startedAt(facts, today) : null),
    evaluations,
    ...finalSteps(facts, hours.state === 'done', today),
    signOffStep(facts),
    endStep(facts, hours, evaluations),
  ];
  return viewer === 'business' ? steps.filter(({ step }) => !hiddenFromBusiness.includes(step)) : steps;
}

/** The step to emphasize: the first that is up to this party, or else to anybody. Undefined once nothing is open. */
export function currentStep<Found extends Pick<Step, 'state' | 'turn'>>(
  steps: readonly Found[],
  viewer: Party,
): Found | undefined {
  const open = steps.filter(({ state }) => state === 'now');
  return (
    open.find(({ turn }) => turn.includes(viewer)) ?? open.find(({ turn }) => turn.length > 0) ?? open[0]
  );
}

const done = (step: ProgressStep, at: string | null): Step => ({ step, state: 'done', turn: [], at });
const later = (step: ProgressStep, at: string | null = null): Step => ({
  step,
  state: 'later',
  turn: [],
  at,
});
const unneeded = (step: ProgressStep): Step => ({ step, state: 'not needed', turn: [], at: null });
const current = (step: ProgressStep, turn: Party[], at: string | null): Step => ({
  step,
  state: 'now',
  turn,
  at,
});

const hasEnded = ({ status }: ProgressFacts) => status !== 'open';
const isTerminated = ({ status }: ProgressFacts) => status === 'terminated';

const canLogHours = ({ hoursBeforeSigned, agreement }: ProgressFacts) =>
  mayLogHours(
    { hoursBeforeSigned },
    { hasAgreement: agreement !== null, isSigned: agreement?.status === 'signed' },
  );

const hasStarted = (facts: ProgressFacts, today: string) =>
  facts.work.totalHours > 0 || (facts.startsOn <= today && canLogHours(facts));

/** When the work began: students may log hours before the planned first day. */
const startedAt = ({ startsOn, placedAt, work }: ProgressFacts, today: string): string =>
  startsOn <= today ? startsOn : (work.hoursLastUpdated ?? placedAt);

/**
 * Work can begin without a consent (decision 60), so once it has begun, a consent that nobody asked for is not needed.
 */
function consentStep(facts: ProgressFacts, started: boolean): Step {
  const { consent, needsGuardian, askedAt } = facts;
  if (consent?.decision === 'given') return done('consent', consent.at);
  if (hasEnded(facts) || !needsGuardian) return unneeded('consent');
  if (consent) return current('consent', ['school'], consent.at);
  if (askedAt) return current('consent', ['guardian'], askedAt);
  return started ? unneeded('consent') : current('consent', ['school'], facts.placedAt);
}

function agreementSteps(facts: ProgressFacts): Step[] {
  const { agreement } = facts;
  if (!agreement) return [unneeded('terms')];
  const { status, sentAt, changedAt, signatures, order } = agreement;
  const isDraft = status === 'draft';
  const isOpen = isAwaitingSignatures(status);
  // Before it is sent, the parties are those that usually sign.
  const required = agreement.parties.length > 0 ? agreement.parties : partiesOf(facts.needsGuardian);
  const signed = signatures.map(({ party }) => party);
  const turn = isOpen ? openParties(required, signed, order) : [];
  const turnSince = latest([sentAt, ...(order === 'sequence' ? signatures.map(({ at }) => at) : [])]);
  const sending = isDraft
    ? agreement.isComplete
      ? current('sending', ['school'], changedAt)
      : later('sending')
    : isOpen || status === 'signed'
      ? done('sending', sentAt)
      : current('sending', ['school'], changedAt);
  const steps = [
    isDraft && !agreement.isComplete
      ? current('terms', ['business'], changedAt)
      : done('terms', sentAt ?? changedAt),
    sending,
    ...required.map((party): Step => {
      const step = `${party} signature` as const;
      const signature = signatures.find((one) => one.party === party);
      if (signature) return done(step, signature.at);
      return turn.includes(party) ? current(step, [party], turnSince) : later(step);
    }),
  ];
  return hasEnded(facts) ? steps.map((one) => (one.state === 'done' ? one : unneeded(one.step))) : steps;
}

function firstDayStep(facts: ProgressFacts, started: boolean, today: string): Step {
  const { startsOn } = facts;
  if (started) return done('first day', startsOn <= today ? startsOn : null);
  if (hasEnded(facts)) return unneeded('first day');
  return canLogHours(facts) ? current('first day', [], startsOn) : later('first day', startsOn);
}

function hoursStep(facts: ProgressFacts, begun: string | null): Step {
  const { work, waitingSince, approvedAt } = facts;
  const minimum = MINIMUM_HOURS[work.internshipType];
  const { hours } = itemStatuses(work);
  if (hours === ITEM_APPROVED) return done('hours', approvedAt.hours ?? null);
  const mayAdd = !isTerminated(facts) && work.acceptedHours + work.pendingHours < minimum;
  if (work.pendingCount > 0)
    return current('hours', mayAdd ? ['business', 'student'] : ['business'], waitingSince);
  if (hours === SUBMITTED)
    return isTerminated(facts) && work.acceptedHours < minimum
      ? unneeded('hours')
      : done('hours', work.hoursLastUpdated);
  return begun ? current('hours', ['student'], work.hoursLastUpdated ?? begun) : later('hours');
}

function reflectionsStep(facts: ProgressFacts, begun: string | null): Step {
  const { work, approvedAt, sentBackAt } = facts;
  const { reflection } = itemStatuses(work);
  if (reflection === ITEM_APPROVED) return done('reflections', approvedAt.reflection ?? null);
  if (work.questions === 0) return unneeded('reflections');
  if (reflection === SUBMITTED) return done('reflections', work.reflectionLastUpdated);
  if (sentBackAt.reflection) return current('reflections', ['student'], sentBackAt.reflection);
  if (isTerminated(facts)) return unneeded('reflections');
  return begun
    ? current('reflections', ['student'], work.reflectionLastUpdated ?? begun)
    : later('reflections');
}

function evaluationsStep(facts: ProgressFacts, today: string): Step {
  const { work, evaluatedAt, approvedAt, placedAt, startsOn, endsOn } = facts;
  if (work.approved.includes('evals')) return done('evaluations', approvedAt.evals ?? null);
  if (work.evaluations >= EVALUATIONS_REQUIRED) return done('evaluations', evaluatedAt);
  // A business can evaluate only while the placement runs.
  if (hasEnded(facts)) return unneeded('evaluations');
  const days = { placedOn: placedAt.slice(0, 10), start: startsOn, end: endsOn };
  const due = evaluationDue(days, work.evaluations);
  return due !== null && due <= today ? current('evaluations', ['business'], due) : later('evaluations', due);
}

function finalSteps(facts: ProgressFacts, hoursAreIn: boolean, today: string): Step[] {
  const { work, summaryAt, filesAt, approvedAt, sentBackAt, status, endsOn } = facts;
  const isOver = today >= endsOn;
  const isEnding = isOver || hoursAreIn || status === 'completed';
  const since = isOver ? endsOn : work.hoursLastUpdated;
  const step = (item: 'summary' | 'project', isIn: boolean, at: string | null): Step => {
    if (work.approved.includes(item)) return done(item, approvedAt[item] ?? null);
    const sentBack = sentBackAt[item];
    if (sentBack) return current(item, ['student'], sentBack);
    if (isIn) return done(item, at);
    if (isTerminated(facts)) return unneeded(item);
    return isEnding ? current(item, ['student'], since) : later(item, summaryDue(endsOn, null));
  };
  return [step('summary', work.hasSummary, summaryAt), step('project', work.finalFiles > 0, filesAt)];
}

/** The school checks each part once it is in, and finally all of them together. */
function signOffStep(facts: ProgressFacts): Step {
  const { work, approvedAt, summaryAt, filesAt, evaluatedAt } = facts;
  const status = itemStatuses(work);
  if (status.msde === ITEM_APPROVED) return done('sign-off', approvedAt.msde ?? null);
  const submitted: [ApprovalType, string | null][] = [
    ['hours', work.hoursLastUpdated],
    ['reflection', work.reflectionLastUpdated],
    ['project', filesAt],
    ['summary', summaryAt],
    ['evals', evaluatedAt],
  ];
  const waiting = submitted.flatMap(([item, at]) => (status[item] === SUBMITTED && at ? [at] : []));
  const [first] = waiting.toSorted();
  if (first) return current('sign-off', ['school'], first);
  if (status.msde === SUBMITTED) return current('sign-off', ['school'], latest(Object.values(approvedAt)));
  return isTerminated(facts) ? unneeded('sign-off') : later('sign-off');
}

function endStep(facts: ProgressFacts, hours: Step, evaluations: Step): Step {
  if (hasEnded(facts)) return done('end', facts.endedAt);
  return hours.state === 'done' && evaluations.state === 'done'
    ? current('end', ['business'], latest([hours.at, evaluations.at]))
    : later('end', facts.endsOn);
}

const latest = (moments: readonly (string | null)[]): string | null =>
  moments
    .filter((one) => one !== null)
    .toSorted()
    .at(-1) ?? null;
