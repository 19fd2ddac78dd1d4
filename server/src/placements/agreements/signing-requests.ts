import { type LinkedParty, type Party, whyNotSigner } from '@waypost/contract/placements/agreements/rules';
import { issueLinks } from '../../messages/links/queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { type About, askAccountsToSign, toSigningLink } from './mails.ts';
import { listSigners, lockSigners, type Signer } from './signer-queries.ts';

/**
 * Asks the parties whose turn it is to sign: accounts on their screen; guardians and the business's signatories by a
 * link, unless it would go to the account's own address.
 */
export async function askToSign(
  tx: Tx,
  post: MailContext,
  about: About,
  { agreement, turn }: { agreement: { id: string }; turn: readonly Party[] },
  now: Date,
): Promise<void> {
  await askAccountsToSign(tx, post, about, turn);
  await lockSigners(tx, [about.studentId, about.businessId]);
  const signers = await listSigners(tx, { ...about, agreementId: agreement.id }, now);
  const asked = signers.filter(
    (one) => turn.includes(one.party) && !one.isAccount && whyNotSigner(one) === null,
  );
  await sendSigningLinks(tx, post, about, { agreement, signers: atOneAddressOnce(asked) }, now);
}

/**
 * Asks people who may sign by link for a party whose turn it is, but were not asked at this address: they were added,
 * confirmed, allowed to sign or given an address since. Call `lockSigners` first.
 */
export async function askNewSigners(
  tx: Tx,
  post: MailContext,
  about: About,
  { agreement, party }: { agreement: { id: string }; party: LinkedParty },
  now: Date,
): Promise<void> {
  const signers = await listSigners(tx, { ...about, agreementId: agreement.id }, now);
  const asked = signers.filter(
    (one) => one.party === party && !one.isAccount && !one.wasSent && whyNotSigner(one) === null,
  );
  await sendSigningLinks(tx, post, about, { agreement, signers: atOneAddressOnce(asked) }, now);
}

/** Parents who share an address get one email. */
const atOneAddressOnce = (signers: readonly Signer[]) =>
  signers.filter(
    (one, index) =>
      signers.findIndex(({ email, party }) => party === one.party && isSame(email, one.email)) === index,
  );

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Emails each of them a link for signing this version. */
export async function sendSigningLinks(
  tx: Tx,
  { jobs, publicUrl }: MailContext,
  about: About,
  { agreement, signers }: { agreement: { id: string }; signers: readonly Signer[] },
  now: Date,
): Promise<void> {
  const made = signers.map(({ accountId, name, email, locale }) => ({
    clientId: about.clientId,
    purpose: 'sign' as const,
    subjectId: agreement.id,
    accountId,
    recipient: { name, email, locale },
  }));
  const tokens = await issueLinks(tx, made, now);
  await jobs.sendMails(
    tx,
    signers.map((signer, index) => toSigningLink(publicUrl, signer, about, tokens[index] ?? '')),
  );
}
