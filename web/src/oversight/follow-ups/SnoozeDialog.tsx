import { addDays } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { FollowUp } from '@waypost/contract/oversight/follow-ups/calls';
import { SNOOZE_DAYS } from '@waypost/contract/oversight/follow-ups/rules';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { dateOf } from '../../ui/dates.ts';
import { describeFollowUp } from './follow-up-columns.tsx';

interface SnoozeDialogProps {
  row: FollowUp;
  onClose: () => void;
  onSnooze: (until: string) => Promise<unknown>;
}

/** The default number of days to put something off. */
const USUAL_DAYS = 7;

/** Asks for the date until which to put off a follow-up. */
export function SnoozeDialog({ row, onClose, onSnooze }: SnoozeDialogProps) {
  const today = dateOf(new Date());
  const [until, setUntil] = useState(addDays(today, USUAL_DAYS));
  const [error, setError] = useState<string | null>(null);
  const confirm = () => {
    if (/^\d{4}-\d\d-\d\d$/.test(until) && until > today && until <= addDays(today, SNOOZE_DAYS))
      return onSnooze(until);
    setError(t('must be within the next {days} days', { days: SNOOZE_DAYS }));
    return false;
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('Put this off?')}
      confirm={t('Put off')}
    >
      {t('“{what}” leaves the list until that day, and Waypost sends no reminders about it.', {
        what: describeFollowUp(row),
      })}
      <DateField
        mt="md"
        label={t('Until')}
        value={until}
        error={error}
        onChange={(day) => {
          setUntil(day);
          setError(null);
        }}
      />
    </ConfirmDialog>
  );
}
