import { useQueryClient } from '@tanstack/react-query';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import { callQuery, refresh, useCall } from '../../client/queries.ts';

/** The interview calls of both sides. Each rejects like its call, and the server refuses outdated changes. */
export function useInterview({ _id }: Application) {
  const queries = useQueryClient();
  const kept = callQuery(applicationCalls.getApplicationById, { app_id: _id }).queryKey;
  const choices = {
    onSuccess: async ({ application }: { application: Application }) => {
      // A request from before the change would overwrite the reply with older data.
      await queries.cancelQueries({ queryKey: kept });
      queries.setQueryData(kept, application);
      const { getApplicants, getNewApplications, getMyApplications } = applicationCalls;
      // Awaited, so that the form closes only after the screen shows the interview.
      await refresh(queries, getApplicants, getNewApplications, getMyApplications);
    },
    onError: () => void queries.invalidateQueries({ queryKey: kept }),
  };
  const invite = useCall(applicationCalls.inviteToInterview, choices);
  const propose = useCall(applicationCalls.proposeInterviewTime, choices);
  const confirm = useCall(applicationCalls.confirmInterview, choices);
  const cancel = useCall(applicationCalls.cancelInterview, { ...choices, quiet: true });
  return {
    busy: confirm.isPending,
    invite: invite.mutateAsync,
    propose: propose.mutateAsync,
    confirm: (starts_at: string) =>
      confirm.mutateAsync({ application_id: _id, starts_at }).catch(() => undefined),
    cancel: () => cancel.mutateAsync({ application_id: _id }),
  };
}
