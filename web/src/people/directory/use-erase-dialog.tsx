import { List, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { recordCalls } from '@waypost/contract/oversight/records/calls';
import { erasedLine, isSameName, NOT_THE_NAME } from '@waypost/contract/oversight/records/rules';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { type ReactNode, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, useCall } from '../../client/queries.ts';
import { useConfirmFields } from '../../client/use-confirm-fields.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { T } from '../../ui/T.tsx';
import { type Account, useShown } from './use-people.ts';

/**
 * Erases a student and all their data. The dialog first shows how much that is, and requires the student's name and the
 * Admin's password.
 */
export function useEraseDialog(onErased: () => unknown = () => undefined): {
  ask: (row: Account) => void;
  dialog: ReactNode;
} {
  const [account, setAccount] = useState<Account>();
  const { typed, reset, refuse, refuseWith, inputFor } = useConfirmFields(['name', 'password']);
  const { drop } = useShown();
  const erase = useCall(recordCalls.erasePerson, { quiet: true });
  const ask = (row: Account) => {
    reset();
    setAccount(row);
  };
  const confirm = async (row: Account) => {
    if (!isSameName(typed.name, accountName(row))) return refuse({ name: t(NOT_THE_NAME) });
    if (typed.password === '') return refuse({ password: t('password is required') });
    try {
      await erase.mutateAsync({ _id: row._id, ...typed });
    } catch (failure) {
      return refuseWith(failure);
    }
    drop(row);
    notify.success(t('Everything about {name} is erased.', { name: accountName(row) }), t('Data erased'));
    onErased();
    return true;
  };
  const dialog = (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={() => setAccount(undefined)}
      onConfirm={() => account && confirm(account)}
      title={t('Erase all data')}
      confirm={t('Erase all data')}
      destroys
    >
      {account && (
        <>
          <T
            m="Everything about <b/> is deleted for good, even for the businesses they worked at. Export it first if a parent has asked to see it, or if you have to keep it."
            b={<strong>{accountName(account)}</strong>}
          />
          <Preview id={account._id} />
          <TextInput
            {...inputFor('name')}
            label={t('Type {name} to confirm', { name: accountName(account) })}
            autoComplete="off"
          />
          <PasswordField
            {...inputFor('password')}
            label={t('Current password')}
            autoComplete="current-password"
          />
        </>
      )}
    </ConfirmDialog>
  );
  return { ask, dialog };
}

/** Lists how many records of each kind are deleted. */
function Preview({ id }: { id: string }) {
  const query = useQuery(callQuery(recordCalls.previewErasure, { _id: id }));
  return (
    <Loaded query={query}>
      {({ counts }) => (
        <>
          <Text mt="md">{t('The account with its profile, and:')}</Text>
          <List size="sm" aria-label={t('What is deleted')}>
            {counts.map((one) => (
              <List.Item key={one.kind}>{erasedLine(one)}</List.Item>
            ))}
          </List>
        </>
      )}
    </Loaded>
  );
}
