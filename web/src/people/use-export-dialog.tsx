import { t } from '@waypost/contract/i18n';
import type { ListedUser } from '@waypost/contract/people/calls';
import { displayName } from '@waypost/contract/profiles/rules';
import { recordCalls } from '@waypost/contract/records/calls';
import { type ReactNode, useRef, useState } from 'react';
import { download } from '../client/download.ts';
import { isFailure } from '../client/failure.ts';
import { notify } from '../client/notices.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { saveFile } from '../ui/save-file.ts';
import { T } from '../ui/T.tsx';

/** Downloads everything about a student, for their parents; asks for the Admin's password. */
export function useExportDialog(): { ask: (row: ListedUser) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<ListedUser>();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const ask = (row: ListedUser) => {
    setPassword('');
    setError(null);
    setAsked(row);
  };
  const refuse = (sentence: string) => {
    setError(sentence);
    field.current?.focus();
    return false;
  };
  const confirm = async (row: ListedUser) => {
    if (password === '') return refuse(t('password is required'));
    const name = displayName(row) || row.email;
    try {
      const archive = await download(recordCalls.exportPerson, { _id: row._id, password });
      saveFile(`${name}.tar.gz`, archive);
    } catch (failure) {
      const sentence = isFailure(failure, 'invalid-input') ? failure.fields.password?.[0] : undefined;
      if (sentence === undefined) throw failure;
      return refuse(sentence);
    }
    notify.success(t('The data of {name} is saved as a file.', { name }), t('Data Exported'));
    return true;
  };
  const dialog = (
    <ConfirmDialog
      opened={asked !== undefined}
      onClose={() => setAsked(undefined)}
      onConfirm={() => asked && confirm(asked)}
      title={t('Export data')}
      confirm={t('Export data')}
    >
      {asked && (
        <>
          <T
            m="Everything about <b/> is saved as one file: tables, uploads, and who looked at the record. Give it only to the student or their parents. The export is recorded."
            b={<strong>{displayName(asked) || asked.email}</strong>}
          />
          <PasswordField
            ref={field}
            mt="md"
            label={t('Current password')}
            autoComplete="current-password"
            required
            value={password}
            error={error}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setError(null);
            }}
          />
        </>
      )}
    </ConfirmDialog>
  );
  return { ask, dialog };
}
