import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { t, withMessages } from '@waypost/contract/i18n';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import type { User } from '@waypost/contract/people/profiles/calls';
import { type ReactNode, useState } from 'react';
import { draftsOfOthers, forgetDrafts, putBackDrafts } from '../../client/draft.ts';
import { useCall } from '../../client/queries.ts';
import { endSession, leaveUser, settingsQuery, useSession } from '../../client/session.ts';
import { forgetOffline } from '../../placements/hours/forget-offline.ts';
import { hasQueuedEntries } from '../../placements/hours/queue-flag.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

const loadWaiting = withMessages(() => import('../../placements/hours/send-queue.ts'));

/**
 * Ends the session, goes to the start page, and deletes cached replies and drafts. Hours that are saved only in this
 * browser are sent first; if they cannot be, `question` asks before they are deleted. Render it outside of a menu.
 */
export function useLogout(user: User, onDone = () => {}): { logout: () => void; question: ReactNode } {
  const queries = useQueryClient();
  const router = useRouter();
  const { session } = useSession();
  const [unsent, setUnsent] = useState(0);
  const end = useCall(accountCalls.logout, {
    onMutate: () => draftsOfOthers([user._id, session?.admin_id ?? null]),
    onSuccess: async (_reply, _input, ofOthers) => {
      forgetDrafts();
      putBackDrafts(ofOthers);
      void forgetOffline();
      endSession(queries);
      await router.navigate({ to: '/' });
      // The page still shows people who stay on a form with unsaved changes, although they are logged out.
      if (router.state.location.pathname === '/') leaveUser(queries);
      await queries.invalidateQueries(settingsQuery);
      onDone();
    },
  });
  const endForOne = async () => {
    const { logoutForOne } = await loadWaiting();
    await logoutForOne(user._id, () => end.mutateAsync({}));
  };
  const sendFirst = async () => {
    const { sendBeforeLogout } = await loadWaiting();
    const left = await sendBeforeLogout(queries, user._id);
    if (left > 0) setUnsent(left);
    else await endForOne();
  };
  return {
    logout: () => {
      // Without a connection, the call fails and says so.
      if (!hasQueuedEntries() || !navigator.onLine) end.mutate({});
      // A failure has shown its notice.
      else void sendFirst().catch(() => undefined);
    },
    question: (
      <ConfirmDialog
        opened={unsent > 0}
        onClose={() => setUnsent(0)}
        onConfirm={endForOne}
        title={t('Log out without sending your hours?')}
        confirm={t('Log out and delete')}
        cancel={t('Stay logged in')}
        destroys
      >
        {t(
          '{n, plural, one {1 entry of hours is} other {{n} entries of hours are}} saved only on this phone, and will be deleted. To send {n, plural, one {it} other {them}} first, open your hours log with a connection.',
          { n: unsent },
        )}
      </ConfirmDialog>
    ),
  };
}
