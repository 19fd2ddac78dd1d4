import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { accountCalls } from '@waypost/contract/accounts/calls';
import { forgetDrafts } from '../../client/draft.ts';
import { useCall } from '../../client/queries.ts';
import { dropKept, endSession, settingsQuery } from '../../client/session.ts';

/** Ends the session, goes to the start page, and deletes cached replies and drafts. */
export function useLogout() {
  const queries = useQueryClient();
  const router = useRouter();
  return useCall(accountCalls.logout, {
    onSuccess: async () => {
      forgetDrafts();
      endSession(queries);
      await router.navigate({ to: '/' });
      dropKept(queries);
      await queries.invalidateQueries(settingsQuery);
    },
  });
}
