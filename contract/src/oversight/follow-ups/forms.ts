import * as z from 'zod';
import { flag } from '../../fields.ts';
import { msg, t } from '../../i18n.ts';
import { weekdays } from '../../opportunities/opportunities/schedule.ts';
import { NOT_A_CHOICE, unlessMissing, worded } from '../../wording.ts';
import { canHaveReminders, canNotifyBusiness, escalationTargets, PLAN_DAYS } from './reminders.ts';
import { followUpKinds } from './rules.ts';

const notDays = {
  error: () => t('must be a whole number from 1 to {max}', { max: `${PLAN_DAYS}` }),
};
const days = z.int(notDays).min(1, notDays).max(PLAN_DAYS, notDays);

/** When people are reminded of one kind, and when others are told (docs/behavior/follow-ups.md#settings). */
export const ReminderPlanInput = z
  .object({
    kind: z.enum(followUpKinds, unlessMissing(NOT_A_CHOICE)),
    reminds: flag,
    first: days,
    every: days,
    last: days,
    escalates: flag,
    escalate: days,
    escalates_to: z
      .array(z.enum(escalationTargets, unlessMissing(NOT_A_CHOICE)))
      .max(escalationTargets.length, worded(msg('choose each once')))
      // In a fixed order, without duplicates.
      .transform((chosen) => escalationTargets.filter((one) => chosen.includes(one))),
  })
  .refine(({ first, last }) => last >= first, {
    path: ['last'],
    error: () => t('must not be before the first reminder'),
  })
  .refine(({ kind, reminds }) => !reminds || canHaveReminders(kind), {
    path: ['reminds'],
    error: () => t('there are no reminders of this'),
  })
  .refine(({ escalates, escalates_to }) => !escalates || escalates_to.length > 0, {
    path: ['escalates_to'],
    error: () => t('choose at least one'),
  })
  .refine(({ kind, escalates_to }) => !escalates_to.includes('Business') || canNotifyBusiness(kind), {
    path: ['escalates_to'],
    error: () => t('the business gets no reminders of this kind'),
  });
export type ReminderPlanInput = z.infer<typeof ReminderPlanInput>;

const hour = (from: number, to: number) => {
  const notAnHour = unlessMissing(msg('must be a full hour'));
  return z.int(notAnHour).min(from, notAnHour).max(to, notAnHour);
};

/** When reminders are sent: whole hours in the school system's time zone, and days of the week. */
export const ReminderHoursInput = z
  .object({
    from: hour(0, 23),
    until: hour(1, 24),
    days: z
      .array(z.enum(weekdays, unlessMissing(NOT_A_CHOICE)))
      .min(1, worded(msg('choose at least one day')))
      .max(7, worded(msg('choose each day once'))),
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    error: () => t('must be later than the start'),
  });
export type ReminderHoursInput = z.infer<typeof ReminderHoursInput>;
