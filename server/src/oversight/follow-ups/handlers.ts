import { addDays } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import { partOf } from '@waypost/contract/list-part';
import { weekdays } from '@waypost/contract/opportunities/opportunities/schedule';
import type { FollowUpFilter, followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { nextReminders } from '@waypost/contract/oversight/follow-ups/reminders';
import { REMIND_PEOPLE, SNOOZE_DAYS } from '@waypost/contract/oversight/follow-ups/rules';
import { refuse } from '@waypost/contract/refusal';
import { dayIn } from '@waypost/contract/time-zones';
import { record } from '../../platform/access/audit.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { findDays } from '../../school-system/settings/queries.ts';
import { findReminderTime, saveReminderHours } from '../../school-system/settings/reminder-queries.ts';
import { ALL, findThese } from './due-mail.ts';
import { findReminders, savePlan } from './plan-queries.ts';
import { type FollowUpRow, type FollowUpsWanted, findFollowUps, snooze } from './queries.ts';
import { countReached, remind } from './send-reminders.ts';

/** What others still have to do, and how staff follow up (docs/behavior/follow-ups.md). */
export const followUpHandlers: Handlers<typeof followUpCalls> = {
  filterFollowUps: async (request, tx) => {
    const { actor, input, now } = request;
    const time = await timeOf(tx, actor.clientId, now);
    const found = await findFollowUps(tx, wantedBy(actor.clientId, input, time), partOf(input));
    request.announceTotal(found[0]?.total ?? 0);
    return found.map(toFollowUp);
  },

  remindFollowUps: async ({ actor, input, now, outside }, tx) => {
    const { clientId } = actor;
    const { hours, quiet, ...zone } = await findReminderTime(tx, clientId, now);
    const time = { now, ...zone };
    const found = input.all
      ? await findFollowUps(tx, wantedBy(clientId, input.all, time), { limit: ALL, offset: 0 })
      : await findThese(tx, clientId, [...new Set(input._ids)], time);
    if (found.length === 0 && !input.all) refuse('not-found');
    if (quiet && found.length > 0) {
      const at = nextReminders(hours, time.timeZone, now);
      await outside.jobs.sendReminders(tx, { clientId, ids: found.map(({ id }) => id) }, at);
      const reached = await countReached(tx, clientId, found, time);
      const details = { people: reached.people, entries: found.length };
      await record(tx, actor, { action: 'send reminders', details }, now);
      return { ...reached, already: 0, left: 0, sends_at: at.toISOString() };
    }
    const { entries, ...reminded } = await remind(tx, outside, clientId, found, {
      ...time,
      most: REMIND_PEOPLE,
    });
    const details = { people: reminded.people, entries };
    await record(tx, actor, { action: 'send reminders', details }, now);
    return { ...reminded, sends_at: null };
  },

  snoozeFollowUp: async ({ actor, input: { _id, until = null }, now }, tx) => {
    const time = await timeOf(tx, actor.clientId, now);
    const { today } = time;
    if (until !== null && (until <= today || until > addDays(today, SNOOZE_DAYS)))
      refuse('invalid-input', undefined, {
        until: [t('must be within the next {days} days', { days: SNOOZE_DAYS })],
      });
    const [found] = await findThese(tx, actor.clientId, [_id], time);
    if (!found) refuse('not-found');
    await snooze(tx, actor.clientId, found, until);
    return { snoozed_until: until };
  },

  getReminders: ({ actor }, tx) => findReminders(tx, actor.clientId),

  saveReminderPlan: async ({ actor, input: { kind, ...plan }, now }, tx) => {
    await savePlan(tx, actor.clientId, kind, plan);
    const details = { changed: 'reminders', name: kind };
    await record(tx, actor, { action: 'save settings', details }, now);
    return findReminders(tx, actor.clientId);
  },

  saveReminderHours: async ({ actor, input, now }, tx) => {
    const { from, until } = input;
    const days = weekdays.filter((day) => input.days.includes(day));
    await saveReminderHours(tx, actor.clientId, { from, until, days });
    const details = { changed: 'reminders', from: `${from}:00`, to: `${until}:00` };
    await record(tx, actor, { action: 'save settings', details }, now);
    return findReminders(tx, actor.clientId);
  },
};

/** The moment, and the day that it is for the school system. */
async function timeOf(tx: Tx, clientId: string, now: Date) {
  const { timeZone } = await findDays(tx, clientId);
  return { now, timeZone, today: dayIn(timeZone, now) };
}
type Time = Awaited<ReturnType<typeof timeOf>>;

const wantedBy = (clientId: string, filter: FollowUpFilter, time: Time): FollowUpsWanted => ({
  ...time,
  clientId,
  kind: filter.kind ?? null,
  ids: null,
  schools: filter.school_attending,
  programs: filter.affiliated_program,
  snoozed: filter.snoozed,
  sinceAtLatest: filter.older_than ? addDays(time.today, -filter.older_than) : null,
});

const toFollowUp = (row: FollowUpRow) => ({
  _id: row.id,
  kind: row.kind,
  subject_id: row.subjectId,
  student: row.student.trim(),
  school: row.school,
  program: row.program,
  business: row.business,
  title: row.title,
  since: row.since,
  waits_on: row.waitsOn,
  snoozed_until: row.snoozedUntil,
  reminded_at: row.remindedAt?.toISOString() ?? null,
});
