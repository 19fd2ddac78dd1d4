import type { ApplicationStatus } from '@waypost/contract/statuses';
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';

/** The columns of an application without a pending offer. */
export const noOffer = { offerMessage: '', replyBy: null, offerSendsAt: null } as const;

/** Stores an offer to be sent later, if the status is still what the caller saw. Returns whether it did. */
export async function storeOffer(
  tx: Tx,
  application: Authorized<{ id: string }>,
  offer: { clientId: string; from: ApplicationStatus; message: string; replyBy: string; sendsAt: Date },
): Promise<boolean> {
  const kept = await tx.db
    .update(applications)
    .set({
      offerMessage: offer.message,
      replyBy: offer.replyBy,
      offerSendsAt: offer.sendsAt,
    })
    .where(
      and(
        eq(applications.clientId, offer.clientId),
        eq(applications.id, application.id),
        eq(applications.status, offer.from),
        isNull(applications.offerSendsAt),
      ),
    )
    .returning({ id: applications.id });
  return kept.length === 1;
}

/** Undoes an offer that was not sent yet. Returns whether there was one. */
export async function dropOffer(
  tx: Tx,
  application: Authorized<{ id: string }>,
  clientId: string,
): Promise<boolean> {
  const dropped = await tx.db
    .update(applications)
    .set(noOffer)
    .where(
      and(
        eq(applications.clientId, clientId),
        eq(applications.id, application.id),
        isNotNull(applications.offerSendsAt),
      ),
    )
    .returning({ id: applications.id });
  return dropped.length === 1;
}

const beforeOffer: ApplicationStatus[] = ['New', 'Interview Scheduled'];

/**
 * Sends the offer that is due: changes the status and clears the pending offer. Returns whether there was one, so only
 * one of several servers sends it, and an offer that was undone, or undone and made again, is not sent in its place.
 */
export async function sendDueOffer(
  tx: Tx,
  due: { clientId: string; applicationId: string; sendsAt: Date; now: Date },
): Promise<boolean> {
  const made = await tx.db
    .update(applications)
    .set({
      status: 'Offered' satisfies ApplicationStatus,
      offeredFrom: sql`${applications.status}`,
      offerSendsAt: null,
      updatedAt: due.now,
    })
    .where(
      and(
        eq(applications.clientId, due.clientId),
        eq(applications.id, due.applicationId),
        eq(applications.offerSendsAt, due.sendsAt),
        inArray(applications.status, beforeOffer),
      ),
    )
    .returning({ id: applications.id });
  return made.length === 1;
}

/** Offers that should have been sent before this moment, because their jobs were lost. */
export async function listOverdueOffers(tx: Tx, clientId: string, before: Date) {
  const found = await tx.db
    .select({ applicationId: applications.id, sendsAt: applications.offerSendsAt })
    .from(applications)
    .where(and(eq(applications.clientId, clientId), lt(applications.offerSendsAt, before)));
  return found.flatMap(({ applicationId, sendsAt }) => (sendsAt ? [{ applicationId, sendsAt }] : []));
}
