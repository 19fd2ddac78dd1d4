import { addDays } from '../dates.ts';
import { msg, t } from '../i18n.ts';

/** For so many seconds a business can undo an offer. Its student does not see it before they are over. */
export const UNDO_SECONDS = 10;

/** A business may give a student at most so many days to reply. */
export const MAX_OFFER_DAYS = 90;

export const OFFER_UNDERWAY = msg('An offer to this student is already on its way');
export const OFFER_SENT = msg('The offer was sent, so it can’t be undone');
export const OFFER_ENDED = msg('The time to reply to this offer is over. Ask the business to offer it again');

/** Why an offer cannot have this reply-by date, or null if it can. Both YYYY-MM-DD. */
export function whyNotReplyBy(day: string, today: string): string | null {
  if (day < today) return t('must not be in the past');
  return day > addDays(today, MAX_OFFER_DAYS)
    ? t('must be within {days} days', { days: MAX_OFFER_DAYS })
    : null;
}

/** Whether an offer has lapsed: its reply-by date is still part of the time to reply. Both YYYY-MM-DD. */
export const hasLapsed = (replyBy: string | null, today: string) => replyBy !== null && replyBy < today;
