import { t } from '@waypost/contract/i18n';
import {
  isEscalationDue,
  nextReminders,
  type ReminderPlan,
} from '@waypost/contract/oversight/follow-ups/reminders';
import type { FollowUpKind } from '@waypost/contract/oversight/follow-ups/rules';
import type { Pool } from 'pg';
import { notify } from '../../messages/mail/notify.ts';
import { STAFF, type StaffRole } from '../../messages/mail/queries.ts';
import { inEachClient } from '../../platform/access/each-client.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { QueuedReminders } from '../../platform/outside/jobs.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findReminderTime } from '../../school-system/settings/reminder-queries.ts';
import { findDue, findThese, findWaiting, toWaiting } from './due-mail.ts';
import { findPlans } from './plan-queries.ts';
import { claimEscalations, hasTeachers } from './reminder-queries.ts';
import { remind } from './send-reminders.ts';

/**
 * Outside quiet hours, asks for the evaluations that are due, reminds people of what is due today, and tells the
 * business and staff what has been waiting too long. However often and on however many servers it runs, nobody is
 * reminded twice in a day. With `atAnyHour`, reminds only of this kind, even in quiet hours.
 */
export async function sendReminders(
  pool: Pool,
  { jobs, publicUrl, now, atAnyHour }: MailContext & { now: Date; atAnyHour?: FollowUpKind },
): Promise<void> {
  await inEachClient(pool, now, async (tx, clientId) => {
    const { timeZone, today, quiet } = await findReminderTime(tx, clientId, now);
    if (quiet && !atAnyHour) return;
    const plans = await findPlans(tx, clientId);
    const found = await findWaiting(tx, clientId, { now, today, timeZone });
    // Hours have their own email (digest.ts).
    const wanted = found.filter(({ kind }) => (atAnyHour ? kind === atAnyHour : kind !== 'hours'));
    await remind(tx, { jobs, publicUrl }, clientId, wanted, {
      now,
      today,
      dueOf: (row, lastAsked, another) => findDue(row, lastAsked, { today, timeZone, plans }, another),
    });
    if (atAnyHour) return;
    const late = found.filter(
      (row) =>
        staffToNotify(plans[row.kind]).length > 0 &&
        isEscalationDue(toWaiting(row, { ...row, askedAt: null }, timeZone), plans, today),
    );
    if (late.length === 0) return;
    const claimed = await claimEscalations(tx, clientId, late, now);
    const roles = claimed.flatMap((kind) => staffToNotify(plans[kind]));
    // If there are no teachers to tell, tell the Admins.
    const isWithoutTeachers = roles.includes('Teacher') && !(await hasTeachers(tx, clientId));
    for (const role of STAFF) {
      const n = isWithoutTeachers
        ? Number(role === 'Admin') * claimed.length
        : roles.filter((one) => one === role).length;
      if (n > 0) await notifyStaff(tx, { jobs, publicUrl }, clientId, role, n);
    }
  });
}

const staffToNotify = ({ escalates_to }: ReminderPlan) => STAFF.filter((role) => escalates_to.includes(role));

/**
 * Sends the reminders that staff requested at night or on a weekend, if they are still needed. If the school system's
 * hours have changed since, it waits for them. Nobody gets a second email that day, however often it runs.
 */
export async function sendQueuedReminders(
  pool: Pool,
  { clientId, ids }: QueuedReminders,
  { jobs, publicUrl, now }: MailContext & { now: Date },
): Promise<void> {
  await asSession(pool, null, now, async (tx) => {
    await enterTenant(tx, clientId);
    const { timeZone, hours, today, quiet } = await findReminderTime(tx, clientId, now);
    if (quiet) return jobs.sendReminders(tx, { clientId, ids }, nextReminders(hours, timeZone, now));
    const found = await findThese(tx, clientId, ids, { now, today, timeZone });
    await remind(tx, { jobs, publicUrl }, clientId, found, { now, today });
  });
}

/** Only at the bell, because the list of follow-ups has the details. */
const notifyStaff = (
  tx: Tx,
  post: MailContext,
  clientId: string,
  role: StaffRole,
  n: number,
): Promise<void> =>
  notify(tx, post, { clientId, kind: 'reminder', to: [], notifiesStaff: role }, () => ({
    subject: t('{n, plural, one {1 follow-up has} other {# follow-ups have}} waited too long', { n }),
    paragraphs: [],
    button: { label: t('Follow-ups'), path: '/admin/follow_ups' },
  }));
