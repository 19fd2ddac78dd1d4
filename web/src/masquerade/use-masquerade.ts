import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { masqueradeCalls } from '@waypost/contract/masquerade/calls';
import type { User } from '@waypost/contract/profiles/calls';
import { call } from '../client/call.ts';
import { useCall } from '../client/queries.ts';
import { renewSession, TURNING } from '../client/session.ts';
import { tellOtherTabs } from './other-tabs.ts';

/**
 * Loads `/default` as the session's current user. Nothing that was read before is
 * kept; the screen goes first, so that it reads nothing anew as the wrong person.
 */
function useTurn() {
  const queries = useQueryClient();
  const router = useRouter();
  return useMutation({
    ...TURNING,
    mutationFn: async () => {
      tellOtherTabs();
      await renewSession(queries);
      await router.navigate({ to: '/default', replace: true });
    },
  });
}

/**
 * Starts acting as someone; waits for `shown` before it opens their start screen
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
  /** Told whom the server now knows this browser as. */
  onTurned: (user: User) => void;
}

/** The way out: back through the masquerade call, then the end of it is said, then on to `/default`. */
export function useEndMasquerade(adminId: string) {
  const turn = useTurn();
  const end = useCall(masqueradeCalls.endMasquerade, { onSuccess: () => turn.mutateAsync() });
  return useCall(masqueradeCalls.masquerade, {
    onSuccess: () => end.mutateAsync({ adminUser_id: adminId }),
  });
}
