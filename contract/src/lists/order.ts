import * as z from 'zod';
import { id } from '../fields.ts';
import { LIST_MAX } from './rules.ts';

/** The whole list, with the new order as ordinals. */
export const ListOrder = z.object({
  list: z.array(z.object({ _id: id, ordinal: z.number() })).max(LIST_MAX),
});
