import { Button, Text } from '@mantine/core';
import type { Role } from '@waypost/contract/accounts/rules';
import type { ListedUser } from '@waypost/contract/people/calls';
import { canApprove } from '@waypost/contract/people/rules';
import { displayName } from '@waypost/contract/profiles/rules';
import { type ReactNode, useCallback, useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useApproval } from './use-people.ts';

/** What each can no longer do. Staff need no approval, so without theirs they do not come in at all. */
const ends: Record<Role, string> = {
  Student: 'apply, accept an offer or log hours',
  Business: 'post or change opportunities, answer applicants or approve hours',
  Teacher: 'log in',
  Admin: 'log in',
  SuperAdmin: 'log in',
};

const nameOf = (row: ListedUser) => displayName(row) || row.email;

/**
 * The button of a row, which activates an account or deactivates it, and the one dialog that asks before the
 * latter, to be drawn beside the list.
 */
export function useApprovalButtons(): { button: (row: ListedUser) => ReactNode; dialog: ReactNode } {
  const activate = useApproval();
  // The dialog itself says what went wrong.
  const deactivate = useApproval({ quiet: true });
  const [asked, setAsked] = useState<ListedUser>();

  const button = useCallback(
    (row: ListedUser): ReactNode => {
      if (row.approved)
        return (
          <Button variant="subtle" aria-label={`De-Activate ${nameOf(row)}`} onClick={() => setAsked(row)}>
            De-Activate
          </Button>
        );
      if (!canApprove({ role: row.role, hasAgreement: row.agreement_file_id_fk !== null }))
        return (
          <Text size="sm" c="dimmed">
            Needs the agreement
          </Text>
        );
      return (
        <Button
          aria-label={`Activate ${nameOf(row)}`}
          // What went wrong has been told by then.
          onClick={() => void activate(row, true).catch(() => undefined)}
        >
          Activate
        </Button>
      );
    },
    [activate],
  );

  const dialog = (
    <ConfirmDialog
      opened={asked !== undefined}
      onClose={() => setAsked(undefined)}
      onConfirm={() => asked && deactivate(asked, false)}
      confirm="De-Activate"
      destroys
    >
      {asked && (
        <>
          {nameOf(asked)} is logged out everywhere at once, and can no longer {ends[asked.role]}. Nothing is
          lost, and you can activate the account again.
        </>
      )}
    </ConfirmDialog>
  );
  return { button, dialog };
}
