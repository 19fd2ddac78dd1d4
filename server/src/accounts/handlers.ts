import type { accountCalls } from '@waypost/contract/accounts/calls';
import { DEMO_DOMAIN } from '@waypost/contract/accounts/demo';
import { RESET_CODE_MINUTES } from '@waypost/contract/accounts/rules';
import type { InputOf } from '@waypost/contract/call';
import { CLIENT_FULL } from '@waypost/contract/clients/rules';
import { currentLocale, t } from '@waypost/contract/i18n';
import { accountName } from '@waypost/contract/profiles/rules';
import { refuse } from '@waypost/contract/refusal';
import { doneBy, record } from '../access/audit.ts';
import { chargeHash, requireHash } from '../access/costs.ts';
import { authorize } from '../access/enforce.ts';
import {
  type Handlers,
  inOneTrip,
  outsideTransaction,
  type Request,
  type Transaction,
} from '../access/handler.ts';
import { countTry, forgetTries, refundTry, withinLimits } from '../access/limits.ts';
import { isSelf } from '../access/ownership.ts';
import { beginSession, endSession, endSessionsOf, type Holder, newSecret } from '../access/sessions.ts';
import { enterTenant } from '../access/tenant.ts';
import { findNamesOf, hasSeatForSignUp, isSchoolSystem } from '../clients/queries.ts';
import { type Tx, violates } from '../database/connect.ts';
import { readdressLinks } from '../links/changing.ts';
import { mailHolder } from '../mail/notify.ts';
import { toUser } from '../profiles/present.ts';
import { findUserOfSession, findWholeUser } from '../profiles/queries.ts';
import { recoveryCodeUsedMail } from '../second-factor/mails.ts';
import { readyCode } from '../second-factor/proving.ts';
import { countRecoveryCodes, findFactor } from '../second-factor/queries.ts';
import { endCodesOf, findCode, insertCode, mailLink, useCode } from './code-queries.ts';
import { forgetDevices, isKnownDevice, rememberDevice } from './devices.ts';
import * as limits from './limits.ts';
import { emailChangedNote, passwordChangedMail, resetMail } from './mails.ts';
import { hashPassword, isPassword, isUpToDate, requireGoodPassword } from './passwords.ts';
import {
  type Account,
  changeLogin,
  claimEmail,
  confirm,
  findAccount,
  findLocalesOfSession,
  findLogin,
  insertAccount,
  isStillProven,
  ONE_EMAIL,
  renewHash,
  setLocale,
  setPassword,
} from './queries.ts';

