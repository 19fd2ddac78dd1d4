import type { opportunityCalls } from '@waypost/contract/opportunities/calls';
import { authorize } from '../access/enforce.ts';
import type { Handlers } from '../access/handler.ts';
import { maySeeOpportunity } from '../access/ownership.ts';
import { toFoundStudent } from '../people/present.ts';
import { toOpportunity } from './present.ts';
import { findOpportunity, findSelectedStudents } from './queries.ts';

/** An opportunity as its business makes, changes and ends it (document 1, sections 4 and 7). */
export const opportunityHandlers: Pick<Handlers<typeof opportunityCalls>, 'loadOpportunity'> = {
  /** Whom it is restricted to is named to its business and to staff alone. */
  loadOpportunity: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, opportunityId: input.opp_id };
    const [found] = await findOpportunity(tx, { ...key, lookerId: actor.id });
    const opportunity = authorize(actor, found, maySeeOpportunity);
    const selected = actor.role === 'Student' ? [] : await findSelectedStudents(tx, key);
    return toOpportunity(opportunity, selected.map(toFoundStudent));
  },
};
