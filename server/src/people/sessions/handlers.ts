import { t } from '@waypost/contract/i18n';
import { SESSION_IDLE_HOURS } from '@waypost/contract/people/accounts/rules';
import type { sessionCalls } from '@waypost/contract/people/sessions/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import { forgetTries, withinLimits } from '../../platform/access/limits.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { isPassword } from '../../platform/access/passwords.ts';
import { lockAccount, nameOf } from '../../platform/access/person-queries.ts';
import { endSessionsOf } from '../../platform/access/sessions.ts';
import { guessesOf } from '../accounts/limits.ts';
import { findLogin } from '../accounts/queries.ts';
import { toLoginSession } from './present.ts';
import { endOtherSession, findSessions } from './queries.ts';

/** Lists a person's sessions and ends them (docs/behavior/sessions.md). */
export const sessionHandlers: Handlers<typeof sessionCalls> = {
  getSessions: async ({ actor, now }, tx) => {
    const idleSince = new Date(now.getTime() - SESSION_IDLE_HOURS * 3_600_000);
    const found = await findSessions(tx, { ...holderOf(actor), now, idleSince });
    return found.map((row) => toLoginSession(row, actor));
  },

  endSessions: outsideTransaction(async ({ actor, input, now }, transaction) => {
    const holder = holderOf(actor);
    const guesses = guessesOf(actor);
    const [login] = await withinLimits(transaction, now, [guesses], (tx) => findLogin(tx, holder));
    if (!(await isPassword(input.password, login?.passwordHash ?? null)))
      return { message: 'wrongPassword' as const };
    return transaction(async (tx) => {
      await forgetTries(tx, guesses);
      if (input._id === undefined) await endSessionsOf(tx, holder, actor.tokenHash);
      else if (!(await endOtherSession(tx, holder, input._id, actor.tokenHash))) refuse('not-found');
      const count = input._id === undefined ? 'all others' : 'one';
      await record(tx, actor, { action: 'end sessions', details: { count } }, now);
      return { message: 'success' as const };
    });
  }),

  endSessionsOfUser: async ({ actor, input, now }, tx) => {
    const [found] = await lockAccount(tx, { clientId: actor.clientId, userId: input._id });
    const account = authorize(actor, found, isBelowCaller);
    await endSessionsOf(tx, { clientId: account.clientId, userId: account.id });
    const subject = { id: account.id, name: nameOf(account) };
    await record(tx, actor, { action: 'end sessions', subject }, now);
    return { message: 'success' };
  },
};

/** The caller as themselves. During a masquerade, the sessions belong to someone else. */
function holderOf(actor: Actor) {
  if (actor.admin) refuse('not-allowed', t('Only the owner of an account can see where it is logged in.'));
  return { clientId: actor.clientId, userId: actor.id };
}
