import { type Message, msg, t } from '@waypost/contract/i18n';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { startsWithDefaultPassword } from '@waypost/contract/people/directory/rules';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { secondFactorCalls } from '@waypost/contract/people/second-factor/calls';
import { sessionCalls } from '@waypost/contract/people/sessions/calls';
import { type ReactNode, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { T } from '../../ui/T.tsx';
import { type Account, useShown } from './use-people.ts';

interface Asking {
  ask: (row: Account) => void;
  dialog: ReactNode;
}

/** Resets a password, after a confirmation. */
export function useResetDialog(): Asking {
  const [account, setAccount] = useState<Account>();
  const reset = useCall(peopleCalls.adminResetPassword, { quiet: true });
  const confirm = async (row: Account) => {
    await reset.mutateAsync({ _id: row._id });
    notify.success(
      t('{name} gets an email with a link to set a new password.', { name: accountName(row) }),
      t('Password reset'),
    );
  };
  const dialog = (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={() => setAccount(undefined)}
      onConfirm={() => account && confirm(account)}
      confirm={t('Reset password')}
    >
      {account && (
        <>
          <T
            m="<b/> is logged out everywhere and gets an email with a link to set a new password."
            b={<strong>{accountName(account)}</strong>}
          />
          {startsWithDefaultPassword(account.role) &&
            t(
              ' They can also log in with your school system’s default password, once within 24 hours, and then choose their own.',
            )}
        </>
      )}
    </ConfirmDialog>
  );
  return { ask: setAccount, dialog };
}

/** Ends every session of an account, after a confirmation. */
export function useLogOutDialog(): Asking {
  const [account, setAccount] = useState<Account>();
  const end = useCall(sessionCalls.endSessionsOfUser, { quiet: true });
  const confirm = async (row: Account) => {
    await end.mutateAsync({ _id: row._id });
    notify.success(t('{name} is logged out everywhere.', { name: accountName(row) }), t('Logged out'));
  };
  const dialog = (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={() => setAccount(undefined)}
      onConfirm={() => account && confirm(account)}
      confirm={t('Log out everywhere')}
    >
      {account && (
        <T
          m="<b/> is logged out on every device. The password stays the same, so they can log in again."
          b={<strong>{accountName(account)}</strong>}
        />
      )}
    </ConfirmDialog>
  );
  return { ask: setAccount, dialog };
}

/** Turns off two-step login for someone who lost their phone and recovery codes, after a confirmation. */
export function useSecondFactorDialog(): Asking {
  const [account, setAccount] = useState<Account>();
  const { show } = useShown();
  const reset = useCall(secondFactorCalls.resetSecondFactor, { quiet: true });
  const confirm = async (row: Account) => {
    await reset.mutateAsync({ _id: row._id });
    show({ ...row, second_factor: false });
    notify.success(
      t('{name} logs in with the password alone until they turn it on again.', { name: accountName(row) }),
      t('Two-step login off'),
    );
  };
  const dialog = (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={() => setAccount(undefined)}
      onConfirm={() => account && confirm(account)}
      confirm={t('Turn off two-step login')}
    >
      {account && (
        <T
          m="Make sure that this request comes from <b/>. They’re logged out everywhere and get an email."
          b={<strong>{accountName(account)}</strong>}
        />
      )}
    </ConfirmDialog>
  );
  return { ask: setAccount, dialog };
}

/** What deleting an account removes and keeps, by role. */
const lost: Partial<Record<Account['role'], Message>> = {
  Student: msg(
    'Their profile, files, and contact log are deleted too. Applications and finished placements stay, without their name.',
  ),
  Business: msg(
    'Its profile, files, and the opportunities no one applied for are deleted too. Other opportunities and finished placements stay, with the business shown as Missing.',
  ),
};

const lossWarning = (role: Account['role']): string => {
  const message = lost[role];
  return message ? t(message) : '';
};

/** Deletes an account, after a confirmation. A refusal shows the server's reason. */
export function useDeleteDialog(): Asking {
  const [account, setAccount] = useState<Account>();
  const { drop } = useShown();
  const remove = useCall(peopleCalls.deleteUser, { quiet: true });
  const confirm = async (row: Account) => {
    const { message } = await remove.mutateAsync({ user: { _id: row._id } });
    if (message !== 'success') return notify.error(message, t('User not deleted'));
    drop(row);
    notify.success(t('{name} was deleted.', { name: accountName(row) }), t('User Deleted'));
  };
  const dialog = (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={() => setAccount(undefined)}
      onConfirm={() => account && confirm(account)}
      confirm={t('Delete')}
      destroys
    >
      {account && (
        <T
          m="You are going to delete <b/>. They’re logged out right away and can’t log in again. {lost} This cannot be undone."
          lost={lossWarning(account.role)}
          b={<strong>{accountName(account)}</strong>}
        />
      )}
    </ConfirmDialog>
  );
  return { ask: setAccount, dialog };
}
