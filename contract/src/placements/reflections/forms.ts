import * as z from 'zod';
import { requiredLine } from '../../fields.ts';
import { NO_RESPONSE } from './rules.ts';

/** An answer is plain text with any number of lines. */
export const ReflectionAnswer = z.object({ answer_text: requiredLine(10_000, NO_RESPONSE) });
