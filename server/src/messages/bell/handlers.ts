import type { bellCalls } from '@waypost/contract/messages/bell/calls';
import { refuse } from '@waypost/contract/refusal';
import { type Handlers, inOneTrip } from '../../platform/access/handler.ts';
import { findNotices, findNoticesOfSession, markAllRead, markRead } from './queries.ts';

/** The caller's notices (docs/behavior/bell.md). */
export const bellHandlers: Handlers<typeof bellCalls> = {
  // Every open page polls it.
  getNotices: inOneTrip(async (tx, tokenHash) => {
    const found = await findNoticesOfSession(tx, tokenHash);
    return () => found;
  }),

  readNotices: async ({ actor, input, now }, tx) => {
    if (input._id === undefined) await markAllRead(tx, actor, input.until ?? null, now);
    else if (!(await markRead(tx, actor, input._id, now))) refuse('not-found');
    return findNotices(tx, actor);
  },
};
