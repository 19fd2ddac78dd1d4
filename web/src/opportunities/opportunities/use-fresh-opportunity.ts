import { useQuery } from '@tanstack/react-query';
import { type Opportunity, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { subjectQuery } from '../../client/queries.ts';
import type { Asked } from '../../ui/Loaded.tsx';

/**
 * The current opportunity for a form to start from, never a cached one, because the form saves its initial
 * values back.
 */
export function useFreshOpportunity(id: string): Asked<Opportunity> {
  const asked = useQuery({
    ...subjectQuery(opportunityCalls.loadOpportunity, { opp_id: id }),
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  const { isFetchedAfterMount, isError, error, refetch } = asked;
  const data = isFetchedAfterMount && !isError ? asked.data : undefined;
  return { data, error, isPending: !isFetchedAfterMount, refetch };
}
