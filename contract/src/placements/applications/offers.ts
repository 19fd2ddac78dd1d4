import { addDays } from '../../dates.ts';
import { msg, t } from '../../i18n.ts';
import { MAX_OFFER_DAYS } from '../../school-system/settings/rules.ts';

/** How many seconds a business has to undo an offer. The student sees the offer afterwards. */
export const UNDO_SECONDS = 10;

export const OFFER_UNDERWAY = msg('An offer to this student is already on its way');
export const OFFER_SENT = msg('The offer was sent, so it can’t be undone');

/** Why an offer cannot have this reply-by date, or null if it can. Both YYYY-MM-DD. */
export function whyNotReplyBy(day: string, today: string): string | null {
  if (day < today) return t('must not be in the past');
  return day > addDays(today, MAX_OFFER_DAYS)
    ? t('must be within {days} days', { days: MAX_OFFER_DAYS })
    : null;
}
