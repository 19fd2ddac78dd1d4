import { type ListedUser, peopleCalls } from '@waypost/contract/people/calls';
import { startsWithDefaultPassword } from '@waypost/contract/people/rules';
import { displayName } from '@waypost/contract/profiles/rules';
import { type ReactNode, useState } from 'react';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useShown } from './use-people.ts';

const nameOf = (row: ListedUser) => displayName(row) || row.email;

interface Asking {
  ask: (row: ListedUser) => void;
  dialog: ReactNode;
}

/** Resets a password, after asking. */
export function useResetDialog(): Asking {
  const [asked, setAsked] = useState<ListedUser>();
  const reset = useCall(peopleCalls.adminResetPassword, { quiet: true });
  const confirm = async (row: ListedUser) => {
    await reset.mutateAsync({ _id: row._id });
    notify.success(`${nameOf(row)} gets an email with a link to set a new password.`, 'Password Reset');
  };
  const dialog = (
    <ConfirmDialog
      opened={asked !== undefined}
      onClose={() => setAsked(undefined)}
      onConfirm={() => asked && confirm(asked)}
      confirm="Reset password"
    >
      {asked && (
        <>
          <strong>{nameOf(asked)}</strong> is logged out everywhere and gets an email with a link to set a new
          password.
          {startsWithDefaultPassword(asked.role) &&
            ' They can also log in with your school system’s default password, once within 24 hours, and then choose their own.'}
        </>
      )}
    </ConfirmDialog>
  );
  return { ask: setAsked, dialog };
}

/** What goes with an account, and what stays behind, by role. */
const lost: Partial<Record<ListedUser['role'], string>> = {
  Student:
    'Their profile, files and contact log are deleted too. Applications and finished internships stay, without their name.',
  Business:
    'Its profile, files and the opportunities no one applied for are deleted too. Other opportunities and finished internships stay, with the business shown as Missing.',
};

/** Deletes an account, after asking. Why it may not be deleted is said in the server's own words. */
export function useDeleteDialog(): Asking {
  const [asked, setAsked] = useState<ListedUser>();
  const { drop } = useShown();
  const remove = useCall(peopleCalls.deleteUser, { quiet: true });
  const confirm = async (row: ListedUser) => {
    const { message } = await remove.mutateAsync({ user: { _id: row._id } });
    if (message !== 'success') return notify.error(message, 'User Not Deleted');
    drop(row);
    notify.success(`${nameOf(row)} was deleted.`, 'User Deleted');
  };
  const dialog = (
    <ConfirmDialog
      opened={asked !== undefined}
      onClose={() => setAsked(undefined)}
      onConfirm={() => asked && confirm(asked)}
      confirm="Delete"
      destroys
    >
      {asked && (
        <>
          You are going to delete <strong>{nameOf(asked)}</strong>. They’re logged out right away and can’t
          log in again. {lost[asked.role]} This cannot be undone.
        </>
      )}
    </ConfirmDialog>
  );
  return { ask: setAsked, dialog };
}
