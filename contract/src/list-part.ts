import * as z from 'zod';
import { msg } from './i18n.ts';
import { worded } from './wording.ts';

/** The longest page of a list. */
export const PART_MAX = 500;

/**
 * The page of a list that a screen reads: `post('/api/filter…', z.object({ …filters, ...listPart }), z.array(Row))`.
 * Without `limit` the call replies with every row (docs/behavior/access.md#lists).
 */
export const listPart = {
  limit: z.number().int().min(1).max(PART_MAX).nullish(),
  offset: z.number().int().min(0).max(1_000_000).nullish(),
};

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, worded(msg('must be a whole number')))
    .transform(Number)
    .pipe(z.number().max(max));

/** The same for a GET, whose input is text. */
export const listPartOfGet = {
  limit: wholeNumber(PART_MAX).optional(),
  offset: wholeNumber(999_999).optional(),
};

/**
 * For a list that people export. An export sends `exporting` with each page; with the first, the pipeline records who
 * exported which list, with which filters and how many rows. A whole list is recorded too.
 */
export const exportPart = { ...listPart, exporting: z.boolean().nullish() };

export interface ListPart {
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  exporting?: boolean | null | undefined;
}

/** The page's size and offset. */
export const partOf = ({ limit, offset }: ListPart) => ({ limit: limit ?? PART_MAX, offset: offset ?? 0 });

/** Whether an export starts with this page. It is recorded once, with the first page. */
export function startsExport(input: unknown): boolean {
  const { exporting, offset } = Object(input) as ListPart;
  return exporting === true && !offset;
}
