import { utcDay } from '@waypost/contract/dates';
import { hasOutgrownGuardian } from '@waypost/contract/placements/agreements/rules';
import type { Pool } from 'pg';
import { forEachClient } from '../../platform/access/each-client.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { claimExpired, listOutgrown } from './change-queries.ts';
import { notifyEnd } from './end-notices.ts';
import { releaseGuardian } from './guardian-release.ts';
import type { FoundAgreement } from './queries.ts';
import { aboutOf } from './signatures.ts';

type Needs = MailContext & { now: Date };

/** Limits the length of a transaction. */
const AT_ONCE = 100;

/** Tells everyone about expired agreements: once for each version, however many servers run this. */
export async function notifyExpired(pool: Pool, { now, ...post }: Needs): Promise<void> {
  await forEachClient(pool, now, async (clientId) => {
    let claimed: number;
    do {
      claimed = await asSession(pool, null, now, async (tx) => {
        await enterTenant(tx, clientId);
        const expired = await claimExpired(tx, { clientId, now, limit: AT_ONCE });
        // For an earlier version, people were told when it was changed.
        for (const { id, projectId, isNewest } of expired)
          if (isNewest) {
            const about = await aboutOf(tx, { clientId, projectId });
            await notifyEnd(tx, post, about, { agreementId: id, end: { how: 'expired' } }, now);
          }
        return expired.length;
      });
    } while (claimed === AT_ONCE);
  });
}

/** Ends the guardians' part in the agreements of students who have turned 18, one after the other. */
export async function releaseGuardians(pool: Pool, { now, ...post }: Needs): Promise<void> {
  const today = utcDay(now);
  const inClient = <T>(clientId: string, work: (tx: Tx) => Promise<T>) =>
    asSession(pool, null, now, async (tx) => {
      await enterTenant(tx, clientId);
      return work(tx);
    });
  await forEachClient(pool, now, async (clientId) => {
    for (const { id, projectId } of await inClient(clientId, (tx) =>
      listOutgrown(tx, { clientId, today, now }),
    ))
      await inClient(clientId, (tx) => {
        const isOver = (agreement: FoundAgreement, birthDate: string | null) =>
          hasOutgrownGuardian({ ...agreement, birthDate }, today);
        return releaseGuardian(tx, post, { clientId, projectId, agreementId: id, isOver }, now);
      });
  });
}
