import type { Pool } from 'pg';
import { inEachClient } from '../../platform/access/each-client.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { notifyEnded } from './end-notices.ts';

/** Tells people of masquerades that ended in another way than by going back, such as with their session. */
export const notifyEndedMasquerades = (pool: Pool, needs: MailContext & { now: Date }): Promise<void> =>
  inEachClient(pool, needs.now, (tx, clientId) => notifyEnded(tx, clientId, needs));
