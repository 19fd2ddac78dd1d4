import { canSign, isAwaitingSignatures, statusAfter } from '@waypost/contract/placements/agreements/rules';
import { doneBy, record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { lockProject } from '../projects/project-changes.ts';
import { markReleased } from './change-queries.ts';
import { type FoundAgreement, findAgreementFacts, findAgreements } from './queries.ts';
import { moveOn } from './signatures.ts';

interface Release {
  clientId: string;
  projectId: string;
  agreementId: string;
  /** Decides with the placement locked, because a guardian may sign meanwhile. */
  isOver(agreement: FoundAgreement, birthDate: string | null): boolean;
}

/**
 * Ends a guardian's part in a version that waits for one: the other signatures put it into force, or the next party is
 * asked. Does nothing if a guardian signed first, or another server did it.
 */
export async function releaseGuardian(
  tx: Tx,
  outside: MailContext,
  { clientId, projectId, agreementId, isOver }: Release,
  now: Date,
): Promise<void> {
  const key = { clientId, projectId };
  await lockProject({ clientId }, projectId, tx, () => true);
  const found = (await findAgreements(tx, key, now)).find(({ id }) => id === agreementId);
  const [facts] = await findAgreementFacts(tx, key);
  if (!found || !facts || !isAwaitingSignatures(found.status)) return;
  if (!found.parties.includes('guardian') || found.signed.includes('guardian')) return;
  if (!isOver(found, facts.birthDate)) return;
  // The placement that it belongs to is locked.
  const agreement = authorize({ clientId }, found, () => true);
  const wasTheirTurn = canSign('guardian', { ...found, order: found.signingOrder });
  const parties = found.parties.filter((party) => party !== 'guardian');
  const isSigned = statusAfter(parties, found.signed) === 'signed';
  await markReleased(tx, agreement, { parties, status: isSigned ? 'signed' : statusSoFar(found) }, now);
  if (isSigned || wasTheirTurn) {
    // If it was another party's turn, they were asked already.
    const since = authorize({ clientId }, { ...found, parties }, () => true);
    await moveOn(tx, outside, since, now);
  }
  const subject = facts.studentId ? { id: facts.studentId, name: facts.student } : undefined;
  const details = { project: projectId, version: found.version };
  const server = doneBy({ clientId, id: null, name: 'Waypost' });
  await record(tx, server, { action: 'release guardian', ...(subject && { subject }), details }, now);
}

const statusSoFar = ({ signed }: FoundAgreement) => (signed.length === 0 ? 'sent' : 'partly signed');
