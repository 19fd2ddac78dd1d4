import { addDays, farFromToday } from '../../dates.ts';
import { msg, t } from '../../i18n.ts';
import { momentIn } from '../../time-zones.ts';

/** `Proposed`: the student asks for another time. A canceled interview can be scheduled again. */
export const interviewStates = ['Invited', 'Proposed', 'Confirmed', 'Canceled'] as const;
export type InterviewState = (typeof interviewStates)[number];

/** The allowed lengths of an interview, in minutes. */
export const interviewLengths = [15, 30, 45, 60, 90, 120] as const;
export const USUAL_MINUTES = 30;

export const NO_INTERVIEW = msg('There is no interview to answer. It may have been canceled');
export const TIME_CHANGED = msg('The interview’s time has changed. Look at the new one');
export const INTERVIEW_OVER = msg('This interview’s time has passed. Agree on a new one');

export const isLive = (state: InterviewState) => state !== 'Canceled';

/** The moment of a date and time in the school system's zone, or the error for each field. */
export function readTime(
  { date, time }: { date: string; time: string },
  timeZone: string,
  now: Date,
): { at: Date } | { wrong: { date: string } | { time: string } } {
  const at = momentIn(timeZone, date, time);
  if (!at) return { wrong: { time: t('this time does not exist on that day, because the clocks change') } };
  if (at <= now) return { wrong: { date: t('must be in the future') } };
  const latest = addDays(now.toISOString().slice(0, 10), 366);
  return date > latest ? { wrong: { date: farFromToday(1) } } : { at };
}
