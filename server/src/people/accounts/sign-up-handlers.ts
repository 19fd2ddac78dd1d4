import type { InputOf } from '@waypost/contract/call';
import { currentLocale, t } from '@waypost/contract/i18n';
import type { accountCalls } from '@waypost/contract/people/accounts/calls';
import { refuse } from '@waypost/contract/refusal';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { record } from '../../platform/access/audit.ts';
import { chargeHash } from '../../platform/access/costs.ts';
import { type Handlers, outsideTransaction, type Request } from '../../platform/access/handler.ts';
import { countInOrder, withinLimits } from '../../platform/access/limits.ts';
import { hashPassword, requireGoodPassword, turnBeforeLogin } from '../../platform/access/passwords.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { findNamesOf, hasSeatForSignUp, isSchoolSystem } from '../../school-system/clients/queries.ts';
import { findCode, isConfirmedBy, mailLink, useCode } from './code-queries.ts';
import * as limits from './limits.ts';
import { isTaken, signIn, toWho } from './login.ts';
import { insertAccount } from './queries.ts';
import { confirm } from './unconfirmed-queries.ts';

type SignUpCalls = Pick<
  typeof accountCalls,
  'signUp' | 'findConfirmation' | 'confirmEmail' | 'resendConfirmation'
>;

/** Signing up and confirming the email (docs/behavior/accounts.md). */
export const signUpHandlers: Handlers<SignUpCalls> = {
  signUp: outsideTransaction(async (request, transaction) => {
    const { input } = request;
    const { names, taken } = await transaction(async (tx) => {
      if (!(await isSchoolSystem(tx, input.client)))
        refuse('invalid-input', undefined, { client: ['choose a school system'] });
      return {
        names: await findNamesOf(tx, input.client),
        taken: await isTaken(tx, input.email),
      };
    });
    requireGoodPassword('password', input.password, input.email, names);
    chargeHash();
    // Also for a taken email, so that collecting addresses is as slow as signing up with each.
    const passwordHash = await hashPassword(input.password, turnBeforeLogin(input.email, null));
    if (taken) return { message: 'User Exists' as const };
    return transaction(async (tx) => {
      const made = await makeAccount(request, tx, passwordHash);
      if (!made) return { message: 'User Exists' as const };
      return { message: 'success' as const, user: await signIn(request, tx, made, 'sign up') };
    });
  }),

  findConfirmation: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    return (
      (await transaction((tx) => lookUp(tx, input.code, now))) ??
      withinLimits(transaction, now, [limits.wrongCodesFrom(request)], async () => EXPIRED)
    );
  }),

  confirmEmail: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    const owner = await transaction((tx) => findCode(tx, input.code, now, TO_CONFIRM));
    if (!owner) {
      if (await transaction((tx) => isConfirmedBy(tx, input.code))) return { message: 'success' as const };
      return withinLimits(transaction, now, [limits.wrongCodesFrom(request)], async () => EXPIRED);
    }
    return transaction(async (tx) => {
      await enterTenant(tx, owner.clientId);
      // Someone who changed their email already has a place.
      const fits = owner.purpose === 'new email' || (await hasSeatForSignUp(tx, owner.clientId));
      // A link that was used meanwhile may have taken the last place itself.
      if (!(await useCode(tx, owner, input.code, now)) || !(await confirm(tx, owner, now)))
        return (await isConfirmedBy(tx, input.code)) ? { message: 'success' as const } : EXPIRED;
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

const EXPIRED = { message: 'expired' as const };

/** What this code would do; undefined if it does nothing. */
async function lookUp(tx: Tx, code: string, now: Date) {
  if (await isConfirmedBy(tx, code)) return { message: 'confirmed' as const };
  return (await findCode(tx, code, now, TO_CONFIRM)) && { message: 'waiting' as const };
}

/**
 * Creates the account of a sign-up and mails the link that confirms it; it takes a place only then. After too many mails
 * to the address, or for the network, nothing is mailed until the owner asks for it. Returns null if an account has the
 * email; 409 if no place is left.
 */
async function makeAccount(
  request: Request<InputOf<typeof accountCalls.signUp>>,
  tx: Tx,
  passwordHash: string,
) {
  const { input, now, outside } = request;
  await enterTenant(tx, input.client);
  const fits = await hasSeatForSignUp(tx, input.client);
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
  // The account with this email may have taken the last place.
  if (!made) return null;
  if (!fits) refuse('conflict', t(CLIENT_FULL));
  if ((await countInOrder(tx, limits.unprovenMails(input.email, request), now)) === 0)
    await mailLink(tx, outside, 'confirmation', { ...made, email: input.email }, now);
  return made;
}
