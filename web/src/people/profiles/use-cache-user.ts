import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@waypost/contract/people/profiles/calls';
import { useCallback } from 'react';
import { sessionQuery } from '../../client/session.ts';

/** Updates the logged-in user in the cached session with a call's reply. */
export function useCacheUser(): (known: Partial<User> & { _id: string }) => void {
  const queries = useQueryClient();
  return useCallback(
    (known) =>
      void queries.setQueryData(sessionQuery.queryKey, (session) =>
        session?.user._id === known._id ? { ...session, user: { ...session.user, ...known } } : session,
      ),
    [queries],
  );
}
