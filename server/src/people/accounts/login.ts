import { DEMO_DOMAIN } from '@waypost/contract/people/accounts/demo';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { refuse } from '@waypost/contract/refusal';
import { doneBy, record } from '../../platform/access/audit.ts';
import type { Request } from '../../platform/access/handler.ts';
import { beginSession, endSession, type Holder } from '../../platform/access/sessions.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { toUser } from '../profiles/present.ts';
import { findWholeUser } from '../profiles/queries.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';
import { findAccount } from './queries.ts';

/**
 * Whether nobody can sign up with this address or change to it: an account has it, confirmed or not, or it is reserved
 * for the demo. A server without the demo does not start while there are any of the demo's addresses.
 */
export async function isTaken(tx: Tx, email: string): Promise<boolean> {
  const isOfDemo = email.trim().toLowerCase().endsWith(`@${DEMO_DOMAIN}`);
  return isOfDemo || (await findAccount(tx, email)) !== undefined;
}

/** Finds the account named before a login, for counting the try. */
export async function findAttempted(request: Request<{ email: string }>, tx: Tx) {
  const { email } = request.input;
  const account = await findAccount(tx, email);
  if (account) await enterTenant(tx, account.clientId);
  const known = account !== undefined && (await isKnownDevice(tx, account, request));
  const device = known ? request.device : null;
  const passwordHash = account?.passwordHash ?? null;
  return { account, attempt: { email, network: request.network, device, passwordHash } };
}

/** Starts a session in this browser, replacing the one it may have had. */
export async function signIn(
  request: Request<unknown>,
  tx: Tx,
  holder: Holder,
  action: 'sign in' | 'sign up',
) {
  await leaveSession(request, tx);
  await enterTenant(tx, holder.clientId);
  request.giveSession(await beginSession(tx, holder, request));
  // A browser that others use too is no proof of who tries a password.
  if (!request.effects.endsWithBrowser) await rememberDevice(request, tx, holder);
  await record(tx, await toWho(tx, holder), { action }, request.now);
  return findUser(tx, holder);
}

/** Ends the session of this browser, in that session's tenant. */
export async function leaveSession({ caller, now }: Request<unknown>, tx: Tx): Promise<void> {
  if (!caller) return;
  await enterTenant(tx, caller.clientId);
  await endSession(tx, caller, now);
}

/** The owner of an account, for the audit trail. */
export async function toWho(tx: Tx, holder: Holder) {
  const user = await findUser(tx, holder);
  return doneBy({ clientId: holder.clientId, id: holder.userId, name: accountName(user) });
}

async function findUser(tx: Tx, { clientId, userId }: Holder) {
  const [found] = await findWholeUser(tx, { clientId, userId });
  return found ? toUser(found) : refuse('no-session');
}
