import { addDays } from '../../dates.ts';
import { LINK_DAYS } from '../../messages/links/rules.ts';
import { type Weekday, weekdays } from '../../opportunities/opportunities/schedule.ts';
import { momentIn, wallTimeIn } from '../../time-zones.ts';
import type { FollowUpKind } from './rules.ts';

/** When people are reminded of something, in days since it began to wait or was due. */
export interface ReminderPlan {
  /** Whether anybody is reminded of it. */
  reminds: boolean;
  /** The first reminder, the days between two, and the day after which there are no more. */
  first: number;
  every: number;
  last: number;
  /** Whether others are told that it is still waiting, after how many days, and who: at least one. */
  escalates: boolean;
  escalate: number;
  escalates_to: EscalationTarget[];
}

/** Who can be told that something has waited too long. */
export const escalationTargets = ['Teacher', 'Admin', 'Business'] as const;
export type EscalationTarget = (typeof escalationTargets)[number];
export type ReminderPlans = Record<FollowUpKind, ReminderPlan>;

const on: Pick<ReminderPlan, 'reminds' | 'escalates' | 'escalates_to'> = {
  reminds: true,
  escalates: true,
  escalates_to: ['Teacher', 'Admin'],
};

/** The longest time that a plan can name, in days. */
export const PLAN_DAYS = 180;

/** The plan of each kind, until a school system changes it. */
export const defaultPlans: ReminderPlans = {
  offer: { ...on, first: 1, every: 4, last: 14, escalate: 10 },
  draft: { ...on, first: 3, every: 4, last: 30, escalate: 10 },
  agreement: { ...on, first: 5, every: 3, last: 30, escalate: 14 },
  // Only staff can do it.
  guardian: { ...on, reminds: false, first: 1, every: 1, last: 1, escalate: 10 },
  consent: { ...on, first: 5, every: 7, last: 30, escalate: 14 },
  supervisor: { ...on, first: 3, every: 7, last: 30, escalate: 14 },
  // New entries join those that are already waiting, so it has the longest possible plan.
  hours: { ...on, first: 1, every: 1, last: PLAN_DAYS, escalate: 14 },
  'hours sent back': { ...on, first: 3, every: 7, last: 30, escalate: 21 },
  evaluation: { ...on, first: 1, every: 5, last: 30, escalate: 14 },
  reflections: { ...on, first: 1, every: 7, last: 30, escalate: 14 },
  'final work': { ...on, first: 1, every: 7, last: 30, escalate: 14 },
};

/** Whether a kind can have reminders. Staff see their own work in their list instead. */
export const canHaveReminders = (kind: FollowUpKind): boolean => kind !== 'guardian';

/**
 * Whether the business can be notified that this has waited too long: only about what someone else does for it by link.
 */
export const canNotifyBusiness = (kind: FollowUpKind): boolean =>
  kind === 'evaluation' || kind === 'supervisor';

/** Whether a kind expires, so that everyone gets a last reminder first. */
export const canExpire = (kind: FollowUpKind): boolean => kind === 'agreement';

/** How many days before it expires people get a last reminder, and staff are told if they were not told before. */
export const LAST_CALL_DAYS = 3;
/**
 * Skips the last reminder for people reminded within this many days before it, because every reminder names the last
 * day.
 */
const JUST_REMINDED_DAYS = 2;

/** The most reminders that are sent, if nobody acts. */
export const mostReminders = ({ reminds, first, every, last }: ReminderPlan): number =>
  reminds ? Math.max(0, Math.floor((last - first) / every) + 1) : 0;

/**
 * When reminders are sent, in the school system's time zone: from one whole hour, 0 to 23, until another, 1 to 24, on
 * these days of the week.
 */
export interface ReminderHours {
  from: number;
  until: number;
  days: Weekday[];
}

/** The hours until a school system changes them. */
export const defaultHours: ReminderHours = { from: 8, until: 17, days: weekdays.slice(0, 5) };

/** Whether no reminders are sent at this moment, such as at night or on weekends. */
export function isQuiet({ from, until, days }: ReminderHours, timeZone: string, now: Date): boolean {
  const { day, time } = wallTimeIn(timeZone, now);
  const hour = Number(time.slice(0, 2));
  return !days.includes(weekdayOf(day)) || hour < from || hour >= until;
}

