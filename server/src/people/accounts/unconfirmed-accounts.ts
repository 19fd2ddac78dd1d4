import { CONFIRMATION_DAYS } from '@waypost/contract/people/accounts/rules';
import type { Pool } from 'pg';
import { asSession } from '../../platform/access/tenant.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import { removeUnconfirmedBefore } from './queries.ts';

/** Deletes accounts that were not confirmed in time, with their files. */
export async function removeLateUnconfirmed(
  pool: Pool,
  { jobs, now }: Pick<Outside, 'jobs'> & { now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - CONFIRMATION_DAYS * 86_400_000);
  await asSession(pool, null, now, (tx) => removeUnconfirmedBefore(tx, { jobs }, before));
}
