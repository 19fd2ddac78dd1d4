import { DEVICE_DAYS } from '@waypost/contract/people/accounts/rules';
import { and, desc, eq, gt, notInArray } from 'drizzle-orm';
import type { Request } from '../../platform/access/handler.ts';
import { type Holder, hashSecret, newSecret } from '../../platform/access/sessions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { knownDevices } from '../../platform/database/tables/logins.ts';

/** More than anyone uses. Scripts without cookies would otherwise add a row for each login. */
const DEVICES_PER_ACCOUNT = 20;

/** Whether the account has logged in with this browser before. The transaction must have entered its client. */
export async function isKnownDevice(
  tx: Tx,
  holder: Holder,
  { device, now }: Pick<Request<unknown>, 'device' | 'now'>,
): Promise<boolean> {
  if (!device) return false;
  const found = await tx.db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(
      and(
        ofAccount(holder),
        eq(knownDevices.deviceHash, hashSecret(device)),
        gt(knownDevices.expiresAt, now),
      ),
    );
  return found.length === 1;
}

/**
 * Remembers that the account logged in with this browser, which has one secret for all its users. The transaction
 * must have entered the account's client.
 */
export async function rememberDevice(request: Request<unknown>, tx: Tx, holder: Holder): Promise<void> {
  const { now } = request;
  const token = request.device ?? newSecret();
  const expiresAt = new Date(now.getTime() + DEVICE_DAYS * 86_400_000);
  await tx.db
    .insert(knownDevices)
    .values({ clientId: holder.clientId, userId: holder.userId, deviceHash: hashSecret(token), expiresAt })
    .onConflictDoUpdate({
      target: [knownDevices.clientId, knownDevices.userId, knownDevices.deviceHash],
      set: { expiresAt },
    });
  const newest = tx.db
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(ofAccount(holder))
    .orderBy(desc(knownDevices.expiresAt), desc(knownDevices.deviceHash))
    .limit(DEVICES_PER_ACCOUNT);
  await tx.db.delete(knownDevices).where(and(ofAccount(holder), notInArray(knownDevices.deviceHash, newest)));
  request.giveDevice({ token, expiresAt });
}

/** Deletes every known browser of an account, because a new password may be meant to lock someone out. */
export async function forgetDevices(tx: Tx, holder: Holder): Promise<void> {
  await tx.db.delete(knownDevices).where(ofAccount(holder));
}

const ofAccount = ({ clientId, userId }: Holder) =>
  and(eq(knownDevices.clientId, clientId), eq(knownDevices.userId, userId));