/** The moment at which a day's reminders begin. */
export function remindersStart({ from }: ReminderHours, timeZone: string, day: string): Date {
  // Clocks skip an hour when they go forward.
  for (const hour of [from, from + 1]) {
    const begin = momentIn(timeZone, day, `${String(hour).padStart(2, '0')}:00`);
    if (begin) return begin;
  }
  return new Date(`${day}T00:00:00Z`);
}

/** The next moment at which reminders are sent, from a moment at which they are not. */
export function nextReminders(hours: ReminderHours, timeZone: string, now: Date): Date {
  const { day: today } = wallTimeIn(timeZone, now);
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = addDays(today, ahead);
    const begin = remindersStart(hours, timeZone, day);
    if (begin > now && hours.days.includes(weekdayOf(day))) return begin;
  }
  return now;
}

/** The day of the week of a date, YYYY-MM-DD. */
const weekdayOf = (day: string): Weekday =>
  weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'Monday';

/** Something that is waiting for a person. Days are YYYY-MM-DD in the school system's time zone. */
export interface Waiting {
  kind: FollowUpKind;
  since: string;
  /** The day of the last individual email that asked this person; null if there was none. */
  askedOn: string | null;
  /** The day of the person's last reminder; null before the first. */
  remindedOn: string | null;
  /** The last day on which it can be done; null if it does not expire. */
  ends: string | null;
  /** Whether staff were told. */
  isEscalated: boolean;
}

/**
 * Whether a person is reminded of it today. The days of the plan count from when it began to wait, or from when this
 * person was asked, if that was later. A reminder due on a quiet day is sent on the next working one. Before it
 * expires, one is sent regardless of the plan's days.
 */
export function isReminderDue(
  { kind, since, askedOn, remindedOn, ends }: Waiting,
  plans: ReminderPlans,
  today: string,
): boolean {
  const plan = plans[kind];
  if (!plan.reminds) return false;
  const begin = askedOn !== null && askedOn > since ? askedOn : since;
  if (ends !== null && begin < today && today >= addDays(ends, -LAST_CALL_DAYS)) {
    const cutoff = addDays(ends, -LAST_CALL_DAYS - JUST_REMINDED_DAYS);
    if (remindedOn === null || remindedOn < cutoff) return true;
  }
  const isFirst = remindedOn === null || remindedOn < begin;
  const due = isFirst ? addDays(begin, plan.first) : addDays(remindedOn, plan.every);
  return due <= today && today <= addDays(begin, plan.last);
}

/**
 * Whether to ask a person for an evaluation today: from the day on which it is due, for as long as its reminders may
 * last. A link sent earlier counts if it still works on that day.
 */
export function isRequestDue(
  { kind, since, askedOn, remindedOn }: Waiting,
  plans: ReminderPlans,
  today: string,
): boolean {
  const { reminds, last } = plans[kind];
  if (kind !== 'evaluation' || !reminds || remindedOn !== null) return false;
  const isAsked = askedOn !== null && addDays(askedOn, LINK_DAYS) >= since;
  return !isAsked && since <= today && today <= addDays(since, last);
}

/** Whether to tell staff today: once, and before it expires. */
export function isEscalationDue(
  { isEscalated, ...waiting }: Pick<Waiting, 'kind' | 'since' | 'ends' | 'isEscalated'>,
  plans: ReminderPlans,
  today: string,
): boolean {
  return !isEscalated && isLate(waiting, plans, today);
}

/** Whether to notify the business today: once, in its next email. `remindedOn` is the business's own. */
export function shouldNotifyBusiness(
  { remindedOn, ...waiting }: Pick<Waiting, 'kind' | 'since' | 'ends' | 'remindedOn'>,
  plans: ReminderPlans,
  today: string,
): boolean {
  const { kind, since } = waiting;
  if (!canNotifyBusiness(kind) || !plans[kind].escalates_to.includes('Business')) return false;
  return (remindedOn === null || remindedOn < since) && isLate(waiting, plans, today);
}

/** Whether it has been waiting long enough to tell others. */
function isLate(
  { kind, since, ends }: Pick<Waiting, 'kind' | 'since' | 'ends'>,
  plans: ReminderPlans,
  today: string,
): boolean {
  const { escalates, escalate } = plans[kind];
  if (!escalates) return false;
  return addDays(since, escalate) <= today || (ends !== null && addDays(ends, -LAST_CALL_DAYS) <= today);
}
