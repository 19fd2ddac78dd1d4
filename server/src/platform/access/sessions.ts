import { createHash, randomBytes } from 'node:crypto';
import { t } from '@waypost/contract/i18n';
import { isShutOut, SESSION_DAYS, SHUT_OUT } from '@waypost/contract/people/accounts/rules';
import { refuse } from '@waypost/contract/refusal';
import { isStaff, type Role } from '@waypost/contract/roles';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../database/connect.ts';
import { masquerades, sessions } from '../database/tables/logins.ts';
import { users } from '../database/tables/people.ts';
import type { Actor } from './actor.ts';
import { nameBrowser } from './browser-name.ts';
import type { Request } from './handler.ts';

/** A secret of 256 bits, for a cookie or a mailed link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** How a secret is stored. It is long and random, so a plain hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export interface Holder {
  clientId: string;
  userId: string;
}

/** What a session inherits from the one that it replaces. */
interface Inherited {
  /** A masquerade does not extend a session. */
  expiresAt: Date;
  behind?: { admin: NonNullable<Actor['admin']>; masqueradeId: string };
}

/**
 * Creates a session and returns its token. The transaction must have entered the holder's client. Refuses deactivated
 * staff; someone above them can still masquerade as them.
 */
export async function beginSession(
  tx: Tx,
  holder: Holder,
  { now, agent, outside }: Pick<Request<unknown>, 'now' | 'agent' | 'outside'>,
  inherited?: Inherited,
): Promise<{ token: string; expiresAt: Date }> {
  const account = inherited?.behind ? undefined : await lockAccount(tx, holder);
  if (account && isShutOut({ role: account.role, deactivated: account.deactivatedAt !== null }))
    refuse('unapproved', t(SHUT_OUT));
  const token = newSecret();
  const expiresAt = inherited?.expiresAt ?? new Date(now.getTime() + SESSION_DAYS * 86_400_000);
  await tx.db.insert(sessions).values({
    ...holder,
    ...nameBrowser(agent),
    tokenHash: hashSecret(token),
    adminClientId: inherited?.behind?.admin.clientId ?? null,
    adminId: inherited?.behind?.admin.id ?? null,
    masqueradeId: inherited?.behind?.masqueradeId ?? null,
    needsSecondFactor: account !== undefined && needsSecondFactor(account, outside),
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  return { token, expiresAt };
}

/**
 * Whether a person without two-step login must set it up, because their school system or this installation requires it.
 */
function needsSecondFactor(
  { role, hasSecondFactor, ofStaff }: { role: Role; hasSecondFactor: boolean; ofStaff: boolean | null },
  { ownersNeedSecondFactor }: Request<unknown>['outside'],
): boolean {
  if (hasSecondFactor || !isStaff(role)) return false;
  return role === 'SuperAdmin' ? ownersNeedSecondFactor : ofStaff === true;
}

/**
 * Locks an account until the transaction ends, so anything that ends its sessions, such as a changed password, runs
 * entirely before or after it. The transaction must have entered the account's client.
 */
export async function lockAccount(tx: Tx, { clientId, userId }: Holder) {
  const [account] = await tx.db
    .select({
      role: users.role,
      deactivatedAt: users.deactivatedAt,
      hasSecondFactor: sql<boolean>`exists (select from second_factors f
        where f.client_id = users.client_id and f.user_id = users.id and f.secret is not null)`,
      ofStaff: sql<
        boolean | null
      >`(select s.staff_second_factor from settings s where s.client_id = users.client_id)`,
    })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
    .for('share');
  return account;
}

/**
 * Ends this session, and its masquerade if it is one. Returns when it would have expired; undefined if it had already
 * ended.
 */
export async function endSession(
  tx: Tx,
  { clientId, tokenHash, masqueradeId }: Pick<Actor, 'clientId' | 'tokenHash' | 'masqueradeId'>,
  now: Date,
): Promise<Date | undefined> {
  if (masqueradeId) await closeMasquerade(tx, { clientId, id: masqueradeId }, now);
  const [ended] = await tx.db
    .delete(sessions)
    .where(and(eq(sessions.clientId, clientId), eq(sessions.tokenHash, tokenHash)))
    .returning({ expiresAt: sessions.expiresAt });
  return ended?.expiresAt;
}

// However a session ends, the database also ends its masquerade, as of its last use.
async function closeMasquerade(tx: Tx, key: { clientId: string; id: string }, now: Date): Promise<void> {
  await tx.db
    .update(masquerades)
    .set({ endedAt: now })
    .where(
      and(eq(masquerades.clientId, key.clientId), eq(masquerades.id, key.id), isNull(masquerades.endedAt)),
    );
}

/**
 * Ends every session of an account except the one given, and every masquerade of its owner: after a password change,
 * a deactivation, a deletion.
 */
export async function endSessionsOf(tx: Tx, holder: Holder, except?: Buffer): Promise<void> {
  await tx.db
    .delete(sessions)
    .where(
      and(
        eq(sessions.clientId, holder.clientId),
        eq(sessions.userId, holder.userId),
        except ? ne(sessions.tokenHash, except) : undefined,
      ),
    );
  // A SuperAdmin's masquerades are in other clients, which this transaction cannot see.
  await tx.client.query({
    name: 'end_masquerades_of',
    text: 'select end_masquerades_of($1)',
    values: [holder.userId],
  });
}
