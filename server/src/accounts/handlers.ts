import type { accountCalls } from '@waypost/contract/accounts/calls';
import { RESET_CODE_MINUTES } from '@waypost/contract/accounts/rules';
import type { InputOf } from '@waypost/contract/call';
import { CLIENT_FULL } from '@waypost/contract/clients/rules';
import { displayName } from '@waypost/contract/profiles/rules';
import { refuse } from '@waypost/contract/refusal';
import { doneBy, record } from '../access/audit.ts';
import { type Handlers, inOneTrip, outsideTransaction, type Request } from '../access/handler.ts';
import { countTry, forgetTries, withinLimits } from '../access/limits.ts';
import { beginSession, endSession, endSessionsOf, type Holder, newSecret } from '../access/sessions.ts';
import { enterTenant } from '../access/tenant.ts';
import { hasSeat, isSchoolSystem } from '../clients/queries.ts';
import { broke, type Tx } from '../database/connect.ts';
import { toUser } from '../profiles/present.ts';
import { findUserOfSession, findWholeUser } from '../profiles/queries.ts';
import * as limits from './limits.ts';
import { emailChangedMails, passwordChangedMail, resetMail } from './mails.ts';
import { hashPassword, insistOnGoodPassword, isPassword } from './passwords.ts';
import {
  type Account,
  changeLogin,
  endCodesOf,
  findAccount,
  findCode,
  findPasswordHash,
  insertAccount,
  insertCode,
  isStillProven,
  ONE_EMAIL,
  setPassword,
  useCode,
} from './queries.ts';

/** Accounts and sessions (document 1, sections 4 and 7; rulings, "Accounts"). */
export const accountHandlers: Handlers<typeof accountCalls> = {
  login: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    const bounds = { counted: [limits.guessesAt(input.email)], failed: [limits.failedLoginsFrom(request)] };
    const account = await withinLimits(transaction, now, bounds, (tx) => findAccount(tx, input.email));
    const proven = await isPassword(input.password, account?.passwordHash);
    return transaction(async (tx) => {
      if (!account || !proven || !(await isStillProven(tx, account))) {
        await countTry(tx, limits.failedLoginsFrom(request), now);
        if (account) await recordFailure(tx, account, now);
        return { message: 'Wrong Name/PW' as const };
      }
      await forgetTries(tx, limits.guessesAt(input.email));
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
    insistOnGoodPassword('password', input.password, input.email);
    const bounds = { counted: [limits.signUpsOf(input.email)], failed: [limits.failedSignUpsFrom(request)] };
    const isTaken = await withinLimits(transaction, now, bounds, async (tx) => {
      if (!(await isSchoolSystem(tx, input.client)))
        refuse('invalid-input', undefined, { client: ['choose a school system'] });
      const taken = (await findAccount(tx, input.email)) !== undefined;
      if (taken) await countTry(tx, limits.failedSignUpsFrom(request), now);
      return taken;
    });
    if (isTaken) return { message: 'User Exists' as const };
    const passwordHash = await hashPassword(input.password);
    return transaction(async (tx) => {
      const made = await takeSeat(tx, input, passwordHash);
      if (!made) return { message: 'User Exists' as const };
      return { message: 'success' as const, user: await signIn(request, tx, made, 'sign up') };
    });
  }),

  changePassword: outsideTransaction(async (request, transaction) => {
    const { input, actor, now, outside } = request;
    // Whoever acts for somebody else must not come to own their account.
    if (actor.admin) refuse('not-allowed', 'Only the owner of an account can change how they log in.');
    const chosen = input.new_password || null;
    if (actor.mustChangePassword && (!chosen || chosen === input.password))
      refuse('invalid-input', undefined, { new_password: ['choose a password of your own'] });
    if (chosen) insistOnGoodPassword('new_password', chosen, input.email);

    const holder = { clientId: actor.clientId, userId: actor.id };
    const guesses = limits.guessesAt(actor.email);
    const moves = input.email.toLowerCase() !== actor.email.toLowerCase();
    const counted = moves ? [guesses, limits.emailChangesOf(actor)] : [guesses];
    const [found] = await withinLimits(transaction, now, { counted }, (tx) => findPasswordHash(tx, holder));
    const known = found?.passwordHash ?? null;
    if (!(await isPassword(input.password, known))) return { message: 'wrongPassword' as const };

    const passwordHash = chosen ? await hashPassword(chosen) : null;
    try {
      return await transaction(async (tx) => {
        await forgetTries(tx, guesses);
        const changes = { email: input.email, ...(passwordHash && { passwordHash }) };
        // Another change came first, so the password that was given is the current one no longer.
        if (!(await changeLogin(tx, holder, known, changes, now)))
          return { message: 'wrongPassword' as const };
        await endCodesOf(tx, holder, now);
        const changed = [input.email !== actor.email && 'email', passwordHash && 'password'].filter(Boolean);
        if (changed.length > 0)
          await record(
            tx,
            actor,
            { action: 'change login', details: { changed: changed.join(' and ') } },
            now,
          );
        if (moves)
          for (const mail of emailChangedMails(actor.email, input.email))
            await outside.jobs.sendMail(tx, mail);
        if (passwordHash) {
          await endSessionsOf(tx, holder);
          request.giveSession(await beginSession(tx, holder, now));
          await outside.jobs.sendMail(tx, passwordChangedMail(outside.publicUrl, input.email));
        }
        return { message: 'success' as const };
      });
    } catch (error) {
      if (broke(error, ONE_EMAIL)) return { message: 'emailExists' as const };
      throw error;
    }
  }),

  resetPassword: outsideTransaction(async (request, transaction) => {
    const { input, now, outside } = request;
    const bounds = { counted: [limits.resetsOf(input.email)], failed: [limits.failedResetsFrom(request)] };
    return withinLimits(transaction, now, bounds, async (tx) => {
      const account = await findAccount(tx, input.email);
      if (!account) {
        await countTry(tx, limits.failedResetsFrom(request), now);
        return { message: 'wrong email' as const };
      }
      await enterTenant(tx, account.clientId);
      const secret = newSecret();
      const expiresAt = minutesAfter(now, RESET_CODE_MINUTES);
      await insertCode(tx, account, { secret, purpose: 'reset', now, expiresAt });
      await outside.jobs.sendMail(tx, resetMail(outside.publicUrl, account.email, secret));
      return { message: 'success' as const };
    });
  }),

  findUserByCode: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    return withinLimits(transaction, now, { failed: [limits.wrongCodesFrom(request)] }, async (tx) => {
      const owner = await findCode(tx, input.code, now);
      if (!owner) {
        await countTry(tx, limits.wrongCodesFrom(request), now);
        return { message: 'expired' as const };
      }
      request.giveVerifiedCode({ token: input.code, expiresAt: minutesAfter(now, RESET_CODE_MINUTES) });
      return { message: 'success' as const, _id: owner.userId, email: owner.email };
    });
  }),

  changePasswordById: outsideTransaction(async (request, transaction) => {
    const { input, now, outside, verifiedCode } = request;
    const owner = verifiedCode && (await transaction((tx) => findCode(tx, verifiedCode, now)));
    if (!owner || owner.userId !== input._id) return { message: 'expired' as const };
    insistOnGoodPassword('new_password', input.new_password, owner.email);
    const passwordHash = await hashPassword(input.new_password);
    return transaction(async (tx) => {
      await enterTenant(tx, owner.clientId);
      if (!(await useCode(tx, owner, verifiedCode, now))) return { message: 'expired' as const };
      await setPassword(tx, owner, passwordHash, now);
      await endCodesOf(tx, owner, now);
      await endSessionsOf(tx, owner);
      await forgetTries(tx, limits.guessesAt(owner.email));
      await recordByLink(tx, owner, now);
      await outside.jobs.sendMail(tx, passwordChangedMail(outside.publicUrl, owner.email));
      request.giveVerifiedCode('end');
      return { message: 'success' as const };
    });
  }),

  getUserData: inOneTrip(async (tx, tokenHash) => {
    const [found] = await findUserOfSession(tx, { tokenHash });
    return () => (found ? toUser(found) : refuse('no-session'));
  }),

  getCurrentUser: inOneTrip(async (tx, tokenHash) => {
    const [found] = await findUserOfSession(tx, { tokenHash });
    return ({ caller }) =>
      found && caller
        ? {
            user: toUser(found),
            is_masquerade: caller.admin !== null,
            admin_id: caller.admin?.id ?? null,
            admin_name: caller.admin?.name ?? null,
            // Whoever acts for somebody cannot choose their password for them.
            must_change_password: caller.mustChangePassword && caller.admin === null,
          }
        : [];
  }),
};

