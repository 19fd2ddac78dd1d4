import { t } from '@waypost/contract/i18n';
import { type InternshipType, MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on the way to the cover letter after the dialog was shown, so that it does not appear twice. */
    knowsMinimumHours?: boolean;
  }
}

interface MinimumHoursDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Called when the student agrees: opens the cover letter, or sends it. */
  onConfirm: () => unknown;
  internshipType: InternshipType;
  /** The confirm button's label, if it does not open the cover letter. */
  confirm?: string;
}

/**
 * Asks, before an application, whether the student can work the minimum hours
 * (docs/behavior/opportunities.md#minimum-hours). From the opportunity's page, continue with `navigate({ to:
 * '/opportunity/view/$id/apply', params: { id }, state: { knowsMinimumHours: true } })`.
 */
export function MinimumHoursDialog({
  opened,
  onClose,
  onConfirm,
  internshipType,
  confirm = t('Yes, I can'),
}: MinimumHoursDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={onConfirm}
      title={t('Can you work these hours?')}
      confirm={confirm}
      cancel={t('Not now')}
    >
      {hoursSentence(internshipType)} {t('Apply only if your school schedule leaves enough time.')}
    </ConfirmDialog>
  );
}

/** `An internship takes at least 135 hours.` */
export function hoursSentence(internshipType: InternshipType): string {
  const hours = MINIMUM_HOURS[internshipType];
  return internshipType === 'Internship'
    ? t('An internship takes at least {hours} hours.', { hours })
    : t('An apprenticeship takes at least {hours} hours.', { hours });
}
