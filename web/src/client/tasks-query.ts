import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Tasks, taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { isStaff } from '@waypost/contract/roles';
import { useEffect } from 'react';
import { callQuery, refresh } from './queries.ts';
import { useSession } from './session.ts';

/** Milliseconds for which tasks count as fresh: every screen shows their counts, and changes refetch them anyway. */
const NEW_MS = 60_000;

const tasksQuery = {
  ...callQuery(taskCalls.loadTasks, {}, { quiet: true, staleTime: NEW_MS }),
  refetchOnWindowFocus: true,
  // Screens wait for the tasks, so do not delay them with retries: they work without tasks too.
  retry: false,
} as const;

/** The logged-in user's tasks; none while their profile is incomplete. */
export function useTasks(): { data: Tasks | undefined; isLoading: boolean } {
  const user = useSession().session?.user;
  const enabled = user !== undefined && (isStaff(user.role) || (user.__v > 0 && user.confirmed));
  const { data, isLoading } = useQuery({ ...tasksQuery, enabled });
  return { data, isLoading };
}

/** Refetches the tasks after every saved change, because any of them may add or complete one. */
export function useFreshTasks(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const since = Date.now();
    return queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      // The login's mutation ends after the first tasks have loaded, so it needs no refetch.
      if (event.mutation.state.submittedAt >= since) void refresh(queries, taskCalls.loadTasks);
    });
  }, [queries]);
}
