import { NativeSelect, Stack, Text } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import { type DuplicateUser, duplicateCalls } from '@waypost/contract/oversight/duplicates/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { T } from '../../ui/T.tsx';

interface MergeAccountsProps {
  /** The account that is removed. */
  user: DuplicateUser;
  /** The accounts it can be merged into. */
  others: readonly DuplicateUser[];
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

const moves = {
  Student: msg(
    'Applications, placements with their hours, files, and the contact log move to the other account, which keeps its email and password. This can’t be undone.',
  ),
  Business: msg(
    'Opportunities, applicants, interns with their hours, and files move to the other account, which keeps its email and password. This can’t be undone.',
  ),
} as const;

/** Asks which account to keep, and merges the other into it. */
export function MergeAccounts({ user, others, onClose, onDone }: MergeAccountsProps) {
  const [keep, setKeep] = useState(others[0]?._id ?? '');
  const merge = useCall(duplicateCalls.mergeUsers, { quiet: true });

  async function mergeThem(): Promise<void> {
    await merge.mutateAsync({ keep, remove: user._id });
    await onDone();
    notify.success(t('The accounts were merged.'), t('Merged'));
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={mergeThem}
      title={t('Merge two accounts')}
      confirm={t('Merge')}
      destroys
    >
      <Stack gap="sm">
        <Text>
          <T
            m="<b/> ({email}) is removed. No one can log in with it."
            email={user.email}
            b={<strong>{accountName(user)}</strong>}
          />
        </Text>
        {others.length === 1 && others[0] ? (
          <Text>
            <T
              m="<b/> ({email}) is kept."
              email={others[0].email}
              b={<strong>{accountName(others[0])}</strong>}
            />
          </Text>
        ) : (
          <NativeSelect
            label={t('Account to keep')}
            value={keep}
            onChange={({ currentTarget }) => setKeep(currentTarget.value)}
            data={others.map((other) => ({
              value: other._id,
              label: `${accountName(other)}, ${other.email}`,
            }))}
          />
        )}
        <Text>
          {user.role === 'Student' || user.role === 'Business'
            ? t(moves[user.role])
            : t(
                'Everything in it moves to the other account, which keeps its email and password. This can’t be undone.',
              )}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
