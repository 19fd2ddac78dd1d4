import type { clientCalls } from '@waypost/contract/clients/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../access/actor.ts';
import type { Handlers } from '../access/handler.ts';
import { enterTenant } from '../access/tenant.ts';
import { toClient, toClientUsers, toNamedClient } from './present.ts';
import { countUsers, findClients, findClientsWithUsers } from './queries.ts';

/** School systems, as those who sign up and the platform's owner see them (document 1, section 7). */
export const clientHandlers: Handlers<typeof clientCalls> = {
  getClients: async ({ caller }, tx) =>
    caller?.role === 'SuperAdmin'
      ? (await findClientsWithUsers(tx, {})).map(toClient)
      : (await findClients(tx, {})).map(toNamedClient),

  countClientUsers: async ({ actor, input }, tx) => {
    const clientId = clientToCount(actor, input.client);
    if (clientId !== actor.clientId) await enterTenant(tx, clientId);
    const counted = await countUsers(tx, { clientId });
    return counted.length > 0 ? toClientUsers(counted) : refuse('not-found');
  },
};

/** The client that a SuperAdmin names; everybody else's is their own, and no other is theirs to name. */
function clientToCount(actor: Actor, named: string | undefined): string {
  if (actor.role === 'SuperAdmin')
    return named ?? refuse('invalid-input', undefined, { client: ['name a school system'] });
  return named === undefined || named === actor.clientId ? actor.clientId : refuse('not-found');
}