/** Accounts and sessions (docs/behavior/accounts.md). */
export const accountHandlers: Handlers<typeof accountCalls> = {
  login: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    const { account, attempt } = await transaction((tx) => findAttempted(request, tx));
    const fromEverywhere = limits.guessesAt(input.email);
    // Other people's guesses do not lock out a browser that the account logged in with before.
    const bounds = attempt.device
      ? { counted: [limits.guessesBy(attempt)] }
      : { counted: [limits.guessesBy(attempt), fromEverywhere], failed: [limits.failedLoginsFrom(request)] };
    if (!attempt.device) requireHash();
    await withinLimits(transaction, now, bounds, async () => undefined);
    const proven = await isPassword(input.password, account?.passwordHash);
    if (!proven && !attempt.device) chargeHash();
    const second =
      account && proven ? await proveSecondFactor(request, transaction, account, attempt) : 'none';
    const needsCode = second === 'second factor' || second === 'wrong code';
    const renewed = proven && !needsCode ? await rehash(input.password, account) : null;
    return transaction(async (tx) => {
      if (!account || !proven || (!needsCode && !(await isStillProven(tx, account, input.password, now)))) {
        await countTry(tx, limits.failedLoginsFrom(request), now);
        if (account) await recordFailure(tx, account, now);
        return { message: 'Wrong Name/PW' as const };
      }
      await forgetTries(tx, limits.guessesBy(attempt));
      if (!attempt.device) await refundTry(tx, fromEverywhere);
      if (needsCode) return { message: second };
      // Check again now that the account is locked: two-step login may have been turned on since.
      const [factor] = second === 'none' ? await findFactor(tx, account) : [];
      if (factor?.secret) return { message: 'second factor' as const };
      if (renewed) await renewHash(tx, account, renewed);
      return { message: 'success' as const, user: await signIn(request, tx, account, 'sign in') };
    });
  }),

  logout: async (request, tx) => {
    await leaveSession(request, tx);
    request.giveSession('end');
    return { message: 'success' };
  },

  signUp: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    refuseDemoAddress(input.email);
    requireHash();
    const names = await transaction((tx) => findNamesOf(tx, input.client));
    requireGoodPassword('password', input.password, input.email, names);
    const attempt = { email: input.email, network: request.network, device: null };
    const counted = [limits.signUpsBy(attempt), limits.signUpsFrom(request), limits.signUpsIn(input)];
    const bounds = { counted, failed: [limits.takenEmailsFrom(request)] };
    const isTaken = await withinLimits(transaction, now, bounds, async (tx) => {
      if (!(await isSchoolSystem(tx, input.client)))
        refuse('invalid-input', undefined, { client: ['choose a school system'] });
      const taken = (await findAccount(tx, input.email))?.confirmed === true;
      if (taken) await countTry(tx, limits.takenEmailsFrom(request), now);
      return taken;
    });
    if (isTaken) return { message: 'User Exists' as const };
    chargeHash();
    const passwordHash = await hashPassword(input.password);
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
      const counted = [limits.wrongCodesFrom(request)];
      return withinLimits(transaction, now, { counted }, async () => ({ message: 'expired' as const }));
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

  resendConfirmation: outsideTransaction(async ({ actor, now, outside }, transaction) => {
    if (actor.confirmed) refuse('conflict', t('Your email is confirmed already.'));
    const counted = [limits.confirmationsOf(actor)];
    return withinLimits(transaction, now, { counted }, async (tx) => {
      const holder = { clientId: actor.clientId, userId: actor.id, email: actor.email };
      await mailLink(tx, outside, 'confirmation', holder, now);
      return { message: 'success' as const };
    });
  }),

  changePassword: outsideTransaction(async (request, transaction) => {
    const { input, actor, now, outside } = request;
    // A person masquerading must not take over the account.
    if (actor.admin) refuse('not-allowed', t('Only the owner of an account can change how they log in.'));
    const chosen = input.new_password || null;
    if (actor.mustChangePassword && (!chosen || chosen === input.password))
      refuse('invalid-input', undefined, { new_password: [t('choose a password of your own')] });
    if (chosen) {
      const names = await transaction((tx) => findNamesOf(tx, actor.clientId));
      requireGoodPassword('new_password', chosen, input.email, names);
    }

    const holder = { clientId: actor.clientId, userId: actor.id };
    const guesses = limits.guessesOf(actor);
    const moves = input.email.toLowerCase() !== actor.email.toLowerCase();
    if (moves) refuseDemoAddress(input.email);
    const counted = moves ? [guesses, limits.emailChangesOf(actor)] : [guesses];
    const [found] = await withinLimits(transaction, now, { counted }, (tx) => findLogin(tx, holder));
    const known = found?.passwordHash ?? null;
    if (!(await isPassword(input.password, known))) return { message: 'wrongPassword' as const };

    const passwordHash = chosen ? await hashPassword(chosen) : null;
    try {
      return await transaction(async (tx) => {
        await forgetTries(tx, guesses);
        if (moves && !(await claimEmail(tx, outside, input.email)))
          return { message: 'emailExists' as const };
        const { email } = input;
        const changes = { email, ...(passwordHash && { passwordHash }) };
        // Another change came first, so the given password is no longer the current one.
        if (!(await changeLogin(tx, holder, known, changes, now)))
          return { message: 'wrongPassword' as const };
        await endCodesOf(tx, holder, now);
        const changed = [email !== actor.email && 'email', passwordHash && 'password'].filter(Boolean);
        if (changed.length > 0)
          await record(
            tx,
            actor,
            { action: 'change login', details: { changed: changed.join(' and ') } },
            now,
          );
        if (moves) {
          // Links in the former mailbox must no longer act for the account.
          const former = {
            clientId: actor.clientId,
            accountId: actor.id,
            from: { name: '', email: actor.email },
          };
          await readdressLinks(tx, outside, { ...former, to: null }, now);
          const purpose = actor.confirmed ? 'new email' : 'confirmation';
          await mailLink(tx, outside, purpose, { ...holder, email }, now);
          // Not to an unconfirmed address, which may be a stranger's.
          const formerEmail = found?.provenEmail;
          if (actor.confirmed && formerEmail && formerEmail !== email)
            await mailHolder(tx, outside.jobs, holder, () => [
              emailChangedNote(formerEmail, actor.email, email),
            ]);
        }
        if (passwordHash) {
          await forgetDevices(tx, holder);
          await rememberDevice(request, tx, holder);
          await mailHolder(tx, outside.jobs, holder, () => [passwordChangedMail(outside.publicUrl, email)]);
        }
        if (moves || passwordHash) {
          await endSessionsOf(tx, holder);
          request.giveSession(await beginSession(tx, holder, request));
        }
        return { message: 'success' as const };
      });
    } catch (error) {
      if (violates(error, ONE_EMAIL)) return { message: 'emailExists' as const };
      throw error;
    }
  }),

  resetPassword: outsideTransaction(async (request, transaction) => {
    const { input, now, outside } = request;
    const { account, attempt } = await transaction((tx) => findAttempted(request, tx));
    const others = [limits.resetsOf(input.email), ...(account ? [limits.resetsFrom(request)] : [])];
    const counted = [limits.resetsBy(attempt), ...(attempt.device ? [] : others)];
    // A network that used up its resets gets the same refusal for every email, so it cannot tell which ones are known.
    const failed = account ? [] : [limits.resetsFrom(request)];
    return withinLimits(transaction, now, { counted, failed }, async (tx) => {
      if (!account) {
        const wait = await countTry(tx, limits.unknownEmailsFrom(request), now);
        return { message: wait > 0 ? ('success' as const) : ('wrong email' as const) };
      }
      await enterTenant(tx, account.clientId);
      const secret = newSecret();
      const expiresAt = minutesAfter(now, RESET_CODE_MINUTES);
      await insertCode(tx, account, { secret, purpose: 'reset', now, expiresAt });
      const { email } = account;
      await mailHolder(tx, outside.jobs, account, () => [resetMail(outside.publicUrl, email, secret)]);
      return { message: 'success' as const };
    });
  }),

  findUserByCode: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    const owner = await transaction((tx) => findCode(tx, input.code, now, BY_LINK));
    if (!owner) {
      // A code is too long to guess, so a correct one works however many wrong ones were tried.
      const counted = [limits.wrongCodesFrom(request)];
      return withinLimits(transaction, now, { counted }, async () => ({ message: 'expired' as const }));
    }
    request.giveVerifiedCode({ token: input.code, expiresAt: minutesAfter(now, RESET_CODE_MINUTES) });
    return { message: 'success' as const, _id: owner.userId, email: owner.email };
  }),

  changePasswordById: outsideTransaction(async (request, transaction) => {
    const { input, now, outside, verifiedCode } = request;
    const owner = verifiedCode && (await transaction((tx) => findCode(tx, verifiedCode, now, BY_LINK)));
    if (!owner || owner.userId !== input._id) return { message: 'expired' as const };
    const names = await transaction((tx) => findNamesOf(tx, owner.clientId));
    requireGoodPassword('new_password', input.new_password, owner.email, names);
    const passwordHash = await hashPassword(input.new_password);
    return transaction(async (tx) => {
      await enterTenant(tx, owner.clientId);
      if (!(await useCode(tx, owner, verifiedCode, now))) return { message: 'expired' as const };
      await setPassword(tx, owner, passwordHash, now);
      await endCodesOf(tx, owner, now);
      await endSessionsOf(tx, owner);
      await forgetTries(tx, limits.guessesAt(owner.email));
      await forgetDevices(tx, owner);
      await rememberDevice(request, tx, owner);
      await recordByLink(tx, owner, now);
      const { email } = owner;
      await mailHolder(tx, outside.jobs, owner, () => [passwordChangedMail(outside.publicUrl, email)]);
      request.giveVerifiedCode('end');
      return { message: 'success' as const };
    });
  }),

  /** During a masquerade, the choice applies only to this browser, not to the other person's account. */
  saveLocale: async ({ actor, input }, tx) => {
    if (actor.admin) refuse('not-allowed', t('Only the owner of an account can choose its language.'));
    await setLocale(tx, authorize(actor, { clientId: actor.clientId, id: actor.id }, isSelf), input.locale);
    return { locale: input.locale };
  },

  getUserData: inOneTrip(async (tx, tokenHash) => {
    const [found] = await findUserOfSession(tx, { tokenHash });
    return () => (found ? toUser(found) : refuse('no-session'));
  }),

  getCurrentUser: inOneTrip(async (tx, tokenHash) => {
    const [[found], [locales]] = await Promise.all([
      findUserOfSession(tx, { tokenHash }),
      findLocalesOfSession(tx, { tokenHash }),
    ]);
    return ({ caller }) =>
      found && caller
        ? {
            user: toUser(found),
            is_masquerade: caller.admin !== null,
            admin_id: caller.admin?.id ?? null,
            admin_name: caller.admin?.name ?? null,
            // Nobody chooses a password for the person they masquerade as.
            must_change_password: caller.mustChangePassword && caller.admin === null,
            must_set_up_second_factor: caller.needsSecondFactor,
            locale: locales?.own ?? null,
            client_locale: locales?.ofClient ?? null,
          }
        : [];
  }),
};

