import { addDays } from '../../dates.ts';
import { msg, t } from '../../i18n.ts';
import { MAX_OFFER_DAYS } from '../../school-system/settings/rules.ts';
import type { ApplicationStatus } from '../../statuses.ts';
import { offersAgain } from './rules.ts';

/** How many seconds a business has to undo an offer. The student gets the email about it afterwards. */
export const UNDO_SECONDS = 10;

export const TOO_LATE_TO_UNDO = msg('It’s too late to undo this offer');
export const NO_OPEN_OFFER = msg('This application has no open offer');

/** Why an offer cannot have this reply-by date, or null if it can. Both YYYY-MM-DD. */
export function whyNotReplyBy(day: string, today: string): string | null {
  if (day < today) return t('must not be in the past');
  return day > addDays(today, MAX_OFFER_DAYS)
    ? t('must be within {days} days', { days: MAX_OFFER_DAYS })
    : null;
}

/** Whether a business can take an open offer back: once its reply-by date, if it has one, has passed. Both YYYY-MM-DD. */
export const canTakeBack = (replyBy: string | null, today: string): boolean =>
  replyBy === null || replyBy < today;

/**
 * The status of an application whose offer was taken back. A business knows only the name of a student whom it selected,
 * so an automatic application does not become New. Neither does one that had ended before the offer.
 */
export function statusAfterTakingBack(
  isAutomatic: boolean,
  from: ApplicationStatus | null,
): ApplicationStatus {
  if (isAutomatic) return 'Rescinded';
  return from && offersAgain(from) ? from : 'New';
}
