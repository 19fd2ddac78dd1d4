import type { BrowseFilter, OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import type { SortOption } from '@waypost/contract/opportunities/opportunities/rules';
import type { TestServer } from './server.ts';

export interface BrowseRequest {
  filter?: BrowseFilter;
  sort?: SortOption;
  limit?: number;
  offset?: number;
}

export const titles = (rows: OpportunityRow[]) => rows.map((row) => row.opportunity_title);

/** What someone finds when they browse, and for how many. */
export function makeBrowsing(server: TestServer) {
  const { getOpportunities } = opportunityCalls;
  return {
    browse: async (user: { token: string }, request: BrowseRequest = {}) =>
      titles(await server.as(user).call(getOpportunities, request)),

    totalOf: async (user: { token: string }, request: BrowseRequest = {}): Promise<number> => {
      const response = await server.as(user).send(getOpportunities, request);
      return Number(response.headers.get('x-total-count'));
    },

    /** A student in Annapolis and a business of the same client, which has no opportunities yet. */
    aPair: async () => {
      const client = await server.aClient();
      const [student, business] = [await server.aStudent({ client }), await server.aBusiness({ client })];
      return { client, student, business };
    },
  };
}
