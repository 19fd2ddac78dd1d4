import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { nameUser } from '@waypost/contract/named-user';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import type { User } from '@waypost/contract/people/profiles/calls';
import { call } from '../../client/call.ts';
import { useCall } from '../../client/queries.ts';
import { renewSession, USER_CHANGE } from '../../client/session.ts';
import { changeUser, restartPage } from '../../client/shown-user.ts';

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
      await renewSession(queries);
      await router.navigate({ to: '/default', replace: true });
    },
    // The screen still shows the user before, but calls are made as the next one.
    onError: restartPage,
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
      const user = await call(masqueradeCalls.masquerade, { id: userId });
      changeUser(nameUser(user._id, adminId));
      onTurned(user);
      await call(masqueradeCalls.setMasquerade, { adminUser_id: adminId }).catch(alreadyDone);
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
  return useCall(masqueradeCalls.masquerade, {
    onSuccess: async () => {
      changeUser(adminId);
      await call(masqueradeCalls.endMasquerade, { adminUser_id: adminId }).catch(alreadyDone);
      await turn.mutateAsync();
    },
  });
}

/** The first call has changed the session, so there is no way back if the one that confirms it fails. */
const alreadyDone = () => undefined;
