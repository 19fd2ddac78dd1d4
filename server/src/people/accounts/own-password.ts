import { t } from '@waypost/contract/i18n';
import { refuse } from '@waypost/contract/refusal';
import type { Request, Transaction } from '../../platform/access/handler.ts';
import { forgetTries, withinLimits } from '../../platform/access/limits.ts';
import { isPassword } from '../../platform/access/passwords.ts';
import { guessesOf } from './limits.ts';
import { findLogin } from './queries.ts';

/** Refuses a password that is not the caller's own. Wrong ones count as guesses at one's own. */
export async function requireOwnPassword(
  { actor, input, now }: Request<{ password: string }>,
  transaction: Transaction,
): Promise<void> {
  const guesses = guessesOf(actor);
  const holder = { clientId: actor.clientId, userId: actor.id };
  const [login] = await withinLimits(transaction, now, [guesses], (tx) => findLogin(tx, holder));
  if (!(await isPassword(input.password, login?.passwordHash ?? null)))
    refuse('invalid-input', undefined, { password: [t('Wrong password entered')] });
  await transaction((tx) => forgetTries(tx, guesses));
}
