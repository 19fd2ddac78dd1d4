import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Project, projectCalls } from '@waypost/contract/projects/calls';
import { callQuery, keyOf } from '../client/queries.ts';

/** How often the other side's steps are looked for, while somebody has the page before them. */
const REFRESH_MS = 5_000;

/** Keeps a reply fresh while its screen is open and seen: each side's steps reach the other without reloading. */
export const keepFresh = { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true } as const;

export function useProject(id: string) {
  return useQuery({ ...callQuery(projectCalls.loadStudentProject, { project_id: id }), ...keepFresh });
}

/** Keeps what a change has answered with. What was asked before the change is given up: it is older. */
export function useKeepProject(): (fresh: Project) => Promise<void> {
  const queries = useQueryClient();
  return async (fresh) => {
    const queryKey = keyOf(projectCalls.loadStudentProject, { project_id: fresh._id });
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, fresh);
  };
}
