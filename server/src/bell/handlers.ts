import type { bellCalls } from '@waypost/contract/bell/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Handlers } from '../access/handler.ts';
import { findNotices, markAllRead, markRead } from './queries.ts';

/** What the caller was told of (docs/behavior/bell.md). */
export const bellHandlers: Handlers<typeof bellCalls> = {
  getNotices: ({ actor }, tx) => findNotices(tx, actor),

  readNotices: async ({ actor, input, now }, tx) => {
    if (input._id === undefined) await markAllRead(tx, actor, input.until ?? null, now);
    else if (!(await markRead(tx, actor, input._id, now))) refuse('not-found');
    return findNotices(tx, actor);
  },
};
