import { useQueryClient } from '@tanstack/react-query';
import { withMessages } from '@waypost/contract/i18n';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { useEffect, useSyncExternalStore } from 'react';
import { hasQueuedEntries, onQueueFlagChange } from '../../placements/hours/queue-flag.ts';

const load = withMessages(() => import('../../placements/hours/send-queue.ts'));

/** On every screen, sends a student's hours that are waiting on this phone. Loads its code only if there are any. */
export function useSendQueue({ user, is_masquerade }: CurrentUser): void {
  const queries = useQueryClient();
  const isWaiting = useSyncExternalStore(onQueueFlagChange, hasQueuedEntries);
  const account = isWaiting && user.role === 'Student' && !is_masquerade ? user._id : null;
  useEffect(() => {
    if (account === null) return;
    let hasLeft = false;
    let stop = () => {};
    void load().then(
      ({ keepSending }) => {
        if (!hasLeft) stop = keepSending(queries, account);
      },
      // The next visit tries again.
      () => undefined,
    );
    return () => {
      hasLeft = true;
      stop();
    };
  }, [queries, account]);
}
