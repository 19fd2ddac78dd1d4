import { addDays, shownDate, utcDay } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { ClientErasure, recordCalls } from '@waypost/contract/oversight/records/calls';
import { CLIENT_ERASURE_DAYS, isSameName, NOT_THE_NAME } from '@waypost/contract/oversight/records/rules';
import { refuse } from '@waypost/contract/refusal';
import { mailHolder } from '../../messages/mail/notify.ts';
import { reasons } from '../../messages/mail/reasons.ts';
import { guessesOf } from '../../people/accounts/limits.ts';
import { findFactor } from '../../people/second-factor/queries.ts';
import { holderOf, prove } from '../../people/second-factor/verification.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { type Handlers, outsideTransaction, type Request } from '../../platform/access/handler.ts';
import { forgetTries } from '../../platform/access/limits.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { toMail } from '../../platform/outside/letter.ts';
import { findAdminsToNotify, lockErasure, setErasure } from './queries.ts';

type Calls = Pick<typeof recordCalls, 'getClientErasure' | 'startClientErasure' | 'stopClientErasure'>;

/** The erasure of a school system with everybody in it, after a waiting period (docs/behavior/records.md). */
export const clientErasureHandlers: Handlers<Calls> = {
  getClientErasure: async (request, tx) => {
    const { eraseOn } = (await lockErasure(tx, request.input.id)) ?? refuse('not-found');
    return toErasure(tx, request, eraseOn);
  },

  startClientErasure: outsideTransaction(async (request, transaction) => {
    const { actor, input, now } = request;
    const proof = await prove(request, transaction);
    const wrong = { password: [t('Wrong password entered')] };
    if (proof === 'wrongPassword') return refuse('invalid-input', undefined, wrong);
    if (proof === 'wrongCode') return refuseCode();
    return transaction(async (tx) => {
      const client = (await lockErasure(tx, input.id)) ?? refuse('not-found');
      if (!isSameName(input.name, client.name))
        refuse('invalid-input', undefined, { name: [t(NOT_THE_NAME)] });
      if (!(await proof(tx))) refuseCode();
      await forgetTries(tx, guessesOf(actor));
      // It was already announced, so the day does not change.
      if (client.eraseOn !== null) return toErasure(tx, request, client.eraseOn);
      const day = addDays(utcDay(now), CLIENT_ERASURE_DAYS);
      await setErasure(tx, client.id, day);
      await recordBoth(tx, request, 'announce client erasure', client);
      await notifyAdmins(tx, request, client.id, () => ({
        subject: t('Your school system will be erased on {day}', { day: shownDate(day) }),
        paragraphs: [
          t('{name} will be erased from Waypost on {day}, with all accounts, records, and files.', {
            name: client.name,
            day: shownDate(day),
          }),
          t(
            'If this is a mistake, contact the people who run Waypost for you before that day. They can stop it.',
          ),
        ],
      }));
      return toErasure(tx, request, day);
    });
  }),

  stopClientErasure: async (request, tx) => {
    const client = (await lockErasure(tx, request.input.id)) ?? refuse('not-found');
    if (client.eraseOn !== null) {
      await setErasure(tx, client.id, null);
      await recordBoth(tx, request, 'stop client erasure', client);
      await notifyAdmins(tx, request, client.id, () => ({
        subject: t('Your school system will not be erased'),
        paragraphs: [t('{name} stays on Waypost, and nothing changes.', { name: client.name })],
      }));
    }
    return toErasure(tx, request, null);
  },
};

const refuseCode = () =>
  refuse('invalid-input', undefined, {
    code: [t('This code is wrong or was used before. Wait for the next one.')],
  });

async function toErasure(
  tx: Tx,
  { actor }: Pick<Request<unknown>, 'actor'>,
  eraseOn: string | null,
): Promise<ClientErasure> {
  const [factor] = await findFactor(tx, holderOf(actor));
  return { erase_on: eraseOn, needs_code: Boolean(factor?.secret) };
}

/** In the platform's trail, and in the school system's own, where its Admins read it. */
async function recordBoth(
  tx: Tx,
  { actor, now }: Pick<Request<unknown>, 'actor' | 'now'>,
  action: 'announce client erasure' | 'stop client erasure',
  { id, name }: { id: string; name: string },
): Promise<void> {
  await record(tx, actor, { action, subject: { id, name } }, now);
  await enterTenant(tx, id);
  await record(tx, { ...actor, clientId: id }, { action, subject: { id, name } }, now);
  await enterTenant(tx, PLATFORM);
}

/** Mails the administrators, who cannot mute it, each in their language. */
async function notifyAdmins(
  tx: Tx,
  { outside }: Pick<Request<unknown>, 'outside'>,
  clientId: string,
  write: () => { subject: string; paragraphs: string[] },
): Promise<void> {
  await enterTenant(tx, clientId);
  for (const admin of await findAdminsToNotify(tx, clientId))
    await mailHolder(tx, outside.jobs, admin, () => [
      toMail({ to: admin.email, reason: reasons.account(), ...write() }),
    ]);
  await enterTenant(tx, PLATFORM);
}
