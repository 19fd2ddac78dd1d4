import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../client/session.ts';
import type { QueuedEntry } from './hours-queue.ts';
import { setHasQueuedEntries } from './queue-flag.ts';
import { onQueueChange } from './queue-store.ts';
import { listQueue } from './send-queue.ts';

const KEY = ['hours waiting'];

/** Whose entries are saved on this phone: a student's own. An Admin who acts as them needs a connection. */
export function useQueueAccount(): string | null {
  const { session } = useSession();
  return session?.user.role === 'Student' && !session.is_masquerade ? session.user._id : null;
}

/** This account's entries of a placement that are waiting on this phone. The shell sends them. */
export function useQueuedEntries(accountId: string | null, projectId: string): readonly QueuedEntry[] {
  const queries = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: [...KEY, accountId],
    queryFn: () => (accountId === null ? [] : listQueue(accountId)),
    networkMode: 'always',
  });
  useEffect(() => onQueueChange(() => void queries.invalidateQueries({ queryKey: KEY })), [queries]);
  useEffect(() => {
    if (data.length > 0) setHasQueuedEntries(true);
  }, [data.length]);
  return data.filter(({ project_id }) => project_id === projectId);
}
