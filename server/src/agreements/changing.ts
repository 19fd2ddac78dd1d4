import { type LinkedParty, openParties } from '@waypost/contract/agreements/rules';
import type { Tx } from '../database/connect.ts';
import type { Outside } from '../outside/outside.ts';
import { askNewSigners } from './asking.ts';
import { listAwaiting, lockSigners } from './signer-queries.ts';
import { aboutOf } from './signing.ts';

interface Changed {
  clientId: string;
  /** The student whose guardians changed, or the business whose contacts did. */
  accountId: string;
  party: LinkedParty;
}

/**
 * Sends a link to everyone who may sign for an account since its guardians or contacts changed, in the same transaction: for
 * each agreement whose turn it is theirs, once for each version and address (docs/behavior/agreements.md#signing-by-link).
 */
export async function askChangedSigners(
  tx: Tx,
  post: Pick<Outside, 'jobs' | 'publicUrl'>,
  { clientId, accountId, party }: Changed,
  now: Date,
): Promise<void> {
  await lockSigners(tx, [accountId]);
  for (const agreement of await listAwaiting(tx, { clientId, accountId }, now)) {
    const { parties, signed, signingOrder, projectId } = agreement;
    if (!openParties(parties, signed, signingOrder).includes(party)) continue;
    const about = await aboutOf(tx, { clientId, projectId });
    await askNewSigners(tx, post, about, { agreement, party }, now);
  }
}
