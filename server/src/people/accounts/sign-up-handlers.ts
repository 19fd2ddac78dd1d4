import type { InputOf } from '@waypost/contract/call';
import { currentLocale, t } from '@waypost/contract/i18n';
import type { accountCalls } from '@waypost/contract/people/accounts/calls';
import { refuse } from '@waypost/contract/refusal';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { record } from '../../platform/access/audit.ts';
import { chargeHash } from '../../platform/access/costs.ts';
import { type Handlers, outsideTransaction, type Request } from '../../platform/access/handler.ts';
import { countInOrder, countTry, withinLimits } from '../../platform/access/limits.ts';
import { hashPassword, requireGoodPassword, turnBeforeLogin } from '../../platform/access/passwords.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { findNamesOf, hasSeatForSignUp, isSchoolSystem } from '../../school-system/clients/queries.ts';
import { findCode, mailLink, useCode } from './code-queries.ts';
import * as limits from './limits.ts';
import { refuseDemoAddress, signIn, toWho } from './login.ts';
import { claimEmail, confirm, findAccount, insertAccount } from './queries.ts';

type SignUpCalls = Pick<typeof accountCalls, 'signUp' | 'confirmEmail' | 'resendConfirmation'>;

/** Signing up and confirming the email (docs/behavior/accounts.md). */
export const signUpHandlers: Handlers<SignUpCalls> = {
  signUp: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    refuseDemoAddress(input.email);
    const attempt = { email: input.email, network: request.network, device: null };
    const { names, isTaken, isRepeated } = await transaction(async (tx) => {
      if (!(await isSchoolSystem(tx, input.client)))
        refuse('invalid-input', undefined, { client: ['choose a school system'] });
      const existing = await findAccount(tx, input.email);
      return {
        names: await findNamesOf(tx, input.client),
        isTaken: existing?.confirmed === true,
        isRepeated: existing !== undefined && (await countTry(tx, limits.signUpsBy(attempt), now)) > 0,
      };
    });
    requireGoodPassword('password', input.password, input.email, names);
    // Somebody in the network repeats sign-ups with this email, which would remove its unconfirmed account each time.
    if (isRepeated) return { message: 'User Exists' as const };
    chargeHash();
    // Also for a taken email, so that collecting addresses is as slow as signing up with each.
    const passwordHash = await hashPassword(input.password, turnBeforeLogin(input.email, null));
    if (isTaken) return { message: 'User Exists' as const };
    return transaction(async (tx) => {
      const made = await makeAccount(request, tx, passwordHash);
      if (!made) return { message: 'User Exists' as const };
      return { message: 'success' as const, user: await signIn(request, tx, made, 'sign up') };
    });
  }),

  confirmEmail: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    const owner = await transaction((tx) => findCode(tx, input.code, now, TO_CONFIRM));
    if (!owner) {
      const wrong = [limits.wrongCodesFrom(request)];
      return withinLimits(transaction, now, wrong, async () => ({ message: 'expired' as const }));
    }
    return transaction(async (tx) => {
      await enterTenant(tx, owner.clientId);
      // Someone who changed their email already has a place.
      const fits = owner.purpose === 'new email' || (await hasSeatForSignUp(tx, owner.clientId));
      // A link that was used meanwhile may have taken the last place itself.
      if (!(await useCode(tx, owner, input.code, now)) || !(await confirm(tx, owner, now)))
        return { message: 'expired' as const };
      if (!fits) refuse('conflict', t(CLIENT_FULL));
      await record(tx, await toWho(tx, owner), { action: 'confirm email' }, now);
      return { message: 'success' as const };
    });
  }),

  resendConfirmation: outsideTransaction(async (request, transaction) => {
    const { actor, now, outside } = request;
    if (actor.confirmed) refuse('conflict', t('Your email is confirmed already.'));
    const bounds = [limits.confirmationsOf(actor), ...limits.unprovenMails(actor.email, request)];
    return withinLimits(transaction, now, bounds, async (tx) => {
      const holder = { clientId: actor.clientId, userId: actor.id, email: actor.email };
      await mailLink(tx, outside, 'confirmation', holder, now);
      return { message: 'success' as const };
    });
  }),
};

/** The links that confirm an email. */
const TO_CONFIRM = ['confirmation', 'new email'] as const;

/**
 * Creates the account of a sign-up and mails the link that confirms it; it takes a place only then. After too many mails
 * to the address, or for the network, nothing is mailed until the owner asks for it. Returns null if a confirmed account
 * has the email; 409 if no place is left.
 */
async function makeAccount(
  request: Request<InputOf<typeof accountCalls.signUp>>,
  tx: Tx,
  passwordHash: string,
) {
  const { input, now, outside } = request;
  await enterTenant(tx, input.client);
  const fits = await hasSeatForSignUp(tx, input.client);
  // The account with this email may have taken the last place.
  if (!(await claimEmail(tx, outside, input.email))) return null;
  if (!fits) refuse('conflict', t(CLIENT_FULL));
  const made = await insertAccount(tx, {
    clientId: input.client,
    email: input.email,
    passwordHash,
    role: input.type,
    confirmed: false,
    // Signing up in a language chooses it.
    locale: currentLocale(),
    createdAt: now,
    ...(input.type === 'Business'
      ? { businessName: input.business_name }
      : { firstName: input.first_name, lastName: input.last_name }),
  });
  if (made && (await countInOrder(tx, limits.unprovenMails(input.email, request), now)) === 0)
    await mailLink(tx, outside, 'confirmation', { ...made, email: input.email }, now);
  return made;
}
