import { TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { recordCalls } from '@waypost/contract/oversight/records/calls';
import { isSameName, NOT_THE_NAME } from '@waypost/contract/oversight/records/rules';
import type { Client } from '@waypost/contract/school-system/clients/calls';
import { useEffect } from 'react';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useConfirmFields } from '../../client/use-confirm-fields.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showDate } from '../../ui/dates.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { T } from '../../ui/T.tsx';

interface EraseClientDialogProps {
  client: Client;
  opened: boolean;
  /** Whether two-step login is on, so that a code is required too. */
  needsCode: boolean;
  onClose: () => void;
  onStarted: () => Promise<unknown>;
}

/** Asks for the school system's name, the SuperAdmin's password, and a code. */
export function EraseClientDialog({ client, opened, needsCode, onClose, onStarted }: EraseClientDialogProps) {
  const { typed, reset, refuse, refuseWith, inputFor } = useConfirmFields(['name', 'password', 'code']);
  const start = useCall(recordCalls.startClientErasure, { quiet: true });
  useEffect(() => {
    if (opened) reset();
  }, [opened, reset]);
  const confirm = async () => {
    if (!isSameName(typed.name, client.full_name)) return refuse({ name: t(NOT_THE_NAME) });
    if (typed.password === '') return refuse({ password: t('password is required') });
    if (needsCode && typed.code.trim() === '') return refuse({ code: t('the code is required') });
    try {
      const { erase_on } = await start.mutateAsync({ id: client._id, ...typed });
      await onStarted();
      notify.warning(
        t('{name} will be erased on {day}.', { name: client.full_name, day: showDate(erase_on ?? '') }),
        t('Erasure announced'),
      );
    } catch (failure) {
      return refuseWith(failure);
    }
    return true;
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={confirm}
      title={t('Erase the school system')}
      confirm={t('Erase the school system')}
      destroys
    >
      <T
        m="You are going to erase <b/>, with its people, placements, files, and audit trail. If it moves to another Waypost server, have your server’s operator export it first."
        b={<strong>{client.full_name}</strong>}
      />
      <TextInput
        {...inputFor('name')}
        label={t('Type {name} to confirm', { name: client.full_name })}
        autoComplete="off"
      />
      <PasswordField
        {...inputFor('password')}
        label={t('Current password')}
        autoComplete="current-password"
      />
      {needsCode && (
        <TextInput
          {...inputFor('code')}
          label={t('Code')}
          description={t('From the app, or a recovery code.')}
          autoComplete="one-time-code"
        />
      )}
    </ConfirmDialog>
  );
}
