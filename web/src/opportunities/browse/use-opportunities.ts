import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InputOf } from '@waypost/contract/call';
import { type OpportunityRow, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { callWithTotal } from '../../client/call.ts';
import { pageQuery } from '../../client/list-queries.ts';
import { keyOf } from '../../client/queries.ts';

const { getOpportunities } = opportunityCalls;
type BrowseInput = Pick<InputOf<typeof getOpportunities>, 'filter' | 'sort'>;

/** Cards per page. */
export const PAGE = 40;
/** A map with more pins than this is unreadable. */
export const MAP_LIMIT = 500;
/** Within this time, returning from an opportunity shows the list as it was. */
const FRESH_MS = 60_000;

/** The list, page by page. */
export const pagesQuery = (input: BrowseInput) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(getOpportunities, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callWithTotal(getOpportunities, { ...input, limit: PAGE, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length > 0 && shown < last.total ? shown : undefined;
    },
    staleTime: FRESH_MS,
  });

/** The previous content stays until the requested one has loaded. */
export function useOpportunityPages(input: BrowseInput) {
  return useInfiniteQuery({
    ...pagesQuery(input),
    select: ({ pages }) => ({ rows: unique(pages.flatMap(({ rows }) => rows)), total: pages[0]?.total ?? 0 }),
    placeholderData: keepPreviousData,
  });
}

/** The opportunities on the map: the nearest, or without a location the first of the list. */
export function useOpportunityMap(input: BrowseInput, shown: boolean) {
  return useQuery({
    ...pageQuery(getOpportunities, { ...input, limit: MAP_LIMIT, offset: 0 }, { staleTime: FRESH_MS }),
    placeholderData: keepPreviousData,
    enabled: shown,
  });
}

// A row posted between two requests shifts the others, so that one of them is on both pages.
function unique(rows: OpportunityRow[]): OpportunityRow[] {
  return [...new Map(rows.map((row) => [row._id, row])).values()];
}
