import { addDays, farFromToday, shownDate } from '../../dates.ts';
import { msg, t } from '../../i18n.ts';
import { momentIn, shownIn } from '../../time-zones.ts';

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

/** When an interview is, as far as it is known. `day`, YYYY-MM-DD, is that of an interview without a time. */
export interface When {
  startsAt: Date | null;
  day: string | null;
}

export const NO_TIME: When = { startsAt: null, day: null };

/** The time of an interview in a zone, or what is known of it. */
export function shownWhen({ startsAt, day }: When, timeZone: string): string {
  if (startsAt) return shownIn(timeZone, startsAt);
  return day ? t('{day}, time to be arranged', { day: shownDate(day) }) : t('To be arranged');
}

/** Why an interview without a time cannot have this day, or null if it can. Both YYYY-MM-DD. */
export function whyNotDay(day: string, today: string): string | null {
  if (day < today) return t('must not be in the past');
  return day > addDays(today, 366) ? farFromToday(1) : null;
}

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
