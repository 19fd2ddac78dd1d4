import { useQueryClient } from '@tanstack/react-query';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import { callQuery, refresh, useCall } from '../../client/queries.ts';

/** Offers the placement, undoes the offer before it is mailed, or takes it back. All reject like their calls. */
export function useOffer({ _id }: Application) {
  const queries = useQueryClient();
  const kept = callQuery(applicationCalls.getApplicationById, { app_id: _id }).queryKey;
  const choices = {
    onSuccess: async ({ application }: { application: Application }) => {
      // A request from before the change would overwrite the reply with older data.
      await queries.cancelQueries({ queryKey: kept });
      queries.setQueryData(kept, application);
      void refresh(queries, applicationCalls.getApplicants, applicationCalls.getNewApplications);
    },
    onError: () => void queries.invalidateQueries({ queryKey: kept }),
  };
  const offering = useCall(applicationCalls.offerPlacement, { ...choices, quiet: true });
  const undoing = useCall(applicationCalls.undoOffer, choices);
  const taking = useCall(applicationCalls.takeBackOffer, choices);
  return {
    busy: offering.isPending || undoing.isPending || taking.isPending,
    offer: (given: { message: string; reply_by: string }) =>
      offering.mutateAsync({ application_id: _id, ...given }),
    undo: () => undoing.mutateAsync({ application_id: _id }),
    takeBack: () => taking.mutateAsync({ application_id: _id }),
  };
}
