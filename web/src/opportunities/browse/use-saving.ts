import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type Opportunity,
  type OpportunityRow,
  opportunityCalls,
} from '@waypost/contract/opportunities/opportunities/calls';
import { changeCached } from '../../client/list-queries.ts';
import { showNotSaved } from '../../client/notices.ts';
import { keyOf, useCall } from '../../client/queries.ts';

const { getOpportunities, loadOpportunity, saveOpportunity } = opportunityCalls;

/**
 * Saves an opportunity for later, or removes it from the list. The heart changes immediately, and reverts
 * with a notice if saving fails. No list is refetched while it is shown, so that an accidental press can be undone.
 */
export function useSaving() {
  const queries = useQueryClient();
  const save = useCall(saveOpportunity, {
    quiet: true,
    // In order, so the last press wins, whatever the network does.
    scope: { id: saveOpportunity.path },
    onMutate: ({ opp_id, saved }) => mark(queries, opp_id, saved),
    onSuccess: ({ saved }, { opp_id }) => mark(queries, opp_id, saved),
    onError: (error, { opp_id, saved }) => {
      mark(queries, opp_id, !saved);
      showNotSaved(error);
    },
  });
  return (opp_id: string, saved: boolean) => save.mutate({ opp_id, saved });
}

interface Listed {
  rows: OpportunityRow[];
  total: number;
}

/** Marks an opportunity as saved or not in every cached list. */
function mark(queries: QueryClient, id: string, saved: boolean): void {
  const within = ({ rows, ...rest }: Listed) => ({
    ...rest,
    rows: rows.map((row) => (row._id === id ? { ...row, saved } : row)),
  });
  changeCached<Listed | InfiniteData<Listed>>(queries, getOpportunities, (data) =>
    'pages' in data ? { ...data, pages: data.pages.map(within) } : within(data),
  );
  queries.setQueryData<Opportunity>(
    keyOf(loadOpportunity, { opp_id: id }),
    (whole) => whole && { ...whole, saved },
  );
}