/** Begins a session in this browser, in place of the one it may have had. */
async function signIn(request: Request<unknown>, tx: Tx, holder: Holder, action: 'sign in' | 'sign up') {
  await leaveSession(request, tx);
  await enterTenant(tx, holder.clientId);
  request.giveSession(await beginSession(tx, holder, request.now));
  const user = await findUser(tx, holder);
  const who = { clientId: holder.clientId, id: holder.userId, name: displayName(user) || user.email };
  await record(tx, doneBy(who), { action }, request.now);
  return user;
}

/** Somebody tried a wrong password at this account; who it was nobody knows. */
async function recordFailure(tx: Tx, { clientId, userId, email }: Account, now: Date): Promise<void> {
  await enterTenant(tx, clientId);
  const somebody = doneBy({ clientId, id: null, name: 'Somebody' });
  await record(tx, somebody, { action: 'failed sign in', subject: { id: userId, name: email } }, now);
}

/** Somebody chose a password by a mailed link: whoever they are, they read its owner's mail. */
async function recordByLink(tx: Tx, owner: Holder, now: Date): Promise<void> {
  const user = await findUser(tx, owner);
  const who = { clientId: owner.clientId, id: owner.userId, name: displayName(user) || user.email };
  await record(
    tx,
    doneBy(who),
    { action: 'change login', details: { changed: 'password, by a mailed link' } },
    now,
  );
}

/** Ends the session that this browser came with, in the tenant that it holds. */
async function leaveSession({ caller, now }: Request<unknown>, tx: Tx): Promise<void> {
  if (!caller) return;
  await enterTenant(tx, caller.clientId);
  await endSession(tx, caller, now);
}

async function findUser(tx: Tx, { clientId, userId }: Holder) {
  const [found] = await findWholeUser(tx, { clientId, userId });
  return found ? toUser(found) : refuse('no-session');
}

/** Makes the account that somebody signs up for. Null where its email is taken; 409 where no seat is left. */
async function takeSeat(tx: Tx, input: InputOf<typeof accountCalls.signUp>, passwordHash: string) {
  await enterTenant(tx, input.client);
  if (!(await hasSeat(tx, input.client))) refuse('conflict', CLIENT_FULL);
  return insertAccount(tx, {
    clientId: input.client,
    email: input.email,
    passwordHash,
    role: input.type,
    ...(input.type === 'Business'
      ? { businessName: input.business_name }
      : { firstName: input.first_name, lastName: input.last_name }),
  });
}

const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000);
