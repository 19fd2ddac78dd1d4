import { utcDay } from '@waypost/contract/dates';
import { needsGuardian } from '@waypost/contract/people/guardians/rules';
import { openParties } from '@waypost/contract/placements/agreements/rules';
import type { ChangedSigners } from '../../people/contacts/signers.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { releaseGuardian } from './guardian-release.ts';
import { aboutOf } from './signatures.ts';
import { listAwaiting, lockSigners } from './signer-queries.ts';
import { askNewSigners } from './signing-requests.ts';

/**
 * Sends a link to everyone who may sign for an account since its guardians or contacts changed, in the same
 * transaction: for each agreement where it is their turn, once for each version and address
 * (docs/behavior/agreements.md#signing-by-link).
 */
export async function askChangedSigners(
  tx: Tx,
  post: MailContext,
  { clientId, accountId, party }: ChangedSigners,
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

/**
 * Ends the guardians' part in a student's open agreements if the student is of age by the birth date that staff
 * entered, and was not by the previous one.
 */
export async function followBirthDate(
  tx: Tx,
  post: MailContext,
  { clientId, accountId, before }: { clientId: string; accountId: string; before: string | null },
  now: Date,
): Promise<void> {
  const today = utcDay(now);
  if (!needsGuardian(before, today)) return;
  const isOver = (_: unknown, birthDate: string | null) => !needsGuardian(birthDate, today);
  for (const { id, projectId } of await listAwaiting(tx, { clientId, accountId }, now))
    await releaseGuardian(tx, post, { clientId, projectId, agreementId: id, isOver }, now);
}
