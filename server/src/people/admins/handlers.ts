import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import type { adminCalls } from '@waypost/contract/people/admins/calls';
import { refuse } from '@waypost/contract/refusal';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { inviteAccount, ONE_EMAIL } from '../../people/accounts/queries.ts';
import { findAdminsClient } from '../../people/profiles/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { type Authorized, authorize } from '../../platform/access/enforce.ts';
import { type Handlers, outsideTransaction, type Request } from '../../platform/access/handler.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import { type Tx, violates } from '../../platform/database/connect.ts';
import { hasSeat, isSchoolSystem } from '../../school-system/clients/queries.ts';
import { announceEmailChange } from '../accounts/email-changes.ts';
import { removeAccount } from '../directory/removal-queries.ts';
import { toClientAdmin } from './present.ts';
import { findAdmins, type LockedAdmin, lockAdmin, updateAdmin } from './queries.ts';

/** A school system's administrators, as the platform's owner manages them (docs/behavior/clients.md#administrators). */
export const adminHandlers: Handlers<typeof adminCalls> = {
  getAdminsByClient: async ({ input }, tx) => {
    const clientId = await enterClient(tx, input.id);
    return (await findAdmins(tx, { clientId })).map(toClientAdmin);
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

async function changeAdmin(
  { actor, input, now, outside }: Request<InputOf<typeof adminCalls.editAdmin>>,
  tx: Tx,
): Promise<{ message: 'success' }> {
  const admin = await loadAdmin(tx, actor, input._id);
  if (admin.clientId !== input.client) refuse('not-found');
  requireRevision(admin, input.revision);
  const { email, first_name: firstName, last_name: lastName } = input;
  await updateAdmin(tx, admin, { email, firstName, lastName, updatedAt: now });
  await announceEmailChange(tx, outside, admin, email, now);
  const subject = { id: admin.id, name: `${firstName} ${lastName}` };
  await record(tx, { ...actor, clientId: admin.clientId }, { action: 'edit admin', subject }, now);
  return { message: 'success' };
}
