import * as z from 'zod';
import { post } from '../../call.ts';
import { requiredLine } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { worded } from '../../wording.ts';
import { FIND_FROM_CHARACTERS, foundKinds } from './rules.ts';

const TYPE_MORE = msg('type at least 2 characters');

/** A person, business, placement or opportunity that the caller may open (docs/behavior/find.md). */
const FindResult = z.object({
  kind: z.enum(foundKinds),
  _id: z.string(),
  /** A person's or business's name, or a title. For a placement: its student's name, or to the student its title. */
  name: z.string(),
  /** What distinguishes it from others with the same name, such as a school or a business. */
  detail: z.string(),
});
export type FindResult = z.infer<typeof FindResult>;

export const findCalls = {
  /** Everything whose name starts with the text, and opportunities with a word that does: at most five of each kind. */
  find: post(
    '/api/find',
    z.object({ text: requiredLine(100, TYPE_MORE).min(FIND_FROM_CHARACTERS, worded(TYPE_MORE)) }),
    z.array(FindResult),
    { onlyAsks: true },
  ),
};
