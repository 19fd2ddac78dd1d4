import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import type { accountCalls } from '@waypost/contract/people/accounts/calls';
import { refuse } from '@waypost/contract/refusal';
import { mailHolder } from '../../messages/mail/notify.ts';
import { doneBy, record } from '../../platform/access/audit.ts';
import { chargeHash } from '../../platform/access/costs.ts';
import { authorize } from '../../platform/access/enforce.ts';
import {
  type Handlers,
  inOneTrip,
  outsideTransaction,
  type Request,
  type Transaction,
} from '../../platform/access/handler.ts';
import {
  countInOrder,
  countTry,
  forgetTries,
  isReached,
  refundTry,
  TooManyTries,
  withinLimits,
} from '../../platform/access/limits.ts';
import { isSelf } from '../../platform/access/ownership.ts';
import { hashPassword, isPassword, isUpToDate, turnBeforeLogin } from '../../platform/access/passwords.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { toUser } from '../profiles/present.ts';
import { findUserOfSession } from '../profiles/queries.ts';
import { recoveryCodeUsedMail } from '../second-factor/mails.ts';
import { countRecoveryCodes, findFactor } from '../second-factor/queries.ts';
import { readyCode } from '../second-factor/verification.ts';
import * as limits from './limits.ts';
import { findAttempted, leaveSession, signIn, toWho } from './login.ts';
import { passwordHandlers } from './password-handlers.ts';
import { type Account, findLocalesOfSession, isStillProven, renewHash, setLocale } from './queries.ts';
import { signUpHandlers } from './sign-up-handlers.ts';

/** Accounts and sessions (docs/behavior/accounts.md). */
export const accountHandlers: Handlers<typeof accountCalls> = {
  ...signUpHandlers,
  ...passwordHandlers,

  login: outsideTransaction(async (request, transaction) => {
    const { input, now } = request;
    const { account, attempt, wait } = await transaction(async (tx) => {
      const found = await findAttempted(request, tx);
      return { ...found, wait: await countGuess(tx, found.attempt, now) };
    });
    if (wait > 0) throw new TooManyTries(wait);
    const turn = turnBeforeLogin(input.email, attempt.device);
    const proven = await isPassword(input.password, account?.passwordHash, turn);
    if (!proven && !attempt.device) chargeHash();
    const second =
      account && proven ? await proveSecondFactor(request, transaction, account, attempt) : 'none';
    const needsCode = second === 'second factor' || second === 'wrong code';
    const renewed = proven && !needsCode ? await rehash(input.password, account) : null;
    return transaction(async (tx) => {
      if (!account || !proven || (!needsCode && !(await isStillProven(tx, account, input.password, now)))) {
        // A password that is tried at no account guesses nothing.
        if (account) await countTry(tx, limits.failedLoginsFrom(request), now);
        if (account) await recordFailure(tx, account, now);
        return { message: 'Wrong Name/PW' as const };
      }
      await forgetTries(tx, limits.guessesBy(attempt));
      if (!attempt.device) await refundTry(tx, [limits.guessesAt(attempt.email)]);
      if (needsCode) return { message: second };
      // Check again now that the account is locked: two-step login may have been turned on since.
      const [factor] = second === 'none' ? await findFactor(tx, account) : [];
      if (factor?.secret) return { message: 'second factor' as const };
      if (renewed) await renewHash(tx, account, renewed);
      request.endWithBrowser(input.is_shared_computer === true);
      return { message: 'success' as const, user: await signIn(request, tx, account, 'sign in') };
    });
  }),

  logout: async (request, tx) => {
    await leaveSession(request, tx);
    request.giveSession('end');
    return { message: 'success' };
  },

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

/**
 * Counts a guess. Returns how many seconds too early it comes, or 0. While somebody in the network tries passwords at
 * many accounts, unknown browsers there have fewer guesses at each, but nobody is refused for guesses at another
 * account. Other people's guesses do not count for a browser that the account logged in with before.
 */
async function countGuess(tx: Tx, attempt: limits.Try, now: Date): Promise<number> {
  if (attempt.device) return countTry(tx, limits.guessesBy(attempt), now);
  const isCrowded = await isReached(tx, limits.failedLoginsFrom(attempt), now);
  return countInOrder(tx, [limits.guessesBy(attempt, isCrowded), limits.guessesAt(attempt.email)], now);
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
  const own = limits.codesBy(attempt);
  const shared = attempt.device ? [] : [limits.codesFrom(attempt), limits.codesAt(attempt)];
  await withinLimits(transaction, now, [own, ...shared], async () => undefined);
  const use = await readyCode(request, account, factor, input.code);
  return transaction(async (tx) => {
    await enterTenant(tx, account.clientId);
    const kind = await use(tx);
    if (!kind) {
      await recordFailure(tx, account, now, { because: 'wrong code' });
      return 'wrong code';
    }
    await forgetTries(tx, own);
    await refundTry(tx, shared);
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
