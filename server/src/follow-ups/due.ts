import { isReminderDue, type Waiting } from '@waypost/contract/follow-ups/reminders';
import { canRemind } from '@waypost/contract/follow-ups/rules';
import { dayIn } from '@waypost/contract/time-zones';
import type { Tx } from '../database/connect.ts';
import { type FollowUpRow, findFollowUps } from './queries.ts';

/** More than any school system has. */
const ALL = 1_000_000;

/** A moment, and the day that it is in the school system's time zone. */
interface Today {
  now: Date;
  today: string;
  timeZone: string;
}

/** Everything that waits and is not put off. */
export const findWaiting = (
  tx: Tx,
  clientId: string,
  { now, today }: Pick<Today, 'now' | 'today'>,
): Promise<FollowUpRow[]> =>
  findFollowUps(
    tx,
    {
      ...{ clientId, now, today, ids: null, kind: null, schools: [], programs: [], sinceAtLatest: null },
      snoozed: false,
    },
    { limit: ALL, offset: 0 },
  );

/** Whether a reminder is due today. */
export const isDue = (row: FollowUpRow, { today, timeZone }: Pick<Today, 'today' | 'timeZone'>): boolean =>
  canRemind({ waits_on: row.waitsOn }) && isReminderDue(toWaiting(row, timeZone), today);

export const toWaiting = (
  { kind, since, remindedAt, escalatedAt }: FollowUpRow,
  timeZone: string,
): Waiting => ({
  ...{ kind, since, isEscalated: escalatedAt !== null },
  remindedOn: remindedAt && dayIn(timeZone, remindedAt),
});
