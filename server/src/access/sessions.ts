import { createHash, randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '@waypost/contract/accounts/rules';
import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '../database/connect.ts';
import { sessions } from '../database/tables/people.ts';

/** A secret of 256 bits as it travels, in a cookie or a mailed link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** How a secret is kept. It is long and random, so a plain hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export interface Holder {
  clientId: string;
  userId: string;
}

/** Begins a session and answers with its token. The transaction must have entered the holder's client. */
export async function beginSession(
  tx: Tx,
  holder: Holder,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000);
  await tx.db
    .insert(sessions)
    .values({ ...holder, tokenHash: hashSecret(token), createdAt: now, lastSeenAt: now, expiresAt });
  return { token, expiresAt };
}

export async function endSession(tx: Tx, clientId: string, tokenHash: Buffer): Promise<void> {
  await tx.db.delete(sessions).where(and(eq(sessions.clientId, clientId), eq(sessions.tokenHash, tokenHash)));
}

/** Ends every session of an account but the one named: after a password change, a deactivation, a deletion. */
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
}
