import type { clientCalls } from '@waypost/contract/clients/calls';
import type { Handlers } from '../access/handler.ts';
import { toClient, toNamedClient } from './present.ts';
import { findClients } from './queries.ts';

/** School systems, as those who sign up and the platform's owner see them (document 1, section 7). */
export const clientHandlers: Pick<Handlers<typeof clientCalls>, 'getClients'> = {
  getClients: async ({ caller }, tx) =>
    (await findClients(tx, {})).map(caller?.role === 'SuperAdmin' ? toClient : toNamedClient),
};
