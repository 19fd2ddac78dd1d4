import { partOf } from '@waypost/contract/list-part';
import type { opportunityCalls } from '@waypost/contract/opportunities/calls';
import { firstDayAt, lastDayAt } from '@waypost/contract/opportunities/rules';
import { spend } from '../access/budgets.ts';
import type { Handlers } from '../access/handler.ts';
import { lastly } from '../access/tenant.ts';
import { toOpportunityRow } from '../opportunities/present.ts';
import { findOpportunities } from './queries.ts';

/** Lists of opportunities: a student's to choose from, a business's own, staff's of their client. */
export const browseHandlers: Pick<Handlers<typeof opportunityCalls>, 'getOpportunities'> = {
  /** Filters and sorts as document 1, sections 7 and 9; a page of them. */
  getOpportunities: async (request, tx) => {
    const { actor, input, now } = request;
    if (actor.role === 'Student') await spend(tx, 'browses', actor.id, now);
    const { focusAreas = [], compensation = 'Either', radius = null } = input.filter ?? {};
    const question = findOpportunities(tx, {
      clientId: actor.clientId,
      caller: actor,
      days: { first: firstDayAt(now), last: lastDayAt(now) },
      focusAreas,
      compensation: compensation === 'Either' ? null : compensation,
      radius,
      sort: input.sort ?? null,
      ...partOf(input),
    });
    const { rows, total } = await lastly(tx, question);
    request.announceTotal(total);
    return rows.map((row) => toOpportunityRow(row, row.distance));
  },
};