/** The demo's addresses are reserved for it: a server without the demo does not start while there are any. */
function refuseDemoAddress(email: string): void {
  if (email.trim().toLowerCase().endsWith(`@${DEMO_DOMAIN}`))
    refuse('invalid-input', undefined, { email: [t('must be a valid email address')] });
}

/**
 * Checks the code of a login after the correct password: `none` if the account has no two-step login. Refuses with 429
 * after too many wrong codes.
 */
async function proveSecondFactor(
  request: Request<InputOf<typeof accountCalls.login>>,
  transaction: Transaction,
  account: Account,
  attempt: limits.Try,
): Promise<'none' | 'proven' | 'second factor' | 'wrong code'> {
  const { input, now, outside } = request;
  const [factor] = await transaction(async (tx) => {
    await enterTenant(tx, account.clientId);
    return findFactor(tx, account);
  });
  if (!factor?.secret) return 'none';
  if (!input.code) return 'second factor';
  const [own, all] = [limits.codesBy(attempt), limits.codesAt(attempt)];
  const counted = attempt.device ? [own] : [own, all];
  await withinLimits(transaction, now, { counted }, async () => undefined);
  const use = await readyCode(request, account, factor, input.code);
  return transaction(async (tx) => {
    await enterTenant(tx, account.clientId);
    const kind = await use(tx);
    if (!kind) {
      await recordFailure(tx, account, now, { because: 'wrong code' });
      return 'wrong code';
    }
    await forgetTries(tx, own);
    if (!attempt.device) await refundTry(tx, all);
    if (kind === 'recovery') {
      const left = await countRecoveryCodes(tx, account);
      await record(tx, await toWho(tx, account), { action: 'use recovery code', details: { left } }, now);
      await mailHolder(tx, outside.jobs, account, () => [
        recoveryCodeUsedMail(outside.publicUrl, account.email, left),
      ]);
    }
    return 'proven';
  });
}

