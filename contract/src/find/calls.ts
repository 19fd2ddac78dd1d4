import * as z from 'zod';
import { post } from '../call.ts';
import { requiredLine } from '../fields.ts';
import { msg } from '../i18n.ts';
import { worded } from '../wording.ts';
import { FIND_FROM_CHARACTERS, foundKinds } from './rules.ts';

const TYPE_MORE = msg('type at least 2 characters');

/** Somebody or something that the caller may open (docs/behavior/find.md). */
const Found = z.object({
  kind: z.enum(foundKinds),
  _id: z.string(),
  /** A person's or business's name, a title; of a placement, its student's name, or its title for the student. */
  name: z.string(),
  /** What tells it from others of the same name, such as a school or a business. */
  detail: z.string(),
});
export type Found = z.infer<typeof Found>;

export const findCalls = {
  /** Whose name starts with the text, and the opportunities with words that do; five of each kind at most. */
  find: post(
    '/api/find',
    z.object({ text: requiredLine(100, TYPE_MORE).min(FIND_FROM_CHARACTERS, worded(TYPE_MORE)) }),
    z.array(Found),
    { onlyAsks: true },
  ),
};
