import { t } from '@waypost/contract/i18n';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { type ReactNode, useCallback, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { T } from '../../ui/T.tsx';
import { type Account, useShown } from './use-people.ts';

interface Confirmation {
  resend: (row: Account) => void;
  ask: (row: Account) => void;
  dialog: ReactNode;
}

/** Sends the link that confirms an email again, or confirms the email itself, after a confirmation. */
export function useConfirmation(): Confirmation {
  const [account, setAccount] = useState<Account>();
  const { show, recount } = useShown();
  const { mutateAsync: send } = useCall(peopleCalls.resendConfirmationOf);
  const { mutateAsync: confirm } = useCall(peopleCalls.confirmEmailOf, { quiet: true });
  // Memoized, because a new function would re-render every row of a long list.
  const resend = useCallback(
    ({ _id, email }: Account) => {
      const tell = () => notify.success(t('We sent the link to {email} again.', { email }), t('Email sent'));
      // The call shows its own failure.
      void send({ _id }).then(tell, () => undefined);
    },
    [send],
  );
  const confirmFor = async (row: Account) => {
    await confirm({ _id: row._id });
    show({ ...row, unconfirmed: false });
    void recount();
    notify.success(t('{name}’s email is confirmed.', { name: accountName(row) }), t('Email confirmed'));
  };
  const dialog = (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={() => setAccount(undefined)}
      onConfirm={() => account && confirmFor(account)}
      confirm={t('Confirm email')}
    >
      {account && (
        <T
          m="Confirm the email only if you know that <b/> belongs to {name}."
          name={accountName(account)}
          b={<strong>{account.email}</strong>}
        />
      )}
    </ConfirmDialog>
  );
  return { resend, ask: setAccount, dialog };
}
