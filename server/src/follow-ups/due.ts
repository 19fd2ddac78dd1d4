import { isReminderDue, type ReminderPlans, type Waiting } from '@waypost/contract/follow-ups/reminders';
import { dayIn } from '@waypost/contract/time-zones';
import type { Tx } from '../database/connect.ts';
import { type FollowUpRow, findFollowUps } from './queries.ts';

/** More than any school system has. */
export const ALL = 1_000_000;

/** A moment, the day that it is in the school system's time zone, and its plans. */
interface Today {
  now: Date;
  today: string;
  timeZone: string;
  plans: ReminderPlans;
}

/** Everything that waits and is not put off. */
export const findWaiting = (
  tx: Tx,
  clientId: string,
  { now, today, timeZone }: Omit<Today, 'plans'>,
): Promise<FollowUpRow[]> =>
  findFollowUps(
    tx,
    {
      ...{ clientId, now, today, timeZone, ids: null, kind: null, schools: [], programs: [] },
      ...{ sinceAtLatest: null, snoozed: false },
    },
    { limit: ALL, offset: 0 },
  );

/** Whether a person who was last reminded of it at this moment, or never, is reminded today. */
export const isDue = (
  row: FollowUpRow,
  remindedAt: Date | null,
  { today, timeZone, plans }: Omit<Today, 'now'>,
): boolean => isReminderDue(toWaiting(row, remindedAt, timeZone), plans, today);

export const toWaiting = (
  { kind, since, ends, escalatedAt }: FollowUpRow,
  remindedAt: Date | null,
  timeZone: string,
): Waiting => ({
  ...{ kind, since, ends, isEscalated: escalatedAt !== null },
  remindedOn: remindedAt && dayIn(timeZone, remindedAt),
});
