import { Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type Retention, retentionCalls } from '@waypost/contract/oversight/retention/calls';
import { useEffect } from 'react';
import { useCall } from '../../client/queries.ts';
import { useConfirmFields } from '../../client/use-confirm-fields.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

interface RetentionDialogProps {
  /** The value to save; null while the dialog is closed. */
  saving: { years: number | null } | null;
  onClose: () => void;
  onSaved: (saved: Retention) => unknown;
}

/** Explains the consequences of saving, and asks for the Admin's password. */
export function RetentionDialog({ saving, onClose, onSaved }: RetentionDialogProps) {
  const { typed, reset, refuse, refuseWith, inputFor } = useConfirmFields(['password']);
  const save = useCall(retentionCalls.saveRetention, { quiet: true });
  useEffect(() => {
    if (saving) reset();
  }, [saving, reset]);
  const confirm = async (years: number | null) => {
    if (typed.password === '') return refuse({ password: t('password is required') });
    try {
      await onSaved(await save.mutateAsync({ years, ...typed }));
    } catch (failure) {
      return refuseWith(failure);
    }
    return true;
  };
  const years = saving?.years ?? null;
  const label = years === null ? t('Turn off') : t('Delete after {years} years', { years });
  return (
    <ConfirmDialog
      opened={saving !== null}
      onClose={onClose}
      onConfirm={() => saving && confirm(saving.years)}
      title={label}
      confirm={label}
      destroys={years !== null}
    >
      <Text>
        {years === null
          ? t('From now on, no record is deleted automatically.')
          : t(
              'Each month, students who left more than {years} years ago are permanently deleted, along with their applications, placements, hours, evaluations, agreements, and files. All administrators are notified four weeks before.',
              { years },
            )}
      </Text>
      <PasswordField
        {...inputFor('password')}
        label={t('Current password')}
        autoComplete="current-password"
      />
    </ConfirmDialog>
  );
}
