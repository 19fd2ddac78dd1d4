import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { refuse } from '@waypost/contract/refusal';
import type { clientCalls } from '@waypost/contract/school-system/clients/calls';
import type { ClientForm } from '@waypost/contract/school-system/clients/forms';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { announceEmailChange } from '../../people/accounts/changing.ts';
import { inviteAccount, ONE_EMAIL } from '../../people/accounts/queries.ts';
import { removeAccount } from '../../people/directory/removing-queries.ts';
import { findAdminsClient } from '../../people/profiles/queries.ts';
import { type Actor, PLATFORM } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { type Authorized, authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction, type Request } from '../../platform/access/handler.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import { type Tx, violates } from '../../platform/database/connect.ts';
import { toClient, toClientAdmin, toClientUsers, toNamedClient } from './present.ts';
import {
  clearClient,
  countUsers,
  findAdmins,
  findClient,
  findClients,
  findClientsWithUsers,
  hasSeat,
  hasUsers,
  insertClient,
  isSchoolSystem,
  type LockedAdmin,
  lockAdmin,
  removeClient,
  updateAdmin,
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

  getAdminsByClient: async ({ input }, tx) => {
    const clientId = await enterClient(tx, input.id);
    return (await findAdmins(tx, { clientId })).map(toClientAdmin);
  },

  /** Its Admin loads the default lists and creates its settings (docs/behavior/settings.md#set-up). */
  createClient: async ({ actor, input, now }, tx) => {
    const made = (await insertClient(tx, { ...toColumns(input), createdAt: now })) ?? refuse('our-fault');
    await record(tx, actor, { action: 'create client', subject: { id: made.id, name: made.fullName } }, now);
    return { message: 'success', client: toClient({ ...made, users: 0 }) };
  },

  editClient: async ({ actor, input, now }, tx) => {
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

  createAdmin: async ({ actor, input, now, outside }, tx) => {
    const clientId = await enterClient(tx, input.client);
    if (!(await hasSeat(tx, clientId))) refuse('conflict', t(CLIENT_FULL));
    const { email, first_name: firstName, last_name: lastName } = input;
    const account = { clientId, email, role: 'Admin', firstName, lastName, approved: true } as const;
    const made = await inviteAccount(tx, outside, account, now);
    if (!made) return { message: 'User Exists' };
    const subject = { id: made.userId, name: `${firstName} ${lastName}` };
    await record(tx, { ...actor, clientId }, { action: 'create admin', subject }, now);
    return { message: 'success' };
  },

  editAdmin: outsideTransaction(async (request, transaction) => {
    try {
      return await transaction((tx) => changeAdmin(request, tx));
    } catch (error) {
      if (violates(error, ONE_EMAIL)) return { message: 'User Exists' as const };
      throw error;
    }
  }),

  deleteAdmin: async ({ actor, input, now, outside }, tx) => {
    const admin = await loadAdmin(tx, actor, input.id);
    await outside.jobs.removeFiles(tx, await removeAccount(tx, admin, now));
    const subject = { id: admin.id, name: `${admin.firstName} ${admin.lastName}` };
    await record(tx, { ...actor, clientId: admin.clientId }, { action: 'delete admin', subject }, now);
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

/** Enters the named school system for the rest of the transaction, so that actions are recorded there. */
async function enterClient(tx: Tx, clientId: string): Promise<string> {
  if (!(await isSchoolSystem(tx, clientId))) refuse('not-found');
  await enterTenant(tx, clientId);
  return clientId;
}

/** An administrator of any school system. The transaction enters it. */
async function loadAdmin(tx: Tx, actor: Actor, userId: string): Promise<Authorized<LockedAdmin>> {
  const clientId = (await findAdminsClient(tx, userId)) ?? refuse('not-found');
  await enterTenant(tx, clientId);
  const [admin] = await lockAdmin(tx, { clientId, userId });
  return authorize(actor, admin, isBelowCaller);
}

/** The client that a SuperAdmin names. Everyone else is limited to their own. */
function clientToCount(actor: Actor, named: string | undefined): string {
  if (actor.role === 'SuperAdmin')
    return named ?? refuse('invalid-input', undefined, { client: [t('name a school system')] });
  return named === undefined || named === actor.clientId ? actor.clientId : refuse('not-found');
}

async function changeAdmin(
  { actor, input, now, outside }: Request<InputOf<typeof clientCalls.editAdmin>>,
  tx: Tx,
): Promise<{ message: 'success' }> {
  const admin = await loadAdmin(tx, actor, input._id);
  if (admin.clientId !== input.client) refuse('not-found');
  const { email, first_name: firstName, last_name: lastName } = input;
  await updateAdmin(tx, admin, { email, firstName, lastName, updatedAt: now });
  await announceEmailChange(tx, outside, admin, email, now);
  const subject = { id: admin.id, name: `${firstName} ${lastName}` };
  await record(tx, { ...actor, clientId: admin.clientId }, { action: 'edit admin', subject }, now);
  return { message: 'success' };
}
