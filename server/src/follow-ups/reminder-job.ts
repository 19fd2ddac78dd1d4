import { isEscalationDue, isQuiet } from '@waypost/contract/follow-ups/reminders';
import { t } from '@waypost/contract/i18n';
import { dayIn } from '@waypost/contract/time-zones';
import type { Pool } from 'pg';
import { asSession, enterTenant } from '../access/tenant.ts';
import type { Tx } from '../database/connect.ts';
import { listClientIds } from '../hours/digest-queries.ts';
import { notify } from '../mail/notify.ts';
import type { Outside } from '../outside/outside.ts';
import { findDays } from '../settings/queries.ts';
import { findWaiting, isDue, toWaiting } from './due.ts';
import { claimEscalations } from './queries.ts';
import { remind } from './reminding.ts';

/**
 * Reminds everybody of what is due today, and tells staff of what has waited too long, outside of quiet hours. However often
 * and on however many servers it runs, nobody is reminded twice on a day.
 */
export async function sendReminders(
  pool: Pool,
  { jobs, publicUrl, now }: Pick<Outside, 'jobs' | 'publicUrl'> & { now: Date },
): Promise<void> {
  for (const clientId of await asSession(pool, null, now, listClientIds))
    await asSession(pool, null, now, async (tx) => {
      await enterTenant(tx, clientId);
      const { timeZone } = await findDays(tx, clientId);
      if (isQuiet(timeZone, now)) return;
      const today = dayIn(timeZone, now);
      const found = await findWaiting(tx, clientId, { now, today });
      const due = found.filter((row) => isDue(row, { today, timeZone }));
      if (due.length > 0) await remind(tx, { jobs, publicUrl }, clientId, due, { now, today });
      const late = found.filter((row) => isEscalationDue(toWaiting(row, timeZone), today));
      if (late.length === 0) return;
      const claimed = await claimEscalations(tx, clientId, late, now);
      if (claimed > 0) await tellStaff(tx, { jobs, publicUrl }, clientId, claimed);
    });
}

/** At the bell alone: their list has what waits. */
const tellStaff = (
  tx: Tx,
  post: Pick<Outside, 'jobs' | 'publicUrl'>,
  clientId: string,
  n: number,
): Promise<void> =>
  notify(tx, post, { clientId, kind: 'reminder', to: [], tellsStaff: true }, () => ({
    subject: t('{n, plural, one {1 follow-up has} other {# follow-ups have}} waited too long', { n }),
    paragraphs: [],
    button: { label: t('Follow-ups'), path: '/admin/follow_ups' },
  }));
