import { useQueryClient } from '@tanstack/react-query';
import { type Application, applicationCalls } from '@waypost/contract/applications/calls';
import type { ApplicationStatus } from '@waypost/contract/applications/rules';
import { t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/calls';
import { projectCalls } from '@waypost/contract/projects/calls';
import { notify } from '../client/notices.ts';
import { callQuery, refresh, useCall } from '../client/queries.ts';

/**
 * Moves this application. The new status shows at once and is taken back, with a notice, if the server refuses;
 * what else shows the application is read again. Rejects as the call does.
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
      // Somebody else may have moved it: what stands in the way is then to be seen.
      void queries.invalidateQueries({ queryKey: kept });
    },
    onSuccess: async (reply) => {
      // What was asked before the move is older than its answer.
      await queries.cancelQueries({ queryKey: kept });
      queries.setQueryData(kept, reply.application);
      notify.success(saysDone[reply.application.status] ?? t('Done'), t('Application Updated'));
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
