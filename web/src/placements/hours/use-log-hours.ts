import { useMutation } from '@tanstack/react-query';
import type { HoursEntryInput } from '@waypost/contract/placements/hours/forms';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { useRef } from 'react';
import { showNotSaved } from '../../client/notices.ts';
import { randomId } from '../../client/random-id.ts';
import { useKeepProject } from '../projects/use-project.ts';
import { logHours, logOrQueue } from './send-queue.ts';

/**
 * Logs an entry of a placement. Without a connection, it stays on this phone for this account and is sent later; then
 * the result is null.
 */
export function useLogHours(project_id: string, account: string | null) {
  const keep = useKeepProject();
  // The same input, saved again after a failure, has the same key: the first time may have arrived.
  const last = useRef({ key: '', content: '' });
  return useMutation({
    mutationFn: (entry: HoursEntryInput): Promise<Project | null> => {
      const content = JSON.stringify(entry);
      if (last.current.content !== content) last.current = { key: randomId(), content };
      const { key } = last.current;
      if (account === null) return logHours({ key, project_id, entry });
      return logOrQueue({ key, account, project_id, entry, saved_at: Date.now(), refused: null });
    },
    onSuccess: async (fresh) => {
      last.current = { key: '', content: '' };
      if (fresh) await keep(fresh);
    },
    onError: showNotSaved,
    meta: { quiet: true },
  });
}
