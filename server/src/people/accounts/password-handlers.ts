import { t } from '@waypost/contract/i18n';
import type { accountCalls } from '@waypost/contract/people/accounts/calls';
import { RESET_CODE_MINUTES } from '@waypost/contract/people/accounts/rules';
import { refuse } from '@waypost/contract/refusal';
import { readdressLinks } from '../../messages/links/address-changes.ts';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import { mailHolder } from '../../messages/mail/notify.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import { countInOrder, countTry, forgetTries, withinLimits } from '../../platform/access/limits.ts';
import { hashPassword, isPassword, requireGoodPassword } from '../../platform/access/passwords.ts';
import { beginSession, endSessionsOf, type Holder, newSecret } from '../../platform/access/sessions.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import { type Tx, violates } from '../../platform/database/connect.ts';
import { findNamesOf } from '../../school-system/clients/queries.ts';
import { endCodesOf, findCode, hasFreshCode, insertCode, mailLink, useCode } from './code-queries.ts';
import { forgetDevices, rememberDevice } from './known-devices.ts';
import * as limits from './limits.ts';
import { findAttempted, isTaken, toWho } from './login.ts';
import { emailChangedNote, passwordChangedMail, resetMail } from './mails.ts';
import { changeLogin, findLogin, ONE_EMAIL, setPassword } from './queries.ts';

type PasswordCalls = Pick<
  typeof accountCalls,
  'changePassword' | 'resetPassword' | 'findUserByCode' | 'changePasswordById'
>;

/** Changing the email and password, with the current password or by a mailed link (docs/behavior/accounts.md). */
export const passwordHandlers: Handlers<PasswordCalls> = {
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
    const bounds = moves ? [guesses, limits.emailChangesOf(actor)] : [guesses];
    const [found] = await withinLimits(transaction, now, bounds, (tx) => findLogin(tx, holder));
    const known = found?.passwordHash ?? null;
    if (!(await isPassword(input.password, known))) return { message: 'wrongPassword' as const };

    const passwordHash = chosen ? await hashPassword(chosen) : null;
    try {
      return await transaction(async (tx) => {
        await forgetTries(tx, guesses);
        const { email } = input;
        if (moves && (await isTaken(tx, email))) return { message: 'emailExists' as const };
        if (moves) await requireOwnMailbox(tx, actor, email);
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
          if ((await countInOrder(tx, limits.unprovenMails(email, request), now)) === 0)
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
    return transaction(async (tx) => {
      const { account, attempt } = await findAttempted(request, tx);
      if (!account) {
        const wait = await countTry(tx, limits.unknownEmailsFrom(request), now);
        return { message: wait > 0 ? ('success' as const) : ('wrong email' as const) };
      }
      const shared = attempt.device ? [] : [limits.resetsFrom(request), limits.resetsOf(input.email)];
      const wait = await countInOrder(tx, [limits.resetsBy(attempt), ...shared], now);
      // Nobody's reset is refused for the resets of others: the last link that was mailed still works.
      if (wait > 0 && (await hasFreshCode(tx, account, 'reset', minutesAfter(now, RESET_CODE_MINUTES / 2))))
        return { message: 'success' as const };
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
      const wrong = [limits.wrongCodesFrom(request)];
      return withinLimits(transaction, now, wrong, async () => ({ message: 'expired' as const }));
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
};

/** The links that set a password. */
const BY_LINK = ['reset', 'invitation'] as const;

/** Records that a password was set by a mailed link, so by someone who reads the owner's mail. */
async function recordByLink(tx: Tx, owner: Holder, now: Date): Promise<void> {
  const details = { changed: 'password, by a mailed link' };
  await record(tx, await toWho(tx, owner), { action: 'change login', details }, now);
}

const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000);

/** Refuses an email of the student's guardians, or of another party in the account's open placements. */
async function requireOwnMailbox(tx: Tx, { clientId, id, role }: Actor, email: string): Promise<void> {
  if (role !== 'Student' && role !== 'Business') return;
  const party = role === 'Student' ? 'student' : 'business';
  const wrong = await whyNotAct(tx, { clientId, accountId: id }, { party, email, signs: true });
  if (wrong) refuse('invalid-input', undefined, { email: [wrong] });
}
