import { randomBytes, randomInt } from 'node:crypto';
import { CODE_DIGITS, codeExpiresAt, type Proof } from '@waypost/contract/messages/proofs/rules';
import { hashCode } from '../../platform/access/passwords.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { type Recipient, storeCode } from './queries.ts';

/** A code that is not stored yet. Made outside of transactions, because its hash is slow. */
export interface FreshCode {
  code: string;
  salt: Buffer;
  codeHash: Buffer;
}

export async function makeCode(): Promise<FreshCode> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const salt = randomBytes(16);
  return { code, salt, codeHash: await hashCode(code, salt) };
}

/** Replaces a person's code by this one, and returns when it expires. */
export async function giveCode(
  tx: Tx,
  recipient: Recipient,
  { salt, codeHash }: FreshCode,
  { proof, proofTo }: { proof: Proof; proofTo: string },
  now: Date,
): Promise<Date> {
  const expiresAt = codeExpiresAt(now);
  await storeCode(tx, recipient, { salt, codeHash, proof, proofTo, expiresAt });
  return expiresAt;
}
