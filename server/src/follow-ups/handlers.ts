import { addDays } from '@waypost/contract/dates';
import type { followUpCalls } from '@waypost/contract/follow-ups/calls';
import { SNOOZE_DAYS } from '@waypost/contract/follow-ups/rules';
import { t } from '@waypost/contract/i18n';
import { partOf } from '@waypost/contract/list-part';
import { refuse } from '@waypost/contract/refusal';
import { dayIn } from '@waypost/contract/time-zones';
import { record } from '../access/audit.ts';
import type { Handlers } from '../access/handler.ts';
import type { Tx } from '../database/connect.ts';
import { findDays } from '../settings/queries.ts';
import { type FollowUpRow, findFollowUps, snooze } from './queries.ts';
import { remind } from './reminding.ts';

/** What others still have to do, and staff's ways to see to it (docs/behavior/follow-ups.md). */
export const followUpHandlers: Handlers<typeof followUpCalls> = {
  filterFollowUps: async (request, tx) => {
    const { actor, input, now } = request;
    const today = await todayOf(tx, actor.clientId, now);
    const found = await findFollowUps(
      tx,
      {
        ...{ clientId: actor.clientId, now, today, kind: input.kind ?? null, ids: null },
        ...{ schools: input.school_attending, programs: input.affiliated_program, snoozed: input.snoozed },
        sinceAtLatest: input.older_than ? addDays(today, -input.older_than) : null,
      },
      partOf(input),
    );
    request.announceTotal(found[0]?.total ?? 0);
    return found.map(toFollowUp);
  },

  remindFollowUps: async ({ actor, input, now, outside }, tx) => {
    const today = await todayOf(tx, actor.clientId, now);
    const ids = [...new Set(input._ids)];
    const found = await findAll(tx, actor.clientId, ids, now, today);
    if (found.length === 0) refuse('not-found');
    const reminded = await remind(tx, outside, actor.clientId, found, { now, today });
    const details = { people: reminded.people, entries: found.length };
    await record(tx, actor, { action: 'send reminders', details }, now);
    return reminded;
  },

  snoozeFollowUp: async ({ actor, input: { _id, until = null }, now }, tx) => {
    const today = await todayOf(tx, actor.clientId, now);
    if (until !== null && (until <= today || until > addDays(today, SNOOZE_DAYS)))
      refuse('invalid-input', undefined, {
        until: [t('must be within the next {days} days', { days: SNOOZE_DAYS })],
      });
    const [found] = await findAll(tx, actor.clientId, [_id], now, today);
    if (!found) refuse('not-found');
    await snooze(tx, actor.clientId, found, until);
    return { snoozed_until: until };
  },
};

const todayOf = async (tx: Tx, clientId: string, now: Date) =>
  dayIn((await findDays(tx, clientId)).timeZone, now);

/** These follow-ups, put off or not. */
const findAll = (tx: Tx, clientId: string, ids: string[], now: Date, today: string) =>
  findFollowUps(
    tx,
    {
      ...{ clientId, now, today, ids, kind: null, schools: [], programs: [], sinceAtLatest: null },
      snoozed: null,
    },
    { limit: ids.length, offset: 0 },
  );

const toFollowUp = (row: FollowUpRow) => ({
  ...{ _id: row.id, kind: row.kind, subject_id: row.subjectId, student: row.student.trim() },
  ...{ school: row.school, program: row.program, business: row.business, title: row.title },
  ...{ since: row.since, waits_on: row.waitsOn, snoozed_until: row.snoozedUntil },
  reminded_at: row.remindedAt?.toISOString() ?? null,
});
