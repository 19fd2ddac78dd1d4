import type { ApplicationStatus } from '@waypost/contract/statuses';
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';

/** The columns of an application without an offer. */
export const noOffer = { offerMessage: '', replyBy: null, offerSendsAt: null } as const;

/** Offers an application whose status is still what the caller saw. Its email is due later. Returns whether it did. */
export async function storeOffer(
  tx: Tx,
  application: Authorized<{ id: string }>,
  offer: {
    clientId: string;
    from: ApplicationStatus;
    message: string;
    replyBy: string;
    sendsAt: Date;
    now: Date;
  },
): Promise<boolean> {
  const kept = await tx.db
    .update(applications)
    .set({
      status: 'Offered' satisfies ApplicationStatus,
      offeredFrom: offer.from,
      offerMessage: offer.message,
      replyBy: offer.replyBy,
      offerSendsAt: offer.sendsAt,
      updatedAt: offer.now,
    })
    .where(
      and(
        eq(applications.clientId, offer.clientId),
        eq(applications.id, application.id),
        eq(applications.status, offer.from),
      ),
    )
    .returning({ id: applications.id });
  return kept.length === 1;
}

/** Undoes an open offer whose email was not sent yet. Returns whether there was one. */
export async function dropOffer(
  tx: Tx,
  application: Authorized<{ id: string }>,
  { clientId, now }: { clientId: string; now: Date },
): Promise<boolean> {
  const dropped = await tx.db
    .update(applications)
    .set({ status: sql`${applications.offeredFrom}`, offeredFrom: null, ...noOffer, updatedAt: now })
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

/**
 * Marks the email of an offer as sent. Returns whether it was due, so only one of several servers sends it, and none is sent
 * for an offer that was undone, undone and made again, or answered: all of them clear the time or change it.
 */
export async function takeDueOffer(
  tx: Tx,
  due: { clientId: string; applicationId: string; sendsAt: Date },
): Promise<boolean> {
  const taken = await tx.db
    .update(applications)
    .set({ offerSendsAt: null })
    .where(
      and(
        eq(applications.clientId, due.clientId),
        eq(applications.id, due.applicationId),
        eq(applications.offerSendsAt, due.sendsAt),
      ),
    )
    .returning({ id: applications.id });
  return taken.length === 1;
}

/** Offers whose emails should have been sent before this moment, because their jobs were lost. */
export async function listOverdueOffers(tx: Tx, clientId: string, before: Date) {
  const found = await tx.db
    .select({ applicationId: applications.id, sendsAt: applications.offerSendsAt })
    .from(applications)
    .where(and(eq(applications.clientId, clientId), lt(applications.offerSendsAt, before)));
  return found.flatMap(({ applicationId, sendsAt }) => (sendsAt ? [{ applicationId, sendsAt }] : []));
}
