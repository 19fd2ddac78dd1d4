import * as z from 'zod';
import { id } from '../fields.ts';
import { LIST_MAX } from './rules.ts';

/** The whole list; its ordinals say the order that is wanted. */
export const ListOrder = z.object({
  list: z.array(z.object({ _id: id, ordinal: z.number() })).max(LIST_MAX),
});
