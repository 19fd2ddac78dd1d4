import type { listCalls } from '@waypost/contract/lists/calls';
import type { Handlers } from '../access/handler.ts';
import { toListEntry, toSchool, toState } from './present.ts';
import { findFocusAreas, findPrograms, findSchools, findStates } from './queries.ts';

/** The lists that forms choose from: the states, and the client's own (document 1, section 7). */
export const listHandlers: Handlers<typeof listCalls> = {
  getStates: async (_, tx) => (await findStates(tx, {})).map(toState),
  getPrograms: async ({ actor }, tx) =>
    (await findPrograms(tx, { clientId: actor.clientId })).map(toListEntry),
  getFocusAreas: async ({ actor }, tx) =>
    (await findFocusAreas(tx, { clientId: actor.clientId })).map(toListEntry),
  getSchools: async ({ actor }, tx) => (await findSchools(tx, { clientId: actor.clientId })).map(toSchool),
};
