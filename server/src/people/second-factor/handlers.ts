import { randomBytes } from 'node:crypto';
import { msg, t } from '@waypost/contract/i18n';
import type { secondFactorCalls } from '@waypost/contract/people/second-factor/calls';
import { normalizeCode, SET_UP_MINUTES } from '@waypost/contract/people/second-factor/rules';
import { refuse } from '@waypost/contract/refusal';
import { isStaff } from '@waypost/contract/roles';
import { mailHolder } from '../../messages/mail/notify.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction, type Request } from '../../platform/access/handler.ts';
import { forgetTries, withinLimits } from '../../platform/access/limits.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { lockAccount, nameOf } from '../../platform/access/person-queries.ts';
import { beginSession, endSessionsOf } from '../../platform/access/sessions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forgetDevices, rememberDevice } from '../accounts/known-devices.ts';
import { guessesOf } from '../accounts/limits.ts';
import { enterClientOf } from '../directory/queries.ts';
import { renewedMail, resetMail, turnedOffMail, turnedOnMail } from './mails.ts';
import {
  countRecoveryCodes,
  findFactor,
  lockHolder,
  replaceRecoveryCodes,
  requiresOfStaff,
  storePending,
  turnOff,
  turnOn,
} from './queries.ts';
import { appAddress, SECRET_BYTES, stepOf, toBase32 } from './totp.ts';
import { holderOf, makeRecoveryCodes, ownerOf, prove } from './verification.ts';

/** Two-step login (docs/behavior/second-factor.md). */
export const secondFactorHandlers: Handlers<typeof secondFactorCalls> = {
  getSecondFactor: async ({ actor, outside }, tx) => {
    const holder = holderOf(actor);
    const [factor] = await findFactor(tx, holder);
    return {
      since: factor?.since?.toISOString() ?? null,
      recovery_codes_left: await countRecoveryCodes(tx, holder),
      required: await isRequired(tx, actor, outside),
    };
  },

  startSecondFactor: outsideTransaction(async (request, transaction) => {
    const { actor, now, outside } = request;
    const holder = holderOf(actor);
    const proof = await prove(request, transaction);
    if (typeof proof === 'string') return { message: proof };
    const secret = randomBytes(SECRET_BYTES);
    return transaction(async (tx) => {
      if (!(await proof(tx))) return { message: 'wrongCode' as const };
      await forgetTries(tx, guessesOf(actor));
      await storePending(tx, holder, outside.vault.seal(secret, ownerOf(holder)), now);
      const shown = toBase32(secret);
      return { message: 'success' as const, secret: shown, address: appAddress(shown, actor.email) };
    });
  }),

  confirmSecondFactor: outsideTransaction(async (request, transaction) => {
    const { actor, input, now, outside } = request;
    const holder = holderOf(actor);
    const after = new Date(now.getTime() - SET_UP_MINUTES * 60_000);
    const [factor] = await withinLimits(transaction, now, [guessesOf(actor)], (tx) => findFactor(tx, holder));
    const { pending = null, pendingAt = null } = factor ?? {};
    const secret = pending && outside.vault.open(pending, ownerOf(holder));
    if (!pending || !secret || !pendingAt || pendingAt <= after) return { message: 'expired' as const };
    const step = stepOf(secret, normalizeCode(input.code), now);
    if (step === undefined) return { message: 'wrongCode' as const };
    const recovery = await makeRecoveryCodes();
    return transaction(async (tx) => {
      await lockHolder(tx, holder);
      if (!(await turnOn(tx, holder, { pending, step, after, now }))) return { message: 'expired' as const };
      await replaceRecoveryCodes(tx, holder, recovery);
      await forgetTries(tx, guessesOf(actor));
      // Logs out anyone who knows only the password, and forgets known browsers.
      await endSessionsOf(tx, holder);
      await forgetDevices(tx, holder);
      await rememberDevice(request, tx, holder);
      request.giveSession(await beginSession(tx, holder, request));
      await record(tx, actor, { action: 'turn on second factor' }, now);
      await mailHolder(tx, outside.jobs, holder, () => [turnedOnMail(outside.publicUrl, actor.email)]);
      return { message: 'success' as const, recovery_codes: recovery.codes };
    });
  }),

  stopSecondFactor: outsideTransaction(async (request, transaction) => {
    const { actor, now, outside } = request;
    const holder = holderOf(actor);
    if (await transaction((tx) => isRequired(tx, actor, outside))) refuse('conflict', t(REQUIRED_OF_YOU));
    const proof = await prove(request, transaction);
    if (typeof proof === 'string') return { message: proof };
    return transaction(async (tx) => {
      await lockHolder(tx, holder);
      if (!(await proof(tx))) return { message: 'wrongCode' as const };
      await forgetTries(tx, guessesOf(actor));
      if (await turnOff(tx, holder)) {
        await record(tx, actor, { action: 'turn off second factor' }, now);
        await mailHolder(tx, outside.jobs, holder, () => [turnedOffMail(outside.publicUrl, actor.email)]);
      }
      return { message: 'success' as const };
    });
  }),

  renewRecoveryCodes: outsideTransaction(async (request, transaction) => {
    const { actor, now, outside } = request;
    const holder = holderOf(actor);
    const proof = await prove(request, transaction);
    if (typeof proof === 'string') return { message: proof };
    const recovery = await makeRecoveryCodes();
    return transaction(async (tx) => {
      const used = await proof(tx);
      if (!used) return { message: 'wrongCode' as const };
      if (used === 'not needed') refuse('conflict', t(IS_OFF));
      await forgetTries(tx, guessesOf(actor));
      await replaceRecoveryCodes(tx, holder, recovery);
      await record(tx, actor, { action: 'renew recovery codes' }, now);
      await mailHolder(tx, outside.jobs, holder, () => [renewedMail(outside.publicUrl, actor.email)]);
      return { message: 'success' as const, recovery_codes: recovery.codes };
    });
  }),

  resetSecondFactor: async ({ actor, input, now, outside }, tx) => {
    const clientId = await enterClientOf(tx, actor, input._id);
    const [found] = await lockAccount(tx, { clientId, userId: input._id });
    const account = authorize(actor, found, isBelowCaller);
    const holder = { clientId, userId: account.id };
    if (!(await turnOff(tx, holder))) return { message: 'none' };
    await endSessionsOf(tx, holder);
    const subject = { id: account.id, name: nameOf(account) };
    await record(tx, { ...actor, clientId }, { action: 'reset second factor', subject }, now);
    await mailHolder(tx, outside.jobs, holder, () => [resetMail(outside.publicUrl, account.email)]);
    return { message: 'success' };
  },
};

const REQUIRED_OF_YOU = msg('Your school system requires two-step login. You can move it to another phone.');
const IS_OFF = msg('Two-step login is off.');

async function isRequired(
  tx: Tx,
  { role, clientId }: Actor,
  { ownersNeedSecondFactor }: Request<unknown>['outside'],
): Promise<boolean> {
  if (role === 'SuperAdmin') return ownersNeedSecondFactor;
  return isStaff(role) && (await requiresOfStaff(tx, clientId));
}