/** A new hash of a proven password whose hash has outdated parameters; null if it is up to date. */
const rehash = async (password: string, account: Account | undefined) =>
  account?.passwordHash && !isUpToDate(account.passwordHash) ? hashPassword(password) : null;

/** Finds the account named before a login, for counting the try. */
async function findAttempted(request: Request<{ email: string }>, tx: Tx) {
  const { email } = request.input;
  const account = await findAccount(tx, email);
  if (account) await enterTenant(tx, account.clientId);
  const known = account !== undefined && (await isKnownDevice(tx, account, request));
  const device = known ? request.device : null;
  const passwordHash = account?.passwordHash ?? null;
  return { account, attempt: { email, network: request.network, device, passwordHash } };
}

/** The links that confirm an email. */
const TO_CONFIRM = ['confirmation', 'new email'] as const;

/** The links that set a password. */
const BY_LINK = ['reset', 'invitation'] as const;

/** Starts a session in this browser, replacing the one it may have had. */
async function signIn(request: Request<unknown>, tx: Tx, holder: Holder, action: 'sign in' | 'sign up') {
  await leaveSession(request, tx);
  await enterTenant(tx, holder.clientId);
  request.giveSession(await beginSession(tx, holder, request));
  await rememberDevice(request, tx, holder);
  await record(tx, await toWho(tx, holder), { action }, request.now);
  return findUser(tx, holder);
}

/** Records a wrong password or code. Nobody knows who typed it. */
async function recordFailure(
  tx: Tx,
  { clientId, userId, email }: Account,
  now: Date,
  details?: { because: string },
): Promise<void> {
  await enterTenant(tx, clientId);
  const somebody = doneBy({ clientId, id: null, name: 'Somebody' });
  const event = { action: 'failed sign in', subject: { id: userId, name: email } } as const;
  await record(tx, somebody, details ? { ...event, details } : event, now);
}

/** Records that a password was set by a mailed link, so by someone who reads the owner's mail. */
async function recordByLink(tx: Tx, owner: Holder, now: Date): Promise<void> {
  const details = { changed: 'password, by a mailed link' };
  await record(tx, await toWho(tx, owner), { action: 'change login', details }, now);
}

async function toWho(tx: Tx, holder: Holder) {
  const user = await findUser(tx, holder);
  return doneBy({ clientId: holder.clientId, id: holder.userId, name: accountName(user) });
}

/** Ends the session of this browser, in that session's tenant. */
async function leaveSession({ caller, now }: Request<unknown>, tx: Tx): Promise<void> {
  if (!caller) return;
  await enterTenant(tx, caller.clientId);
  await endSession(tx, caller, now);
}

async function findUser(tx: Tx, { clientId, userId }: Holder) {
  const [found] = await findWholeUser(tx, { clientId, userId });
  return found ? toUser(found) : refuse('no-session');
}

/**
 * Creates the account of a sign-up and mails the link that confirms it; it takes a place only then. Returns null if a
 * confirmed account has the email; 409 if no place is left.
 */
async function makeAccount(
  { input, now, outside }: Request<InputOf<typeof accountCalls.signUp>>,
  tx: Tx,
  passwordHash: string,
) {
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
  if (made) await mailLink(tx, outside, 'confirmation', { ...made, email: input.email }, now);
  return made;
}

const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000);
