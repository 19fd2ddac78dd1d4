import {
  isReminderDue,
  isRequestDue,
  type ReminderPlans,
  shouldNotifyBusiness,
  type Waiting,
} from '@waypost/contract/oversight/follow-ups/reminders';
import { dayIn } from '@waypost/contract/time-zones';
import type { Tx } from '../../platform/database/connect.ts';
import { type FollowUpRow, findFollowUps } from './queries.ts';

/** More than any school system has. */
export const ALL = 1_000_000;

/** A moment, its day in the school system's time zone, and the school system's plans. */
export interface Today {
  now: Date;
  today: string;
  timeZone: string;
  plans: ReminderPlans;
}

/** All open follow-ups that are not put off. */
export const findWaiting = (
  tx: Tx,
  clientId: string,
  { now, today, timeZone }: Omit<Today, 'plans'>,
): Promise<FollowUpRow[]> =>
  findFollowUps(
    tx,
    {
      clientId,
      now,
      today,
      timeZone,
      ids: null,
      kind: null,
      schools: [],
      programs: [],
      sinceAtLatest: null,
      snoozed: false,
    },
    { limit: ALL, offset: 0 },
  );

/** These follow-ups, put off or not. */
export const findThese = (
  tx: Tx,
  clientId: string,
  ids: string[],
  { now, today, timeZone }: Omit<Today, 'plans'>,
): Promise<FollowUpRow[]> =>
  findFollowUps(
    tx,
    {
      clientId,
      now,
      today,
      timeZone,
      ids,
      kind: null,
      schools: [],
      programs: [],
      sinceAtLatest: null,
      snoozed: null,
    },
    { limit: ids.length, offset: 0 },
  );

/** When a person was last asked and reminded; null if they were not. */
export interface LastAsked {
  askedAt: Date | null;
  remindedAt: Date | null;
}

/** The kind of mail about it. `told`: it is waiting for someone else. */
export type DueMail = 'request' | 'reminder' | 'told';

/**
 * The mail due today to a person who was last asked and reminded at these times; null if none is. `another`: it is waiting
 * for someone else.
 */
export function findDue(
  row: FollowUpRow,
  lastAsked: LastAsked,
  { today, timeZone, plans }: Omit<Today, 'now'>,
  another: boolean,
): DueMail | null {
  const waiting = toWaiting(row, lastAsked, timeZone);
  if (another) return shouldNotifyBusiness(waiting, plans, today) ? 'told' : null;
  if (isRequestDue(waiting, plans, today)) return 'request';
  return isReminderDue(waiting, plans, today) ? 'reminder' : null;
}

export const toWaiting = (
  { kind, since, ends, escalatedAt }: FollowUpRow,
  { askedAt, remindedAt }: LastAsked,
  timeZone: string,
): Waiting => ({
  kind,
  since,
  ends,
  isEscalated: escalatedAt !== null,
  askedOn: askedAt && dayIn(timeZone, askedAt),
  remindedOn: remindedAt && dayIn(timeZone, remindedAt),
});
