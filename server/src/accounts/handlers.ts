import type { accountCalls } from '@waypost/contract/accounts/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../access/actor.ts';
import type { Handlers } from '../access/handler.ts';
import type { Tx } from '../database/connect.ts';
import { toUser } from '../profiles/present.ts';
import { findWholeUser } from '../profiles/queries.ts';

/** Who somebody is (document 1, section 7). */
export const accountHandlers: Pick<Handlers<typeof accountCalls>, 'getUserData' | 'getCurrentUser'> = {
  getUserData: ({ actor }, tx) => load(tx, actor),
  getCurrentUser: async ({ caller }, tx) => {
    if (!caller) return [];
    return {
      user: await load(tx, caller),
      is_masquerade: caller.admin !== null,
      admin_id: caller.admin?.id ?? null,
      must_change_password: caller.mustChangePassword,
    };
  },
};

async function load(tx: Tx, actor: Actor) {
  const [found] = await findWholeUser(tx, { clientId: actor.clientId, userId: actor.id });
  return found ? toUser(found) : refuse('no-session');
}
