import * as z from 'zod';
import { asList, post } from '../../call.ts';
import { id, requiredLine, said } from '../../fields.ts';
import { listPart } from '../../list-part.ts';
import { ListedUser } from '../../people/directory/calls.ts';
import { duplicateApprovals, matchedFields } from './rules.ts';

/** A person who may have another account, with what the accounts of one `group` share. */
export const DuplicateUser = ListedUser.extend({
  client: z.string(),
  group: z.number(),
  same: z.array(z.enum(matchedFields)),
});
export type DuplicateUser = z.infer<typeof DuplicateUser>;

const names = z.array(requiredLine()).max(200).nullish();

export const duplicateCalls = {
  /** If one account of a group matches the filters, the whole group is listed. */
  findDuplicateUsers: asList(
    post(
      '/api/findDuplicateUsers',
      z.object({
        role: z.enum(['Business', 'NotBusiness']).nullish(),
        schools: names,
        focus_areas: names,
        approved: z.enum(duplicateApprovals).nullish(),
        ...listPart,
      }),
      z.array(DuplicateUser),
      { onlyAsks: true },
    ),
    DuplicateUser,
  ),
  /** Moves everything from the account `remove` to the account `keep`, and deletes the former. */
  mergeUsers: post('/api/mergeUsers', z.object({ keep: id, remove: id }), said('success')),
};
