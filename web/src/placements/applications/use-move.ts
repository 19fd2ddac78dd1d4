import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';

/**
 * Moves this application. The new status shows immediately and reverts, with a notice, if the server
 * refuses; other queries that show the application are refetched. Rejects like the call.
 */
export function useMove(application: Application, saysDone: Partial<Record<ApplicationStatus, string>>) {
  const queries = useQueryClient();
  const kept = callQuery(applicationCalls.getApplicationById, { app_id: application._id }).queryKey;
  const moving = useCall(applicationCalls.updateApplicationStatus, {
    onMutate: async ({ status }) => {
      await queries.cancelQueries({ queryKey: kept });
      queries.setQueryData(kept, { ...application, status });
    },
    onError: () => {
      queries.setQueryData(kept, application);
      // Somebody else may have moved it, so show its current status.
      void queries.invalidateQueries({ queryKey: kept });
    },
    onSuccess: async (reply) => {
      // A request from before the move would overwrite the reply with older data.
      await queries.cancelQueries({ queryKey: kept });
      queries.setQueryData(kept, reply.application);
      notify.success(saysDone[reply.application.status] ?? t('Done'), t('Application updated'));
      void refresh(
        queries,
        applicationCalls.getMyApplications,
        applicationCalls.getApplicants,
        applicationCalls.getNewApplications,
        applicationCalls.getApplicationToOpportunity,
        opportunityCalls.loadOpportunity,
        opportunityCalls.getOpportunities,
        opportunityCalls.getBusinessInternshipStats,
        projectCalls.getProjectsByStudent,
        projectCalls.getInterns,
      );
    },
  });
  return {
    busy: moving.isPending,
    move: (status: ApplicationStatus) => moving.mutateAsync({ application_id: application._id, status }),
  };
}
