import * as z from 'zod';
import { requiredLine } from '../../fields.ts';
import { NO_SUMMARY } from './rules.ts';

/** A final summary is plain text with any number of lines. */
export const SummaryInput = z.object({ text: requiredLine(20_000, NO_SUMMARY) });
