import * as z from 'zod';
import { id } from './fields.ts';

/** Longer than any list that people choose from. */
export const LIST_MAX = 1000;

/** The whole list, with the new order as ordinals. */
export const ListOrder = z.object({
  list: z.array(z.object({ _id: id, ordinal: z.number() })).max(LIST_MAX),
});
