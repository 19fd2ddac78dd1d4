import { type Message, msg, t } from '@waypost/contract/i18n';
import {
  type Concern,
  type Pace,
  type PaceReason,
  type PaceResult,
  paceFactsOf,
} from '@waypost/contract/placements/pace/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { showDate } from '../../ui/dates.ts';
import type { StatusTone } from '../../ui/StatusBadge.tsx';

/** The label and color of each pace. */
export const paceWords: Record<Pace, { word: Message; tone: StatusTone }> = {
  'on pace': { word: msg('On pace'), tone: 'good' },
  'at risk': { word: msg('At risk'), tone: 'attention' },
  behind: { word: msg('Behind'), tone: 'bad' },
};

export const concernWords: Record<Concern, Message> = {
  behind: msg('Behind'),
  'no recent hours': msg('No hours in 14 days'),
  'evaluation overdue': msg('Evaluation overdue'),
  'awaiting approval': msg('Awaiting approval'),
  'ending soon': msg('Ends within 30 days'),
};

const hours = (number: number) => number.toFixed(2);

/** The figures that explain a pace. Amounts are in hours, days are YYYY-MM-DD. */
export interface PaceFigures {
  reason: PaceReason;
  logged: number;
  expected: number;
  minimum: number;
  start: string;
  lastEntry: string | null;
  waitingSince: string | null;
}

const reasons: Record<PaceReason, (figures: PaceFigures) => string> = {
  'ended short': ({ logged, minimum }) =>
    t('Ended with {logged} of {minimum} hours', { logged: hours(logged), minimum }),
  'far short': expectedByNow,
  short: expectedByNow,
  'no recent hours': ({ lastEntry }) =>
    lastEntry ? t('No hours since {day}', { day: showDate(lastEntry) }) : t('No hours logged yet'),
  'hours waiting': ({ waitingSince }) =>
    t('Hours waiting for the business since {day}', { day: showDate(waitingSince ?? '') }),
  'evaluation overdue': () => t('An evaluation is overdue'),
  'reflections due': () => t('Not all reflections are answered'),
  'not started': ({ start }) => t('Starts {day}', { day: showDate(start) }),
  'keeping up': (figures) => (isWithinGrace(figures) ? '' : expectedByNow(figures)),
};

/**
 * Whether a placement is on pace with fewer hours than a steady pace has by now, because the rule allows for hours that
 * are not logged yet. Stating the expected hours would contradict "On pace".
 */
export const isWithinGrace = ({ reason, logged, expected }: PaceFigures): boolean =>
  reason === 'keeping up' && logged < expected;

/** The logged hours compared to a steady pace. */
export function expectedByNow({ logged, expected }: PaceFigures): string {
  return t('{logged} hours, {expectedHours} expected by now', {
    logged: hours(logged),
    expectedHours: hours(expected),
  });
}

/** Why a placement has its pace, as a sentence without a period; empty if its label says it all. */
export const explainPace = (figures: PaceFigures): string => reasons[figures.reason](figures);

/** The figures of a list's placement. */
export function figuresOf(project: ProjectRow, { reason, expectedHours }: PaceResult): PaceFigures {
  const facts = paceFactsOf(project);
  const { minimum, start, lastEntry, waitingSince } = facts;
  const logged = facts.approvedHours + facts.pendingHours;
  return { reason, logged, expected: expectedHours, minimum, start, lastEntry, waitingSince };
}
