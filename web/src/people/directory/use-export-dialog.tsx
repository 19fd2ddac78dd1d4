import { t } from '@waypost/contract/i18n';
import { recordCalls } from '@waypost/contract/oversight/records/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { type ReactNode, useState } from 'react';
import { download } from '../../client/download.ts';
import { notify } from '../../client/notices.ts';
import { useConfirmFields } from '../../client/use-confirm-fields.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { T } from '../../ui/T.tsx';
import type { Account } from './use-people.ts';

/** Downloads all data about a student, for their parents. Requires the Admin's password. */
export function useExportDialog(): { ask: (row: Account) => void; dialog: ReactNode } {
  const [account, setAccount] = useState<Account>();
  const { typed, reset, refuse, refuseWith, inputFor } = useConfirmFields(['password']);
  const ask = (row: Account) => {
    reset();
    setAccount(row);
  };
  const confirm = async (row: Account) => {
    if (typed.password === '') return refuse({ password: t('password is required') });
    const name = accountName(row);
    try {
      const archive = await download(recordCalls.exportPerson, { _id: row._id, ...typed });
      saveFile(`${name}.tar.gz`, archive);
    } catch (failure) {
      return refuseWith(failure);
    }
    notify.success(t('{name}’s data is saved as a file.', { name }), t('Data exported'));
    return true;
  };
  const dialog = (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={() => setAccount(undefined)}
      onConfirm={() => account && confirm(account)}
      title={t('Export data')}
      confirm={t('Export data')}
    >
      {account && (
        <>
          <T
            m="Everything about <b/> is saved as one file: tables, uploads, and who looked at the record. Give it only to the student or their parents. The export is recorded."
            b={<strong>{accountName(account)}</strong>}
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
