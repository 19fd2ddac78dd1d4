import { type Message, msg, t } from '@waypost/contract/i18n';
import { SignedInput } from '@waypost/contract/messages/links/forms';
import { maskedEmail } from '@waypost/contract/messages/links/rules';
import { CODE_MINUTES, CODE_TRIES, isCode, normalCode } from '@waypost/contract/messages/proofs/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Pool } from 'pg';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { spend } from '../../platform/access/budgets.ts';
import { readInput } from '../../platform/access/input.ts';
import { asLinkExclusively, leaveLinkRole } from '../../platform/access/link-tenant.ts';
import { hashCode } from '../../platform/access/passwords.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import { type FreshCode, giveCode } from '../proofs/codes.ts';
import { toCodeMail } from '../proofs/mails.ts';
import { findProof, type ProofState, type Recipient, tryCode } from '../proofs/queries.ts';
import type { Proven, Purpose } from './purpose.ts';
import { findPlacementOf } from './queries.ts';

/* The second proof of an action by link: a code (docs/behavior/proofs.md). */

/** A second proof, with the salt that names its code. */
export type ProvenBy = Proven & { salt: Buffer };

/** Whose code it is. */
export const personOf = ({ clientId, accountId, recipient: { email } }: LinkCaller): Recipient => ({
  clientId,
  accountId,
  email,
});

interface ProofInput {
  tokenHash: Buffer;
  link: LinkCaller;
  purpose: Purpose;
  proof: ProofState | null;
  values: URLSearchParams;
}

/**
 * Checks the typed code of an action that needs one. A wrong code is counted in a transaction of its own, because the
 * refusal rolls back everything else.
 */
export async function prove(
  { pool, outside }: { pool: Pool; outside: Outside },
  { tokenHash, link, purpose, proof, values }: ProofInput,
): Promise<ProvenBy | null> {
  if (!proof || !purpose.proves?.includes(values.get('do') ?? '')) return null;
  readInput(SignedInput, { name: values.get('name') });
  const typed = normalCode(values.get('code') ?? '');
  if (!isCode(typed)) return refuseCode(TYPE_CODE);
  if (!proof.sent) return refuseCode(ASK_FOR_CODE);
  const { salt, proof: by, proofTo } = proof.sent;
  // Outside of transactions, because it is slow.
  const codeHash = await hashCode(typed, salt);
  const now = outside.clock.now();
  const tried = await asLinkExclusively(pool, tokenHash, now, async (tx, open) => {
    if (open?.state !== 'open') return undefined;
    await leaveLinkRole(tx, open);
    return tryCode(tx, personOf(link), { salt, codeHash, mostTries: CODE_TRIES, now });
  });
  if (!tried || (!tried.isRight && tried.left === 0)) return refuseCode(CODE_ENDED);
  if (!tried.isRight) return refuseCode(WRONG_CODE, tried.left);
  return { proof: by, proofTo, salt };
}

interface Sending {
  link: LinkCaller;
  title: Message;
  fresh: FreshCode;
}

/** Emails a code to another address of the link's recipient, and returns a notice. */
export async function sendCode(
  tx: Tx,
  { jobs }: Pick<Outside, 'jobs'>,
  { link, title, fresh }: Sending,
  now: Date,
): Promise<string> {
  const { recipient, client } = link;
  await leaveLinkRole(tx, link);
  const { required, codeEmail } = await findProof(tx, personOf(link));
  if (!required || codeEmail === '') refuse('conflict');
  await spend(tx, 'codes by link', `${link.accountId} ${recipient.email.toLowerCase()}`, now);
  const proofTo = maskedEmail(codeEmail);
  await giveCode(tx, personOf(link), fresh, { proof: 'email', proofTo }, now);
  const mail = { code: fresh.code, title, school: client.name, thread: await findPlacementOf(tx, link) };
  await jobs.sendMail(tx, toCodeMail({ email: codeEmail, locale: recipient.locale }, mail));
  const minutes = String(CODE_MINUTES);
  return t('We emailed a code to {email}. It works for {minutes} minutes.', { email: proofTo, minutes });
}

const refuseCode = (message: Message, left = 0): never =>
  refuse('invalid-input', undefined, { code: [t(message, { left })] });

const TYPE_CODE = msg('type the six digits of your code');
const ASK_FOR_CODE = msg('ask for a code first');
const WRONG_CODE = msg(
  'This is not your code. {left, plural, one {You have one more try} other {You have {left} more tries}}.',
);
export const CODE_ENDED = msg('This code no longer works. Ask for a new one.');
