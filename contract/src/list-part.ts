import * as z from 'zod';

/** Rows that a list call gives at once at most. */
export const PART_MAX = 500;

/**
 * What a list call takes that is read part by part, besides the documents' own fields:
 * `post('/api/filter…', z.object({ …filters, ...listPart }), z.array(Row))`. Without `limit` the first `PART_MAX` rows
 * travel: nobody can ask for a reply of any length. Its handler reads `partOf(input)`, and tells with
 * `request.announceTotal` how many rows there are in all, whatever the part.
 *
 * A call that takes this can be exported. An export says `exporting` with its parts, and with the first of them
 * the pipeline records who exported which list, with which filters and how many rows there are.
 */
export const listPart = {
  limit: z.number().int().min(1).max(PART_MAX).nullish(),
  offset: z.number().int().min(0).max(1_000_000).nullish(),
  exporting: z.boolean().nullish(),
};

export interface ListPart {
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  exporting?: boolean | null | undefined;
}

/** How many rows are asked for at most, and how many stand before the first of them. */
export const partOf = ({ limit, offset }: ListPart) => ({ limit: limit ?? PART_MAX, offset: offset ?? 0 });

/** Whether an export begins with this part: it is recorded once, with the first. */
export function beginsExport(input: unknown): boolean {
  const { exporting, offset } = Object(input) as ListPart;
  return exporting === true && !offset;
}
