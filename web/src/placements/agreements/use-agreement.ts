import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from '@waypost/contract/call';
import { taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { agreementCalls, type PlacementAgreement } from '@waypost/contract/placements/agreements/calls';
import { keepFresh, keyOf, refresh, subjectQuery, useCall } from '../../client/queries.ts';

/** A placement's agreement. Polls for the other signers' changes. */
export const useAgreement = (project_id: string) =>
  useQuery({ ...subjectQuery(agreementCalls.getAgreement, { project_id }), ...keepFresh });

/** Changes an agreement. Older requests are canceled first, so that they cannot overwrite the reply in the cache. */
export function useAgreementCall<In>(to: Call<In, PlacementAgreement>) {
  const queries = useQueryClient();
  return useCall(to, {
    onSuccess: async (fresh) => {
      const queryKey = keyOf(agreementCalls.getAgreement, { project_id: fresh.project_id });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, fresh);
      void refresh(queries, taskCalls.loadTasks);
    },
  });
}
