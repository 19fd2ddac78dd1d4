import type { Pool } from 'pg';
import { forEachClient } from '../access/each-client.ts';
import { asSession, enterTenant } from '../access/tenant.ts';
import type { Outside } from '../outside/outside.ts';
import { tellEnd } from './ending.ts';
import { claimExpired } from './queries.ts';
import { aboutOf } from './signing.ts';

type Needs = Pick<Outside, 'jobs' | 'publicUrl'> & { now: Date };

/** So that no transaction grows with a school year. */
const AT_ONCE = 100;

/** Tells everyone of the agreements that have expired: of each version once, however many servers run it. */
export async function tellExpired(pool: Pool, { now, ...post }: Needs): Promise<void> {
  await forEachClient(pool, now, async (clientId) => {
    let claimed: number;
    do {
      claimed = await asSession(pool, null, now, async (tx) => {
        await enterTenant(tx, clientId);
        const expired = await claimExpired(tx, { clientId, now, limit: AT_ONCE });
        // Of an earlier version, they were told when it was changed.
        for (const { id, projectId, isNewest } of expired)
          if (isNewest) {
            const about = await aboutOf(tx, { clientId, projectId });
            await tellEnd(tx, post, about, { agreementId: id, end: { how: 'expired' } }, now);
          }
        return expired.length;
      });
    } while (claimed === AT_ONCE);
  });
}
