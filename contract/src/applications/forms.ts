import * as z from 'zod';
import { id, requiredRichText } from '../fields.ts';
import { NO_COVER_LETTER } from './rules.ts';

/** The server uses only the letter and the opportunity. It fills in every other field that programs send. */
export const ApplyInput = z.object({
  cover_letter: requiredRichText(20_000, NO_COVER_LETTER),
  opportunity_id_fk: id,
});
