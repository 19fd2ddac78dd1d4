import { addDays } from '../dates.ts';
import { wallTimeIn } from '../time-zones.ts';
import type { FollowUpKind } from './rules.ts';

/** When people are reminded of something, in days since it began to wait or was due. */
export interface ReminderPlan {
  /** The first reminder, the days between two, and the day after which there are no more. */
  first: number;
  every: number;
  last: number;
  /** When staff are told that it still waits. */
  escalate: number;
}

/** The plan of each kind. A plan without reminders only tells staff. */
export const reminderPlans: Record<FollowUpKind, ReminderPlan | Pick<ReminderPlan, 'escalate'>> = {
  offer: { first: 3, every: 4, last: 14, escalate: 10 },
  agreement: { first: 5, every: 3, last: 30, escalate: 14 },
  // The daily email about them is their reminder.
  hours: { escalate: 14 },
  'hours sent back': { first: 3, every: 7, last: 30, escalate: 21 },
  evaluation: { first: 1, every: 5, last: 30, escalate: 14 },
  'final work': { first: 1, every: 7, last: 30, escalate: 14 },
};

/** Reminders are sent between these hours, as the school system's clocks show them. */
const REMINDER_HOURS = { from: '08:00', until: '17:00' } as const;

/** Whether nobody is reminded at this moment: at night, and on weekends. */
export function isQuiet(timeZone: string, now: Date): boolean {
  const { day, time } = wallTimeIn(timeZone, now);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 || time < REMINDER_HOURS.from || time >= REMINDER_HOURS.until;
}

/** What is known of something that waits. Days YYYY-MM-DD in the school system's time zone. */
export interface Waiting {
  kind: FollowUpKind;
  since: string;
  /** The day of the last reminder; null before the first. */
  remindedOn: string | null;
  /** Whether staff were told. */
  isEscalated: boolean;
}

/**
 * Whether somebody is reminded of it today. A day that was quiet is made up for on the next that is not, and what is done
 * does not wait anymore.
 */
export function isReminderDue({ kind, since, remindedOn }: Waiting, today: string): boolean {
  const plan = reminderPlans[kind];
  if (!('first' in plan)) return false;
  const due = remindedOn === null ? addDays(since, plan.first) : addDays(remindedOn, plan.every);
  return due <= today && today <= addDays(since, plan.last);
}

/** Whether staff are told of it today: once. */
export const isEscalationDue = ({ kind, since, isEscalated }: Waiting, today: string): boolean =>
  !isEscalated && addDays(since, reminderPlans[kind].escalate) <= today;
