import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../client/session.ts';
import { setHasWaiting } from './has-waiting.ts';
import type { WaitingEntry } from './queue.ts';
import { listWaiting } from './send-waiting.ts';
import { onWaitingChange } from './waiting-store.ts';

const KEY = ['hours waiting'];

/** Whose entries are saved on this phone: a student's own. An Admin who acts as them needs a connection. */
export function useWaitingAccount(): string | null {
  const { session } = useSession();
  return session?.user.role === 'Student' && !session.is_masquerade ? session.user._id : null;
}

/** This account's entries of a placement that are waiting on this phone. The shell sends them. */
export function useWaiting(accountId: string | null, projectId: string): readonly WaitingEntry[] {
  const queries = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: [...KEY, accountId],
    queryFn: () => (accountId === null ? [] : listWaiting(accountId)),
    networkMode: 'always',
  });
  useEffect(() => onWaitingChange(() => void queries.invalidateQueries({ queryKey: KEY })), [queries]);
  useEffect(() => {
    if (data.length > 0) setHasWaiting(true);
  }, [data.length]);
  return data.filter(({ project_id }) => project_id === projectId);
}
