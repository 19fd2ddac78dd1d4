import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { useEffect } from 'react';
import { useSession } from '../../client/session.ts';

/** Milliseconds after which the screen has probably loaded what it needs. */
const AFTER = 2_000;

/**
 * Prepares this phone for logging hours on a student's own placements without a connection. Not while an Admin acts as
 * them, and not where the browser has no service workers, such as without HTTPS. `rows` are all of them, or some.
 */
export function usePrepareOffline(rows: readonly ProjectRow[] | undefined, areAll: boolean): void {
  const { session } = useSession();
  const isOwn = session?.user.role === 'Student' && session.user.approved && !session.is_masquerade;
  const account = isOwn && 'serviceWorker' in navigator ? session.user._id : null;
  // The rows are polled, so they are new objects every few seconds.
  const content = JSON.stringify(rows?.map(({ _id, business_status }) => [_id, business_status]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content stands for the rows.
  useEffect(() => {
    if (account === null || !rows) return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      import('./prepare-offline.ts')
        .then(({ prepareOffline }) => prepareOffline(account, rows, areAll, left.signal))
        // Not needed now: the next visit tries again.
        .catch(() => undefined);
    }, AFTER);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [account, content, areAll]);
}
