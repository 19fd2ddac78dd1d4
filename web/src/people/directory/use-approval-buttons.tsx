import { Button, Text } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { canApprove } from '@waypost/contract/people/directory/rules';
import { accountName } from '@waypost/contract/people/profiles/rules';
import type { Role } from '@waypost/contract/roles';
import { type ReactNode, useCallback, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Account, useApproval } from './use-people.ts';

/** What each role can no longer do. Staff need no approval, so losing it locks them out. */
const ends: Record<Role, Message> = {
  Student: msg('apply, accept an offer, or log hours'),
  Business: msg('post or change opportunities, answer applicants, or approve hours'),
  Teacher: msg('log in'),
  Admin: msg('log in'),
  SuperAdmin: msg('log in'),
};

/**
 * A button for each row, which activates or deactivates its account, and a single confirmation dialog for
 * deactivating, to be rendered next to the list.
 */
export function useApprovalButtons(): { button: (row: Account) => ReactNode; dialog: ReactNode } {
  const activate = useApproval();
  // The dialog shows its own errors.
  const deactivate = useApproval({ quiet: true });
  const [account, setAccount] = useState<Account>();

  const button = useCallback(
    (row: Account): ReactNode => {
      if (row.approved)
        return (
          <Button
            variant="subtle"
            aria-label={t('Deactivate {name}', { name: accountName(row) })}
            onClick={() => setAccount(row)}
          >
            {t('Deactivate')}
          </Button>
        );
      if (!canApprove({ role: row.role, hasAgreement: row.agreement_file_id_fk !== null }))
        return (
          <Text size="sm" c="dimmed">
            {t('Needs the agreement')}
          </Text>
        );
      return (
        <Button
          aria-label={t('Activate {name}', { name: accountName(row) })}
          // The error has already been shown.
          onClick={() => void activate(row, true).catch(() => undefined)}
        >
          {t('Activate')}
        </Button>
      );
    },
    [activate],
  );

  const dialog = (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={() => setAccount(undefined)}
      onConfirm={() => account && deactivate(account, false)}
      confirm={t('Deactivate')}
      destroys
    >
      {account &&
        t(
          '{name} is logged out everywhere at once, and can no longer {ends}. Nothing is lost, and you can activate the account again.',
          { name: accountName(account), ends: t(ends[account.role]) },
        )}
    </ConfirmDialog>
  );
  return { button, dialog };
}
