import * as z from 'zod';
import { requiredMultiline } from '../../fields.ts';
import { NO_RESPONSE } from './rules.ts';

/** An answer is plain text with any number of lines. */
export const ReflectionAnswer = z.object({ answer_text: requiredMultiline(10_000, NO_RESPONSE) });
