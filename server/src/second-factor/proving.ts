import { randomBytes, randomInt } from 'node:crypto';
import {
  kindOfCode,
  normalizeCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '@waypost/contract/second-factor/rules';
import type { Request } from '../access/handler.ts';
import type { Holder } from '../access/sessions.ts';
import { hashCode } from '../accounts/passwords.ts';
import type { Tx } from '../database/connect.ts';
import { type Factor, useRecoveryCode, useStep } from './queries.ts';
import { stepOf } from './totp.ts';

/** Binds an encrypted secret to its account, so that it works for no other. */
export const ownerOf = ({ clientId, userId }: Holder) => `second factor ${clientId} ${userId}`;

/** Uses a code in the given transaction. Returns its kind; null if it is wrong or was used before. */
export type UseCode = (tx: Tx) => Promise<'app' | 'recovery' | null>;

/** Prepares the use of a typed code. Hashes a recovery code here, because that is slow. */
export async function readyCode(
  { outside, now }: Pick<Request<unknown>, 'outside' | 'now'>,
  holder: Holder,
  factor: Factor,
  typed: string,
): Promise<UseCode> {
  const code = normalizeCode(typed);
  const { secret, recoverySalt } = factor;
  switch (kindOfCode(code)) {
    case 'app': {
      const opened = secret && outside.vault.open(secret, ownerOf(holder));
      const step = opened && stepOf(opened, code, now);
      if (!secret || !step) return nothing;
      return async (tx) => ((await useStep(tx, holder, secret, step)) ? 'app' : null);
    }
    case 'recovery': {
      if (!recoverySalt) return nothing;
      const codeHash = await hashCode(code, recoverySalt);
      return async (tx) => ((await useRecoveryCode(tx, holder, codeHash)) ? 'recovery' : null);
    }
    default:
      return nothing;
  }
}

const nothing: UseCode = async () => null;

/** New recovery codes, as they are shown once and as they are stored. */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; salt: Buffer; hashes: Buffer[] }> {
  const salt = randomBytes(16);
  const plain = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_CODE_LENGTH }, () => RECOVERY_ALPHABET[randomInt(32)]).join(''),
  );
  const hashes = await Promise.all(plain.map((code) => hashCode(code, salt)));
  return { codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), salt, hashes };
}
