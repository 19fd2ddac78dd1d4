import { mailboxOf } from '@waypost/contract/mailbox';
import {
  openParties,
  type Party,
  type SigningOrder,
  statusAfter,
} from '@waypost/contract/placements/agreements/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { insertSignature, markSigned, type NewSignature, replaceEarlier } from './change-queries.ts';
import { type EndedBy, notifyEnd } from './end-notices.ts';
import type { About } from './mails.ts';
import { findAgreementFacts, hashOf } from './queries.ts';
import { askToSign } from './signing-requests.ts';

/** The facts about a version of an agreement that a signature needs. Its placement must be locked. */
export type Signable = Authorized<{
  clientId: string;
  id: string;
  projectId: string;
  parties: Party[];
  signed: Party[];
  signingOrder: SigningOrder;
}>;

/**
 * Adds a signature, under the role of the signer: an account, or a link. `email` is the address that they signed from:
 * 409 if another party of this version did. Null on paper.
 */
export async function addSignature(
  tx: Tx,
  agreement: Signable,
  { email, ...signature }: Omit<NewSignature, 'mailboxHash'> & { email: string | null },
  now: Date,
): Promise<void> {
  const mailboxHash = email === null ? null : hashOf(mailboxOf(email));
  await insertSignature(tx, agreement, { ...signature, mailboxHash });
  await markSigned(
    tx,
    agreement,
    statusAfter(agreement.parties, [...agreement.signed, signature.party]),
    now,
  );
}

/** Whether a party's signature is the only one that is missing. */
export const isLastToSign = ({ parties, signed }: Pick<Signable, 'parties' | 'signed'>, party: Party) =>
  statusAfter(parties, [...signed, party]) === 'signed';

/**
 * Runs after a signature, as the server's own work: asks the next party, or puts the agreement into force and tells
 * everyone except the signer, whose receipt says so.
 */
export async function followSignature(
  tx: Tx,
  outside: MailContext,
  agreement: Signable,
  { party, by }: { party: Party; by: EndedBy },
  now: Date,
): Promise<void> {
  await moveOn(tx, outside, { ...agreement, signed: [...agreement.signed, party] }, now, by);
}

/** Asks the next party, or puts the agreement into force, after a signature or after a party was dropped. */
export async function moveOn(
  tx: Tx,
  outside: MailContext,
  agreement: Signable,
  now: Date,
  by: EndedBy = {},
): Promise<void> {
  const { parties, signed, signingOrder } = agreement;
  const about = await aboutOf(tx, agreement);
  if (statusAfter(parties, signed) === 'signed') {
    await replaceEarlier(tx, agreement, now);
    // Queued, because it takes too long for a reply, and must be repeated if the server stops in the middle.
    await outside.jobs.sealAgreement(tx, { clientId: agreement.clientId, agreementId: agreement.id });
    const ended = { agreementId: agreement.id, end: { how: 'signed' }, by } as const;
    return notifyEnd(tx, outside, about, ended, now);
  }
  // In parallel, everyone was asked when it was sent.
  if (signingOrder === 'sequence')
    await askToSign(tx, outside, about, { agreement, turn: openParties(parties, signed, signingOrder) }, now);
}

/** The facts that mails show about a placement. */
export async function aboutOf(tx: Tx, { clientId, projectId }: ProjectKey): Promise<About> {
  const [facts] = await findAgreementFacts(tx, { clientId, projectId });
  const { studentId, businessId, student, business, title } = facts ?? refuse('not-found');
  return { clientId, projectId, studentId, businessId, student, business, title };
}

type ProjectKey = { clientId: string; projectId: string };
