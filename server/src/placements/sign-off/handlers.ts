import { PART_MAX } from '@waypost/contract/list-part';
import type { signOffCalls } from '@waypost/contract/placements/sign-off/calls';
import type { Handlers } from '../../platform/access/handler.ts';
import { toProjectRow } from '../projects/present.ts';
import { countSignOffs, findSignOffs } from './queries.ts';

/** What is waiting for an Admin, across all placements (docs/behavior/sign-off.md). */
export const signOffHandlers: Handlers<typeof signOffCalls> = {
  getSignOffs: async (request, tx) => {
    const { actor, input } = request;
    const { clientId } = actor;
    const [found, total] = await Promise.all([
      findSignOffs(tx, clientId, { after: input.after, limit: input.limit ?? PART_MAX }),
      countSignOffs(tx, clientId),
    ]);
    request.announceTotal(total);
    return found.map((row) => toProjectRow(row, actor));
  },
};
