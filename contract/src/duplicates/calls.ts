import * as z from 'zod';
import { asList, post } from '../call.ts';
import { id, requiredLine, said } from '../fields.ts';
import { listPart } from '../list-part.ts';
import { ListedUser } from '../people/calls.ts';
import { duplicateApprovals, sameThings } from './rules.ts';

/** Somebody who may have another account, with what the accounts of one `group` have in common. */
export const DuplicateUser = ListedUser.extend({
  client: z.string(),
  group: z.number(),
  same: z.array(z.enum(sameThings)),
});
export type DuplicateUser = z.infer<typeof DuplicateUser>;

const names = z.array(requiredLine()).max(200).nullish();

export const duplicateCalls = {
  /** A group is listed whole where one of its accounts fits what was asked for. */
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
  /** What hangs on the account `remove` moves to the account `keep`, and the former is gone. */
  mergeUsers: post('/api/mergeUsers', z.object({ keep: id, remove: id }), said('success')),
};
