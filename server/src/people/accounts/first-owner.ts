import type { Pool } from 'pg';
import { PLATFORM } from '../../platform/access/actor.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Jobs } from '../../platform/outside/jobs.ts';
import { hasSuperAdmin, inviteAccount } from './queries.ts';

/**
 * Creates the first SuperAdmin if there is none, without a password, and mails a link to set one, which works once,
 * for a week. Servers that start together invite once, because an email names one account.
 */
export async function inviteFirstOwner(
  pool: Pool,
  { email, now, publicUrl, jobs }: { email: string; now: Date; publicUrl: string; jobs: Jobs },
): Promise<boolean> {
  return asSession(pool, null, now, async (tx) => {
    await enterTenant(tx, PLATFORM);
    if (await hasSuperAdmin(tx)) return false;
    const owner = { clientId: PLATFORM, email, role: 'SuperAdmin' } as const;
    return (await inviteAccount(tx, { jobs, publicUrl }, owner, now)) !== null;
  });
}
