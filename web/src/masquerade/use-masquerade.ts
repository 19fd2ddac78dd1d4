import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { masqueradeCalls } from '@waypost/contract/masquerade/calls';
import type { User } from '@waypost/contract/profiles/calls';
import { call } from '../client/call.ts';
import { useCall } from '../client/queries.ts';
import { renewSession, USER_CHANGE } from '../client/session.ts';
import { notifyOtherTabs } from './other-tabs.ts';

/**
 * Opens `/default` as the session's new user, after clearing the previous user's cache. The screen is
 * unmounted first, so it cannot refetch as the wrong person.
 */
function useTurn() {
  const queries = useQueryClient();
  const router = useRouter();
  return useMutation({
    ...USER_CHANGE,
    mutationFn: async () => {
      notifyOtherTabs();
      await renewSession(queries);
      await router.navigate({ to: '/default', replace: true });
    },
  });
}

/**
 * Starts a masquerade; waits for `shown` before opening the person's start screen
 * (docs/behavior/masquerade.md#screens).
 */
export function useBeginMasquerade() {
  const turn = useTurn();
  return useMutation({
    mutationFn: async ({ adminId, userId, shown, onTurned }: Beginning) => {
      onTurned(await call(masqueradeCalls.masquerade, { id: userId }));
      await call(masqueradeCalls.setMasquerade, { adminUser_id: adminId });
      await shown;
    },
    onSuccess: () => turn.mutateAsync(),
    meta: { quiet: true },
  });
}

interface Beginning {
  adminId: string;
  userId: string;
  shown: Promise<unknown>;
  /** Called with the session's new user. */
  onTurned: (user: User) => void;
}

/** Ends a masquerade: switches the session back, records the end, then opens `/default`. */
export function useEndMasquerade(adminId: string) {
  const turn = useTurn();
  const end = useCall(masqueradeCalls.endMasquerade, { onSuccess: () => turn.mutateAsync() });
  return useCall(masqueradeCalls.masquerade, {
    onSuccess: () => end.mutateAsync({ adminUser_id: adminId }),
  });
}
