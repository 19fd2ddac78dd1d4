import { useBlocker } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface UnsavedChangesProps {
  /** Whether there is something to lose, asked at the moment of leaving: `form.isDirty`. */
  when: () => boolean;
  /** Told once the person has chosen to leave: what was kept for a reload is no longer wanted. */
  onLeave?: () => void;
}

/** Asks before a screen is left with changes that are not saved, by a link, the back button or closing the page. */
export function UnsavedChanges({ when, onLeave }: UnsavedChangesProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && when(),
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => {
        onLeave?.();
        proceed?.();
      }}
      title={t('Leave without saving?')}
      confirm={t('Leave')}
      cancel={t('Stay here')}
      destroys
    >
      {t('Your changes on this page haven’t been saved and will be lost.')}
    </ConfirmDialog>
  );
}
