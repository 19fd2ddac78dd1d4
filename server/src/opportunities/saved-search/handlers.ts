import type { savedSearchCalls } from '@waypost/contract/opportunities/saved-search/calls';
import type { Handlers } from '../../platform/access/handler.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import { findSavedSearch, findStopCode, removeSearch, storeSearch } from './queries.ts';

/** The search that a student gets a weekly email about (docs/behavior/browse.md#weekly-email). */
export const savedSearchHandlers: Handlers<typeof savedSearchCalls> = {
  getSavedSearch: async ({ actor }, tx) => {
    const [found] = await findSavedSearch(tx, { clientId: actor.clientId, studentId: actor.id });
    return { filter: found?.filter ?? null };
  },

  saveSearch: async ({ actor, input, now }, tx) => {
    const filter = input.filter ?? null;
    if (filter) await storeSearch(tx, actor, filter, now);
    else await removeSearch(tx, actor);
    return { filter };
  },

  /** A code is too long to guess, and only stops the emails that contain it. */
  stopSearchEmails: async ({ input }, tx) => {
    const owner = await findStopCode(tx, input.code);
    if (!owner) return { message: 'unknown' };
    await enterTenant(tx, owner.clientId);
    await removeSearch(tx, owner);
    return { message: 'success' };
  },
};
