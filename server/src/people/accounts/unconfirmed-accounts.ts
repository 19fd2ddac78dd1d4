import { CONFIRMATION_DAYS } from '@waypost/contract/people/accounts/rules';
import type { Pool } from 'pg';
import { forEachClient } from '../../platform/access/each-client.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import { mailConfirmationReminder } from './code-queries.ts';
import { claimConfirmationReminders, removeUnconfirmedBefore } from './unconfirmed-queries.ts';

/** Limits the length of a transaction. */
const AT_ONCE = 100;

/**
 * Deletes accounts that were not confirmed in time, with their files, and reminds the others
 * (docs/behavior/accounts.md#confirming-the-email). Each reminder is mailed once, however many servers run this.
 */
export async function remindOrRemoveUnconfirmed(
  pool: Pool,
  { jobs, publicUrl, now }: Pick<Outside, 'jobs' | 'publicUrl'> & { now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - CONFIRMATION_DAYS * 86_400_000);
  await asSession(pool, null, now, (tx) => removeUnconfirmedBefore(tx, { jobs }, before));
  await forEachClient(pool, now, async (clientId) => {
    let reminded: number;
    do {
      reminded = await asSession(pool, null, now, async (tx) => {
        await enterTenant(tx, clientId);
        const due = await claimConfirmationReminders(tx, { clientId, now, limit: AT_ONCE });
        for (const { id, email } of due)
          await mailConfirmationReminder(tx, { jobs, publicUrl }, { clientId, userId: id, email }, now);
        return due.length;
      });
    } while (reminded === AT_ONCE);
  });
}
