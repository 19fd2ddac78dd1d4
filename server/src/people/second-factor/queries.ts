import { and, count, eq, gt, lt, sql } from 'drizzle-orm';
import type { Holder } from '../../platform/access/sessions.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { recoveryCodes, secondFactors } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';

const keyOf = ({ clientId, userId }: Holder) =>
  and(eq(secondFactors.clientId, clientId), eq(secondFactors.userId, userId));

/** An account's second factor, including one that is not confirmed yet. */
export const findFactor = prepared<{ clientId: string; userId: string }>()('findFactor', (db, holder) =>
  db
    .select({
      secret: secondFactors.secret,
      since: secondFactors.since,
      lastStep: secondFactors.lastStep,
      pending: secondFactors.pending,
      pendingAt: secondFactors.pendingAt,
      recoverySalt: secondFactors.recoverySalt,
    })
    .from(secondFactors)
    .where(and(eq(secondFactors.clientId, holder.clientId), eq(secondFactors.userId, holder.userId))),
);
export type Factor = Awaited<ReturnType<typeof findFactor>>[number];

/** Locks the account, so that a login and a change of its second factor run one after the other. */
export async function lockHolder(tx: Tx, { clientId, userId }: Holder): Promise<void> {
  await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
    .for('no key update');
}

export async function countRecoveryCodes(tx: Tx, { clientId, userId }: Holder): Promise<number> {
  const [counted] = await tx.db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.clientId, clientId), eq(recoveryCodes.userId, userId)));
  return counted?.left ?? 0;
}

/** Whether this client requires a second factor of its staff. */
export async function requiresOfStaff(tx: Tx, clientId: string): Promise<boolean> {
  const [found] = await tx.db
    .select({ required: settings.staffSecondFactor })
    .from(settings)
    .where(eq(settings.clientId, clientId));
  return found?.required ?? false;
}

/** Stores a new secret until a code confirms it; the current second factor is unchanged. */
export async function storePending(tx: Tx, holder: Holder, pending: Buffer, now: Date): Promise<void> {
  const { clientId, userId } = holder;
  await tx.db
    .insert(secondFactors)
    .values({ clientId, userId, pending, pendingAt: now })
    .onConflictDoUpdate({
      target: [secondFactors.clientId, secondFactors.userId],
      set: { pending, pendingAt: now },
    });
}

/** Turns on the secret that was started after a moment. Returns false if it is no longer the one that was read. */
export async function turnOn(
  tx: Tx,
  holder: Holder,
  { pending, step, after, now }: { pending: Buffer; step: number; after: Date; now: Date },
): Promise<boolean> {
  const changed = await tx.db
    .update(secondFactors)
    .set({ secret: pending, since: now, lastStep: step, pending: null, pendingAt: null })
    .where(and(keyOf(holder), eq(secondFactors.pending, pending), gt(secondFactors.pendingAt, after)))
    .returning({ userId: secondFactors.userId });
  return changed.length === 1;
}

/** Uses a code's time step. Returns false if it, or a later one, was used first. */
export async function useStep(tx: Tx, holder: Holder, secret: Buffer, step: number): Promise<boolean> {
  const used = await tx.db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(keyOf(holder), eq(secondFactors.secret, secret), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return used.length === 1;
}

/** Uses a recovery code. Returns false if there is none, or someone used it first. */
export async function useRecoveryCode(
  tx: Tx,
  { clientId, userId }: Holder,
  codeHash: Buffer,
): Promise<boolean> {
  const used = await tx.db
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.clientId, clientId),
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, codeHash),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used.length === 1;
}

/** Replaces every recovery code. */
export async function replaceRecoveryCodes(
  tx: Tx,
  holder: Holder,
  { salt, hashes }: { salt: Buffer; hashes: readonly Buffer[] },
): Promise<void> {
  const { clientId, userId } = holder;
  await tx.db.update(secondFactors).set({ recoverySalt: salt }).where(keyOf(holder));
  await tx.db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.clientId, clientId), eq(recoveryCodes.userId, userId)));
  await tx.db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ clientId, userId, codeHash })));
}

/** Turns a second factor off, with its recovery codes. Returns whether it was on. */
export async function turnOff(tx: Tx, holder: Holder): Promise<boolean> {
  const gone = await tx.db
    .delete(secondFactors)
    .where(keyOf(holder))
    .returning({ wasOn: sql<boolean>`${secondFactors.secret} is not null` });
  return gone[0]?.wasOn ?? false;
}
