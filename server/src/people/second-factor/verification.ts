import { randomBytes, randomInt } from 'node:crypto';
import { t } from '@waypost/contract/i18n';
import {
  kindOfCode,
  normalizeCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '@waypost/contract/people/second-factor/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import type { Request, Transaction } from '../../platform/access/handler.ts';
import { withinLimits } from '../../platform/access/limits.ts';
import { hashCode, isPassword } from '../../platform/access/passwords.ts';
import type { Holder } from '../../platform/access/sessions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { guessesOf } from '../accounts/limits.ts';
import { findLogin } from '../accounts/queries.ts';
import { type Factor, findFactor, useRecoveryCode, useStep } from './queries.ts';
import { stepOf } from './totp.ts';

/** The caller as themselves: in a masquerade these are somebody else's. */
export function holderOf(actor: Actor) {
  if (actor.admin) refuse('not-allowed', t('Only the owner of an account can change how they log in.'));
  return { clientId: actor.clientId, userId: actor.id };
}

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

/**
 * Checks the password, and prepares the required code if two-step login is on. Counts tries of both together; the
 * caller takes them back once both are correct.
 */
export async function prove(
  request: Request<{ password: string; code: string }>,
  transaction: Transaction,
): Promise<'wrongPassword' | 'wrongCode' | UseCode | (() => Promise<'not needed'>)> {
  const { actor, input, now } = request;
  const holder = holderOf(actor);
  const { login, factor } = await withinLimits(transaction, now, [guessesOf(actor)], async (tx) => ({
    login: (await findLogin(tx, holder))[0],
    factor: (await findFactor(tx, holder))[0],
  }));
  if (!(await isPassword(input.password, login?.passwordHash ?? null))) return 'wrongPassword';
  if (!factor?.secret) return async () => 'not needed' as const;
  return input.code === '' ? 'wrongCode' : readyCode(request, holder, factor, input.code);
}
