import { useQuery } from '@tanstack/react-query';
import { type Opportunity, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { subjectQuery } from '../../client/queries.ts';
import type { QueryResult } from '../../ui/Loaded.tsx';

/**
 * The current opportunity for a form to start from, never a cached one, because the form saves its initial
 * values back.
 */
export function useFreshOpportunity(id: string): QueryResult<Opportunity> {
  const query = useQuery({
    ...subjectQuery(opportunityCalls.loadOpportunity, { opp_id: id }),
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  const { isFetchedAfterMount, isError, error, refetch } = query;
  const data = isFetchedAfterMount && !isError ? query.data : undefined;
  return { data, error, isPending: !isFetchedAfterMount, refetch };
}
