import type { InputOf } from '@waypost/contract/call';
import { msg, t } from '@waypost/contract/i18n';
import type { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers, Request } from '../../platform/access/handler.ts';
import { isBelowCaller } from '../../platform/access/ownership.ts';
import { nameOf } from '../../platform/access/person-queries.ts';
import { beginSession, endSession, lockAccount } from '../../platform/access/sessions.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { toUser } from '../profiles/present.ts';
import { findWholeUser, type WholeUser } from '../profiles/queries.ts';
import { notifyEnded } from './end-notices.ts';
import { findClientOf, findMasqueradesAs, insertMasquerade } from './queries.ts';

type Masquerading = Request<InputOf<typeof masqueradeCalls.masquerade>>;

/** Acting as someone of a lower role (docs/behavior/masquerade.md). */
export const masqueradeHandlers: Handlers<typeof masqueradeCalls> = {
  masquerade: (request, tx) =>
    request.actor.admin?.id === request.input.id ? goBack(request, tx) : begin(request, tx),

  /** The session already stores the person masquerading. Other programs make this call anyway. */
  setMasquerade: async ({ actor, input }) => {
    if (actor.admin?.id !== input.adminUser_id) refuse('not-found');
    return { message: 'success' };
  },

  getMasquerades: async ({ actor }, tx) => {
    if (actor.admin) refuse('not-allowed', t('Only the owner of an account can see who has used it.'));
    const found = await findMasqueradesAs(tx, { clientId: actor.clientId, userId: actor.id });
    return found.map(({ id, adminName, beganAt, endedAt }) => ({
      _id: id,
      by: adminName,
      from: beganAt.toISOString(),
      until: (endedAt ?? beganAt).toISOString(),
    }));
  },

  /** Ends this session's masquerade; does nothing if it had already ended. */
  endMasquerade: async (request, tx) => {
    const { actor, input } = request;
    if ((actor.admin ?? actor).id !== input.adminUser_id) refuse('not-found');
    if (actor.admin) await goBack(request, tx);
    return { message: 'success' };
  },
};

/** During a masquerade, the next one replaces it, and the person masquerading stays the same. */
async function begin(request: Masquerading, tx: Tx) {
  const { actor, input, now } = request;
  const found = await findTarget(tx, actor, input.id);
  const row = authorize(actor, found, (caller, { user }) => isBelowCaller(caller, user));
  const { user } = row;
  const admin = actor.admin ?? { clientId: actor.clientId, id: actor.id, name: actor.name };
  const expiresAt = await leave(tx, request);

  await enterTenant(tx, user.clientId);
  const masqueradeId =
    (await insertMasquerade(tx, {
      clientId: user.clientId,
      adminId: admin.id,
      adminName: admin.name,
      userId: user.id,
      userName: nameOf(user),
      beganAt: now,
    })) ?? refuse('our-fault');
  const subject = { id: user.id, name: nameOf(user) };
  await record(tx, { ...actor, clientId: user.clientId }, { action: 'masquerade', subject }, now);
  const holder = { clientId: user.clientId, userId: user.id };
  request.giveSession(
    await beginSession(tx, holder, request, { expiresAt, behind: { admin, masqueradeId } }),
  );
  return toUser(row);
}

async function goBack(request: Request<unknown>, tx: Tx) {
  const { clientId, id: userId } = request.actor.admin ?? refuse('not-found');
  const expiresAt = await leave(tx, request);
  await enterTenant(tx, clientId);
  const [self] = await findWholeUser(tx, { clientId, userId });
  const user = toUser(self ?? refuse('no-session'));
  request.giveSession(await beginSession(tx, { clientId, userId }, request, { expiresAt }));
  return user;
}

/** The person with this id in the caller's client; for a SuperAdmin, in any school system. */
async function findTarget(tx: Tx, actor: Actor, userId: string): Promise<WholeUser | undefined> {
  const clientId = actor.role === 'SuperAdmin' ? await findClientOf(tx, userId) : actor.clientId;
  if (clientId === undefined) return undefined;
  if (clientId !== actor.clientId) await enterTenant(tx, clientId);
  const [row] = await findWholeUser(tx, { clientId, userId });
  return row;
}

/**
 * Ends the current session, so that a token is valid for only one of the two people. Locks the account of the person
 * masquerading first, so that a change of their password also ends the next session.
 */
async function leave(tx: Tx, { actor, now, outside }: Request<unknown>): Promise<Date> {
  const behind = actor.admin ?? actor;
  await enterTenant(tx, behind.clientId);
  await lockAccount(tx, { clientId: behind.clientId, userId: behind.id });
  await enterTenant(tx, actor.clientId);
  if (actor.admin) await record(tx, actor, { action: 'end masquerade' }, now);
  const expiresAt = (await endSession(tx, actor, now)) ?? refuse('conflict', t(TWICE));
  if (actor.admin) await notifyEnded(tx, actor.clientId, { ...outside, now });
  return expiresAt;
}

const TWICE = msg('This was already done. Reload the page to continue.');
