import * as z from 'zod';
import { id, requiredRichText } from '../fields.ts';
import { NO_COVER_LETTER } from './rules.ts';

/** Of what the documents send, the server takes the letter and the opportunity; the rest it knows better itself. */
export const ApplyInput = z.object({
  cover_letter: requiredRichText(20_000, NO_COVER_LETTER),
  opportunity_id_fk: id,
});
