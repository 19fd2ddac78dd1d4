import { t } from '@waypost/contract/i18n';
import type { DuplicateUser } from '@waypost/contract/oversight/duplicates/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { T } from '../../ui/T.tsx';

interface DeleteAccountProps {
  /** The account to delete; null while the dialog is closed. */
  user: DuplicateUser | null;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Asks before deleting an account along with the data that belongs only to it. */
export function DeleteAccount({ user, onClose, onDone }: DeleteAccountProps) {
  const remove = useCall(peopleCalls.deleteUser, { quiet: true });

  async function deleteIt(): Promise<void> {
    if (!user) return;
    const { message } = await remove.mutateAsync({ user: { _id: user._id } });
    // The dialog stays open and shows the server's reason.
    if (message !== 'success') throw new Error(message);
    await onDone();
    notify.success(t('{name} was deleted.', { name: accountName(user) }), t('User Deleted'));
  }

  return (
    <ConfirmDialog
      opened={user !== null}
      onClose={onClose}
      onConfirm={deleteIt}
      confirm={t('Delete')}
      destroys
    >
      {user && (
        <T
          m="You are going to delete <b/> ({email}) and everything only in this account. To keep it, merge the accounts instead."
          email={user.email}
          b={<strong>{accountName(user)}</strong>}
        />
      )}
    </ConfirmDialog>
  );
}
