import * as z from 'zod';
import { requiredMultiline } from '../../fields.ts';
import { NO_SUMMARY } from './rules.ts';

/** A final summary is plain text with any number of lines. */
export const SummaryInput = z.object({ text: requiredMultiline(20_000, NO_SUMMARY) });
