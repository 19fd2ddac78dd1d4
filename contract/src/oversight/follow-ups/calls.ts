import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { calendarDate, flag, moment, names } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { exportPart } from '../../list-part.ts';
import { weekdays } from '../../opportunities/opportunities/schedule.ts';
import { worded } from '../../wording.ts';
import { ReminderHoursInput, ReminderPlanInput } from './forms.ts';
import { escalationTargets } from './reminders.ts';
import { followUpKinds, followUpParties, REMIND_MAX } from './rules.ts';

const followUp = z
  .string()
  .regex(
    new RegExp(`^(${followUpKinds.join('|')}):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`),
    worded(msg('there is no such follow-up')),
  );

/** A task that someone still has to do. Names are empty for deleted accounts. */
export const FollowUp = z.object({
  _id: z.string(),
  kind: z.enum(followUpKinds),
  /** The application for an offer, the student for a consent or a guardian, the placement for everything else. */
  subject_id: z.string(),
  student: z.string(),
  school: z.string(),
  program: z.string(),
  business: z.string(),
  title: z.string(),
  /** When it began to wait, or was due. */
  since: calendarDate,
  waits_on: z.array(z.enum(followUpParties)),
  snoozed_until: calendarDate.nullable(),
  reminded_at: moment.nullable(),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** Narrows the follow-ups. */
const filter = z.object({
  kind: z.enum(followUpKinds).nullish(),
  school_attending: names,
  affiliated_program: names,
  /** In days. */
  older_than: z.number().int().min(0).max(3650).nullish(),
  snoozed: flag,
});
export type FollowUpFilter = z.infer<typeof filter>;

/**
 * When people are reminded of each kind, and who is told if it waits too long. Kinds that the school system has not
 * changed have the defaults.
 */
export const Reminders = z.object({
  plans: z.array(
    z.object({
      kind: z.enum(followUpKinds),
      reminds: z.boolean(),
      /** In days since it began to wait or was due. */
      first: z.number(),
      every: z.number(),
      last: z.number(),
      escalates: z.boolean(),
      escalate: z.number(),
      escalates_to: z.array(z.enum(escalationTargets)),
    }),
  ),
  hours: z.object({ from: z.number(), until: z.number(), days: z.array(z.enum(weekdays)) }),
});
export type Reminders = z.infer<typeof Reminders>;

/** What others still have to do, for staff (docs/behavior/follow-ups.md). */
export const followUpCalls = {
  /** The longest waiting first; `snoozed`: only those that are snoozed. */
  filterFollowUps: post('/api/filterFollowUps', filter.extend(exportPart), z.array(FollowUp), {
    onlyAsks: true,
  }),
  /**
   * Sends each person one email about all of these follow-ups, or about `all` that match a filter. Nobody gets a second
   * one on the same day. If people are `left`, repeating the call reminds the next ones. Outside the reminder hours,
   * such as at night, all emails are queued.
   */
  remindFollowUps: post(
    '/api/remindFollowUps',
    z
      .object({
        _ids: z
          .array(followUp)
          .min(1, worded(msg('choose at least one')))
          .max(REMIND_MAX, worded(msg('choose at most 500')))
          .nullish(),
        all: filter.nullish(),
      })
      .refine(({ _ids, all }) => !_ids !== !all, { path: ['_ids'], ...worded(msg('choose at least one')) }),
    z.object({
      /** Who gets an email. */
      people: z.number(),
      /** Who gets none, because they muted reminders or their address returns mail. */
      no_email: z.number(),
      /** Who was already reminded that day. */
      already: z.number(),
      left: z.number(),
      /** When they are sent, if not now. */
      sends_at: moment.nullable(),
    }),
  ),
  /** Snoozes a follow-up until a day; null ends the snooze. */
  snoozeFollowUp: post(
    '/api/snoozeFollowUp',
    z.object({ _id: followUp, until: calendarDate.nullish() }),
    z.object({ snoozed_until: calendarDate.nullable() }),
  ),
  getReminders: get('/api/getReminders', nothing, Reminders),
  saveReminderPlan: post('/api/saveReminderPlan', ReminderPlanInput, Reminders),
  saveReminderHours: post('/api/saveReminderHours', ReminderHoursInput, Reminders),
};
