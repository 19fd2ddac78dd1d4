import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Project, projectCalls } from '@waypost/contract/placements/projects/calls';
import { keepFresh, keyOf, subjectQuery } from '../../client/queries.ts';

export function useProject(id: string) {
  return useQuery({ ...subjectQuery(projectCalls.loadStudentProject, { project_id: id }), ...keepFresh });
}

/**
 * Updates the cache with a change's reply. Requests from before the change are canceled, because their data
 * is older.
 */
export function useKeepProject(): (fresh: Project) => Promise<void> {
  const queries = useQueryClient();
  return async (fresh) => {
    const queryKey = keyOf(projectCalls.loadStudentProject, { project_id: fresh._id });
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, fresh);
  };
}
