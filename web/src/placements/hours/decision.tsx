import { type Message, msg, t } from '@waypost/contract/i18n';
import { APPROVED, DISAPPROVED, NO_REASON, REASON_MAX } from '@waypost/contract/placements/hours/rules';
import { notify } from '../../client/notices.ts';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { showHours } from '../projects/project-status.ts';

/** What a business decides about an entry. */
export type Decision = typeof APPROVED | typeof DISAPPROVED;

/** Says how many hours were decided, or how many of the entries the student has deleted meanwhile. */
export function notifyDecision(
  decision: Decision,
  { hours, gone, all, reopened = false }: Record<'hours' | 'gone' | 'all', number> & { reopened?: boolean },
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
      t(words[decision][reopened ? 'reopened' : 'decided'], { sum }),
      t('Hours Update Successful'),
    );
}

const words: Record<Decision, Record<'decided' | 'reopened', Message>> = {
  [APPROVED]: {
    decided: msg('{sum} hours approved.'),
    reopened: msg('{sum} hours approved. The school has to approve the log again.'),
  },
  [DISAPPROVED]: {
    decided: msg('{sum} hours disapproved.'),
    reopened: msg('{sum} hours disapproved. The school has to approve the log again.'),
  },
};

/** Said before a decision that changes an activity log which staff approved. */
export const REOPENS = msg('The school approved this log. This reopens it.');

interface DisapproveProps<Entry> {
  /** The entry to disapprove; null while the dialog is closed. */
  entry: Entry | null;
  /** The student, who sees the reason. */
  name: string;
  /** Whether this reopens a log that staff approved. */
  reopens?: boolean;
  onClose: () => void;
  onConfirm: (entry: Entry, reason: string) => Promise<unknown>;
}

/** Asks why an entry is disapproved (docs/behavior/hours.md#approval). */
export function DisapproveDialog<Entry extends { _id: string; total_hours: number }>({
  entry,
  name,
  reopens = false,
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
      {reopens && <p>{t(REOPENS)}</p>}
      {t('{name} sees the reason and can correct the entry.', { name })}
    </ReasonDialog>
  );
}
