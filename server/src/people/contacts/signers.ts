import type { LinkedParty } from '@waypost/contract/placements/agreements/rules';
import { listeners } from '../../platform/access/listeners.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';

export interface ChangedSigners {
  clientId: string;
  /** The student whose guardians changed, or the business whose contacts did. */
  accountId: string;
  party: LinkedParty;
}

/** People may sign for an account by link now who could not before. */
export const signersChanged = listeners<[tx: Tx, post: MailContext, changed: ChangedSigners, now: Date]>();
