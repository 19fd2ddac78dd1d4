import { t } from '@waypost/contract/i18n';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { APPROVAL_REASON_MAX, type ApprovalType } from '@waypost/contract/placements/projects/rules';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { showHours } from './project-status.ts';
import { contentTitles } from './report-items.ts';

interface BelowMinimumDialogProps {
  project: Project;
  /** What would be approved below the minimum; null while the dialog is closed. */
  what: ApprovalType | 'all' | null;
  onClose: () => void;
  onConfirm: (reason: string) => unknown;
}

/**
 * States both numbers of hours and asks for a reason
 * (docs/behavior/projects.md#approval-below-the-minimum).
 */
export function BelowMinimumDialog({ project, what, onClose, onConfirm }: BelowMinimumDialogProps) {
  const accepted = project.reportData.accepted_hours;
  const words = what === null ? { title: '', confirm: '' } : wordsFor(what);
  return (
    <ReasonDialog
      key={what}
      opened={what !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      {...words}
      label={t('Reason')}
      missing={t('Give a reason')}
      max={APPROVAL_REASON_MAX}
    >
      {t(
        'The business approved {accepted} of the {minimum} required hours. The reason is saved with the approval and shown on this report.',
        {
          accepted: showHours(accepted),
          minimum: MINIMUM_HOURS[project.opportunity_id_fk.internship_type],
        },
      )}
    </ReasonDialog>
  );
}

function wordsFor(what: ApprovalType | 'all') {
  if (what === 'all') return { title: t('Approve below the minimum?'), confirm: t('Approve all') };
  return {
    title: t('Approve {contentTitles} below the minimum?', { contentTitles: t(contentTitles[what]) }),
    confirm: t('Approve {contentTitles}', { contentTitles: t(contentTitles[what]) }),
  };
}
