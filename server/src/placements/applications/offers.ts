import type { InputOf, ReplyOf } from '@waypost/contract/call';
import { addDays, shownDate } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { applicationCalls } from '@waypost/contract/placements/applications/calls';
import {
  canTakeBack,
  NO_OPEN_OFFER,
  statusAfterTakingBack,
  TOO_LATE_TO_UNDO,
  UNDO_SECONDS,
  whyNotReplyBy,
} from '@waypost/contract/placements/applications/offers';
import {
  canMove,
  groupOf,
  offersAgain,
  STUDENT_GONE,
  STUDENT_INACTIVE,
  whyNotMove,
} from '@waypost/contract/placements/applications/rules';
import { refuse } from '@waypost/contract/refusal';
import { dayIn } from '@waypost/contract/time-zones';
import type { Pool } from 'pg';
import { lockStudents, spendOffers } from '../../opportunities/opportunities/change-queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { forEachClient } from '../../platform/access/each-client.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers, Request } from '../../platform/access/handler.ts';
import { isParty } from '../../platform/access/ownership.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { DueOffer } from '../../platform/outside/jobs.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findDays } from '../../school-system/settings/queries.ts';
import { cancelWithApplication } from './interviews.ts';
import { mailMove, mailTakenBack } from './mails.ts';
import { dropOffer, listOverdueOffers, storeOffer, takeDueOffer } from './offer-queries.ts';
import { toApplication } from './present.ts';
import { type FoundApplication, findApplication, moveApplication } from './queries.ts';

type OfferCalls = Pick<typeof applicationCalls, 'offerPlacement' | 'undoOffer' | 'takeBackOffer'>;

/** Offers with a message and a reply-by date (docs/behavior/applications.md#offers). */
export const offerHandlers: Handlers<OfferCalls> = {
  /** The application is Offered immediately. Its student gets the email once it can no longer be undone. */
  offerPlacement: offer,

  undoOffer: async ({ actor, input, now }, tx) => {
    const key = { clientId: actor.clientId, applicationId: input.application_id };
    const [found] = await findApplication(tx, key);
    const application = authorize(actor, found, isParty);
    if (!(await dropOffer(tx, application, { clientId: actor.clientId, now })))
      refuse('conflict', t(TOO_LATE_TO_UNDO));
    return { message: 'success', application: toApplication(actor, await read(tx, key)) };
  },

  /** 409 until the reply-by date has passed, and without an open offer. */
  takeBackOffer: async ({ actor, input, now, outside }, tx) => {
    const { clientId } = actor;
    const key = { clientId, applicationId: input.application_id };
    const [found] = await findApplication(tx, key);
    const application = authorize(actor, found, isParty);
    if (application.status !== 'Offered') refuse('conflict', t(NO_OPEN_OFFER));
    const { timeZone } = await findDays(tx, clientId);
    if (!canTakeBack(application.replyBy, dayIn(timeZone, now)))
      refuse(
        'conflict',
        t('You can take this offer back after {day}', { day: shownDate(application.replyBy ?? '') }),
      );

    const to = statusAfterTakingBack(application.isAutomatic, application.offeredFrom);
    const isMoved = await moveApplication(tx, application, {
      clientId,
      from: 'Offered',
      to,
      now,
      replyBy: null,
    });
    // The student answered first.
    if (!isMoved) refuse('conflict', t(NO_OPEN_OFFER));
    await mailTakenBack(tx, outside, actor, application);
    if (groupOf(to) === 'Closed') await cancelWithApplication(tx, outside, actor, application, now);
    return { message: 'success', application: toApplication(actor, await read(tx, key)) };
  },
};

async function offer(
  request: Request<InputOf<OfferCalls['offerPlacement']>>,
  tx: Tx,
): Promise<ReplyOf<OfferCalls['offerPlacement']>> {
  const { actor, input, now, outside } = request;
  const key = { clientId: actor.clientId, applicationId: input.application_id };
  const [found] = await findApplication(tx, key);
  const application = authorize(actor, found, isParty);
  const from = application.status;
  if (!canMove(actor.role, from, 'Offered')) refuse('conflict', whyNotMove(from, 'Offered'));
  if (application.studentId === null) refuse('conflict', t(STUDENT_GONE));

  const { timeZone, offerDays } = await findDays(tx, actor.clientId);
  const today = dayIn(timeZone, now);
  const replyBy = input.reply_by ?? addDays(today, offerDays);
  const wrong = whyNotReplyBy(replyBy, today);
  if (wrong) refuse('invalid-input', undefined, { reply_by: [wrong] });

  const sendsAt = new Date(now.getTime() + UNDO_SECONDS * 1000);
  const made = { clientId: actor.clientId, from, message: input.message, replyBy, sendsAt, now };
  if (offersAgain(from)) await requireActive(tx, actor, application, now);
  // Someone else moved the application first: start over with its current status.
  if (!(await storeOffer(tx, application, made))) {
    await requireUnended(tx, key);
    return offer(request, tx);
  }
  await outside.jobs.sendOffer(tx, { ...key, sendsAt: sendsAt.toISOString() }, UNDO_SECONDS);
  return { message: 'success', application: toApplication(actor, await read(tx, key)) };
}

/**
 * Refuses an offer to a student who is not applying anymore, unless their account is active. Like a student whom the
 * business selects, they did not ask for it: it spends the business's budget of offers and is recorded.
 */
export async function requireActive(tx: Tx, actor: Actor, application: FoundApplication, now: Date) {
  const ids = application.studentId ? [application.studentId] : [];
  const [student] = await lockStudents(tx, { clientId: actor.clientId, ids });
  if (!student) refuse('conflict', t(STUDENT_INACTIVE));
  await spendOffers(tx, actor, [student], application.title, now);
}

/** Refuses an offer on an application that ended meanwhile: nobody offers again without knowing it. */
export async function requireUnended(tx: Tx, key: { clientId: string; applicationId: string }) {
  const { status } = await read(tx, key);
  if (offersAgain(status)) refuse('conflict', whyNotMove(status, 'Offered'));
}

async function read(tx: Tx, key: { clientId: string; applicationId: string }) {
  const [application] = await findApplication(tx, key);
  return application ?? refuse('not-found');
}

type Needs = MailContext & { now: Date };

/** Mails an offer to its student once it can no longer be undone. Does nothing if it was undone or answered. */
export async function sendOffer(pool: Pool, { sendsAt, ...key }: DueOffer, needs: Needs): Promise<void> {
  await asSession(pool, null, needs.now, async (tx) => {
    await enterTenant(tx, key.clientId);
    if (!(await takeDueOffer(tx, { ...key, sendsAt: new Date(sendsAt) }))) return;
    const application = await read(tx, key);
    const business = {
      clientId: key.clientId,
      role: 'Business',
      name: application.business?.name ?? '',
    } as const;
    await mailMove(tx, needs, business, application, 'Offered');
  });
}

/** The job of an offer this late was lost, for example because no server ran for days. */
const OVERDUE_MS = 15 * 60_000;

/** Sends the offers that were missed. */
export async function sendMissedOffers(pool: Pool, needs: Needs): Promise<void> {
  const { now } = needs;
  await forEachClient(pool, now, async (clientId) => {
    const missed = await asSession(pool, null, now, async (tx) => {
      await enterTenant(tx, clientId);
      return listOverdueOffers(tx, clientId, new Date(now.getTime() - OVERDUE_MS));
    });
    for (const { applicationId, sendsAt } of missed)
      await sendOffer(pool, { clientId, applicationId, sendsAt: sendsAt.toISOString() }, needs);
  });
}
