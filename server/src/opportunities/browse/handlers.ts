import type { InputOf } from '@waypost/contract/call';
import { partOf } from '@waypost/contract/list-part';
import type { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { firstDayAt, lastDayAt } from '@waypost/contract/opportunities/opportunities/rules';
import type { Actor } from '../../platform/access/actor.ts';
import { spend } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers, Request } from '../../platform/access/handler.ts';
import { maySeeOpportunity, maySeeSelected } from '../../platform/access/ownership.ts';
import { commitWithLastQuery } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { readRows } from '../../platform/database/cursor.ts';
import { toOpportunity, toOpportunityRow, toSelectedStudent } from '../opportunities/present.ts';
import { findOpportunitiesByIds, findOpportunity, findSelectedStudents } from '../opportunities/queries.ts';
import { type Browsing, filteredBy, findOpportunities, openOpportunities } from './queries.ts';
import { addSaved, removeSaved } from './saved-queries.ts';
import { findTerms } from './search-queries.ts';

type Handled = Pick<Handlers<typeof opportunityCalls>, 'getOpportunities' | 'saveOpportunity'>;

/** Lists of opportunities: those that a student can choose from, a business's own, and for staff their client's. */
export const browseHandlers: Handled = {
  /** Filters and order (docs/behavior/browse.md). */
  getOpportunities: {
    before: ({ actor, now }, tx) => spendBrowse(actor, tx, now),
    page: async (request, tx) => {
      await spendBrowse(request.actor, tx, request.now);
      const browsing = await browsingOf(request, tx);
      const question = findOpportunities(tx, browsing, partOf(request.input));
      const { rows, total } = await commitWithLastQuery(tx, question);
      request.announceTotal(total);
      return rows.map((row) => toOpportunityRow(row, row.distance));
    },
    whole: async function* (request, tx) {
      const ids = await openOpportunities(tx, await browsingOf(request, tx), request.input.offset ?? 0);
      request.announceTotal(ids.total);
      yield* readRows(ids, (batch) => wholeOpportunities(request, tx, batch));
    },
  },

  /** A student can save whatever they may open. Repeating it changes nothing. */
  saveOpportunity: async ({ actor, input, now }, tx) => {
    const key = { clientId: actor.clientId, opportunityId: input.opp_id };
    const [found] = await findOpportunity(tx, { ...key, viewerId: actor.id });
    const opportunity = authorize(actor, found, maySeeOpportunity);
    const saving = { clientId: actor.clientId, studentId: actor.id, opportunity };
    if (input.saved) await addSaved(tx, saving, now);
    else await removeSaved(tx, saving);
    return { saved: input.saved };
  },
};

async function spendBrowse(actor: Actor, tx: Tx, now: Date): Promise<void> {
  if (actor.role === 'Student') await spend(tx, 'browses', actor.id, now);
}

type BrowseRequest = Request<InputOf<typeof opportunityCalls.getOpportunities>>;

async function browsingOf({ actor, input, now }: BrowseRequest, tx: Tx): Promise<Browsing> {
  const filter = input.filter ?? {};
  const terms = filter.search ? await findTerms(tx, actor.clientId, filter.search) : null;
  return {
    ...filteredBy(filter, terms),
    clientId: actor.clientId,
    caller: actor,
    days: { first: firstDayAt(now), last: lastDayAt(now) },
    sort: input.sort ?? null,
    since: null,
  };
}

async function wholeOpportunities({ actor }: BrowseRequest, tx: Tx, ids: string[]) {
  const { clientId } = actor;
  const namesStudents = maySeeSelected(actor);
  const [found, selected] = await Promise.all([
    findOpportunitiesByIds(tx, { clientId, ids, viewerId: actor.id }),
    namesStudents ? findSelectedStudents(tx, { clientId, ids }) : [],
  ]);
  return found.map((row) => {
    const its = selected.filter(({ opportunityId }) => opportunityId === row.id);
    return toOpportunity(row, namesStudents ? its.map(toSelectedStudent) : null);
  });
}
