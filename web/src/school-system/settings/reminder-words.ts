import { currentLocale, formatLocale, type Message, msg, t } from '@waypost/contract/i18n';
import { daysOf } from '@waypost/contract/opportunities/opportunities/pay-and-schedule';
import {
  canExpire,
  type EscalationTarget,
  LAST_CALL_DAYS,
  mostReminders,
  type ReminderHours,
  type ReminderPlan,
} from '@waypost/contract/oversight/follow-ups/reminders';
import type { FollowUpKind } from '@waypost/contract/oversight/follow-ups/rules';
import { type TimeZone, zoneNames } from '@waypost/contract/school-system/settings/rules';

/** A plan as an administrator would say it. */
export const planWords = (kind: FollowUpKind, plan: ReminderPlan): string =>
  [reminderWords(plan), ...lastCallWords(kind, plan), staffWords(plan)].join(' ');

function reminderWords(plan: ReminderPlan): string {
  const times = mostReminders(plan);
  const { first, every } = plan;
  if (times === 0) return t('No reminders are sent.');
  if (times === 1) return t('One reminder, after {first, plural, one {1 day} other {# days}}.', { first });
  return t(
    'First after {first, plural, one {1 day} other {# days}}, then every {every, plural, one {day} other {# days}}, at most {times} times.',
    { first, every, times },
  );
}

const lastCallWords = (kind: FollowUpKind, { reminds }: ReminderPlan): string[] =>
  reminds && canExpire(kind)
    ? [t('A final reminder is sent {days} days before it expires.', { days: LAST_CALL_DAYS })]
    : [];

const staffWords = ({ escalates, escalate, escalates_to }: ReminderPlan): string =>
  escalates
    ? t('After {escalate, plural, one {1 day} other {# days}}, Waypost tells {who}.', {
        escalate,
        who: new Intl.ListFormat(currentLocale()).format(escalates_to.map((one) => t(targets[one]))),
      })
    : t('No one else is told.');

const targets: Record<EscalationTarget, Message> = {
  Teacher: msg('teachers'),
  Admin: msg('admins'),
  Business: msg('the business'),
};

/** "Mon–Fri, 8 AM to 5 PM, Eastern Time." */
export const hoursWords = ({ from, until, days }: ReminderHours, timeZone: TimeZone): string =>
  t('{days}, {from} to {until}, {zone}.', {
    days: daysOf(days),
    from: showHour(from),
    until: showHour(until),
    zone: t(zoneNames[timeZone]),
  });

/** A full hour, from 0 to 24. */
export const showHour = (hour: number): string =>
  hour === 24
    ? t('midnight')
    : new Date(Date.UTC(2024, 0, 1, hour)).toLocaleTimeString(formatLocale(), {
        hour: 'numeric',
        timeZone: 'UTC',
      } as const);
