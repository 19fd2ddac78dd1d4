import { t } from '@waypost/contract/i18n';
import { APPROVED, type DISAPPROVED, NO_REASON, REASON_MAX } from '@waypost/contract/placements/hours/rules';
import { notify } from '../../client/notices.ts';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { showHours } from '../projects/project-status.ts';

/** What a business decides about an entry. */
export type Decision = typeof APPROVED | typeof DISAPPROVED;

/** Says how many hours were decided, or how many of the entries the student has deleted meanwhile. */
export function notifyDecision(
  decision: Decision,
  { hours, gone, all }: Record<'hours' | 'gone' | 'all', number>,
) {
  const sum = showHours(hours);
  if (gone === all && gone > 0)
    notify.warning(
      t('The student deleted {all, plural, one {this entry} other {these entries}}.', { all }),
      t('No hours were changed'),
    );
  else if (gone > 0)
    notify.warning(
      t(
        '{gone} of {all} entries {gone, plural, one {was} other {were}} deleted by the student. The rest are approved.',
        { gone, all },
      ),
      t('Not all hours were approved'),
    );
  else
    notify.success(
      decision === APPROVED ? t('{sum} hours approved.', { sum }) : t('{sum} hours disapproved.', { sum }),
      t('Hours Update Successful'),
    );
}

interface DisapproveProps<Entry> {
  /** The entry to disapprove; null while the dialog is closed. */
  entry: Entry | null;
  /** The student, who sees the reason. */
  name: string;
  onClose: () => void;
  onConfirm: (entry: Entry, reason: string) => Promise<unknown>;
}

/** Asks why an entry is disapproved (docs/behavior/hours.md#approval). */
export function DisapproveDialog<Entry extends { _id: string; total_hours: number }>({
  entry,
  name,
  onClose,
  onConfirm,
}: DisapproveProps<Entry>) {
  return (
    <ReasonDialog
      key={entry?._id}
      opened={entry !== null}
      onClose={onClose}
      onConfirm={(reason) => entry && onConfirm(entry, reason)}
      title={entry ? t('Disapprove {totalHours} hours?', { totalHours: showHours(entry.total_hours) }) : ''}
      confirm={t('Disapprove hours')}
      label={t('Reason')}
      missing={t(NO_REASON)}
      max={REASON_MAX}
    >
      {t('{name} sees the reason and can correct the entry.', { name })}
    </ReasonDialog>
  );
}
