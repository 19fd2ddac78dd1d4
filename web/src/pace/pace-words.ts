import { type Message, msg, t } from '@waypost/contract/i18n';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/rules';
import type { Concern, Pace, PaceReason, PaceResult } from '@waypost/contract/pace/rules';
import type { ProjectRow } from '@waypost/contract/projects/calls';
import { showDate, showMoment } from '../ui/dates.ts';
import type { StatusTone } from '../ui/StatusBadge.tsx';

/** How each pace is shown. */
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

const hours = (number: number) => `${Math.round(number * 100) / 100}`;

const reasons: Record<PaceReason, (project: ProjectRow, logged: string, pace: PaceResult) => string> = {
  'ended short': ({ opportunity_id_fk: { internship_type } }, logged) =>
    t('Ended with {logged} of {minimum} hours', { logged, minimum: MINIMUM_HOURS[internship_type] }),
  'far short': expected,
  short: expected,
  'no recent hours': ({ last_entry }) =>
    last_entry ? t('No hours since {day}', { day: showDate(last_entry) }) : t('No hours logged yet'),
  'hours waiting': ({ waiting_since }) =>
    t('Hours waiting for the business since {day}', { day: showMoment(waiting_since ?? '') }),
  'evaluation overdue': () => t('An evaluation is overdue'),
  'reflections due': () => t('Not all reflections are answered'),
  'not started': ({ opportunity_id_fk: { employment_start } }) =>
    t('Starts {day}', { day: showDate(employment_start) }),
  'keeping up': expected,
};

function expected(_: ProjectRow, logged: string, { expectedHours }: PaceResult): string {
  return t('{logged} of the {expectedHours} hours expected by now', { logged, expectedHours });
}

/** Why a placement has its pace, in a sentence without a period. */
export function whyPace(project: ProjectRow, pace: PaceResult): string {
  return reasons[pace.reason](project, hours(project.reportData.total_hours), pace);
}
