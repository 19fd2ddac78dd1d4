import { INVITATION_DAYS } from '@waypost/contract/accounts/rules';
import type { Pool } from 'pg';
import { PLATFORM } from '../access/actor.ts';
import { newSecret } from '../access/sessions.ts';
import { asSession, enterTenant } from '../access/tenant.ts';
import type { Jobs } from '../outside/jobs.ts';
import { invitationMail } from './mails.ts';
import { hasSuperAdmin, insertAccount, insertCode } from './queries.ts';

/**
 * Makes the first SuperAdmin where there is none, without a password: a link to set one is mailed, and works
 * once, for a week. Servers that start together invite once, for an email names one account.
 */
export async function inviteFirstOwner(
  pool: Pool,
  { email, now, publicUrl, jobs }: { email: string; now: Date; publicUrl: string; jobs: Jobs },
): Promise<boolean> {
  return asSession(pool, null, now, async (tx) => {
    await enterTenant(tx, PLATFORM);
    if (await hasSuperAdmin(tx)) return false;
    const owner = await insertAccount(tx, {
      clientId: PLATFORM,
      email,
      passwordHash: null,
      role: 'SuperAdmin',
    });
    if (!owner) return false;
    const secret = newSecret();
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 86_400_000);
    await insertCode(tx, owner, { secret, purpose: 'invitation', now, expiresAt });
    await jobs.sendMail(tx, invitationMail(publicUrl, email, secret));
    return true;
  });
}
