import * as z from 'zod';
import { calendarDate, id, requiredRichText, text } from '../fields.ts';
import { t } from '../i18n.ts';
import { NO_COVER_LETTER } from './rules.ts';

/** The server uses only the letter and the opportunity. It fills in every other field that programs send. */
export const ApplyInput = z.object({
  cover_letter: requiredRichText(20_000, NO_COVER_LETTER),
  opportunity_id_fk: id,
});

/** What a business writes to a student: plain text, in paragraphs. */
const message = text()
  .trim()
  .max(2000, { error: () => t('this text can have at most {max} characters', { max: '2000' }) })
  .default('');

export const OfferInput = z.object({
  application_id: id,
  message,
  /** Left out, the school system's number of days from today. */
  reply_by: calendarDate.optional(),
});
