import { t } from '@waypost/contract/i18n';
import { refuse } from '@waypost/contract/refusal';
import type { clientCalls } from '@waypost/contract/school-system/clients/calls';
import type { ClientForm } from '@waypost/contract/school-system/clients/forms';
import { type Actor, PLATFORM } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { type Handlers, outsideTransaction } from '../../platform/access/handler.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { toClient, toClientUsers, toNamedClient } from './present.ts';
import {
  clearClient,
  countUsers,
  findClient,
  findClients,
  findClientsWithUsers,
  hasUsers,
  insertClient,
  lockClient,
  removeClient,
  updateClient,
} from './queries.ts';

/** School systems, for people who sign up and for the platform's owner (docs/behavior/clients.md). */
export const clientHandlers: Handlers<typeof clientCalls> = {
  getClients: async ({ caller }, tx) =>
    caller?.role === 'SuperAdmin'
      ? (await findClientsWithUsers(tx, {})).map(toClient)
      : (await findClients(tx, {})).map((row) =>
          toNamedClient(row, caller?.role === 'Admin' && caller.clientId === row.id),
        ),

  countClientUsers: async ({ actor, input }, tx) => {
    const clientId = clientToCount(actor, input.client);
    if (clientId !== actor.clientId) await enterTenant(tx, clientId);
    const counted = await countUsers(tx, { clientId });
    return counted.length > 0 ? toClientUsers(counted) : refuse('not-found');
  },

  getBackups: outsideTransaction(async ({ outside }) => {
    const state = await outside.backups();
    return { daily: state && { newest: state.newest?.toISOString() ?? null, kept: state.kept } };
  }),

  getClientById: async ({ input }, tx) => toClient(await loadClient(tx, input.id)),

  /** Its Admin loads the default lists and creates its settings (docs/behavior/settings.md#set-up). */
  createClient: async ({ actor, input, now }, tx) => {
    const made = (await insertClient(tx, { ...toColumns(input), createdAt: now })) ?? refuse('our-fault');
    await record(tx, actor, { action: 'create client', subject: { id: made.id, name: made.fullName } }, now);
    return { message: 'success', client: toClient({ ...made, users: 0 }) };
  },

  editClient: async ({ actor, input, now }, tx) => {
    await lockClient(tx, input._id);
    requireRevision(await loadClient(tx, input._id), input.revision);
    const changed = (await updateClient(tx, input._id, toColumns(input))) ?? refuse('not-found');
    const subject = { id: changed.id, name: changed.fullName };
    await record(tx, actor, { action: 'edit client', subject }, now);
    return { message: 'success', client: toClient(await loadClient(tx, changed.id)) };
  },

  deleteClient: async ({ actor, input, now, outside }, tx) => {
    const client = await loadClient(tx, input.id);
    await enterTenant(tx, client.id);
    if (await hasUsers(tx, client.id)) return { message: 'failt' };
    const storageKeys = await clearClient(tx, client.id);
    await enterTenant(tx, PLATFORM);
    await removeClient(tx, client.id);
    await outside.jobs.removeFiles(tx, storageKeys);
    const subject = { id: client.id, name: client.fullName };
    await record(tx, actor, { action: 'delete client', subject }, now);
    return { message: 'success' };
  },
};

const toColumns = (form: ClientForm) => ({
  fullName: form.full_name,
  shortName: form.short_name,
  maxUsers: form.max_users,
});

async function loadClient(tx: Tx, clientId: string) {
  const [client] = await findClient(tx, { clientId });
  return client ?? refuse('not-found');
}

/** The client that a SuperAdmin names. Everyone else is limited to their own. */
function clientToCount(actor: Actor, named: string | undefined): string {
  if (actor.role === 'SuperAdmin')
    return named ?? refuse('invalid-input', undefined, { client: [t('name a school system')] });
  return named === undefined || named === actor.clientId ? actor.clientId : refuse('not-found');
}
