import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isStaff } from '@waypost/contract/accounts/rules';
import { type Tasks, taskCalls } from '@waypost/contract/tasks/calls';
import { useEffect } from 'react';
import { callQuery, refresh } from '../client/queries.ts';
import { useSession } from '../client/session.ts';

/** Every screen shows counts of them, so they are read again only once they may have changed. */
const NEW_MS = 60_000;

const tasksQuery = {
  ...callQuery(taskCalls.loadTasks, {}, { quiet: true, staleTime: NEW_MS }),
  refetchOnWindowFocus: true,
  // A screen that shows them waits for them, and serves without.
  retry: false,
} as const;

/** What the signed-in person has to do; nothing for somebody whose profile is not finished. */
export function useTasks(): { data: Tasks | undefined; isLoading: boolean } {
  const user = useSession().session?.user;
  const enabled = user !== undefined && (isStaff(user.role) || (user.__v > 0 && user.confirmed));
  const { data, isLoading } = useQuery({ ...tasksQuery, enabled });
  return { data, isLoading };
}

/** Reads the tasks again after every change that was saved: any of them may have ended one, or begun one. */
export function useFreshTasks(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void refresh(queries, taskCalls.loadTasks);
      }),
    [queries],
  );
}
