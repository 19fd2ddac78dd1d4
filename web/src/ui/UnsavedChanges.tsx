import { useBlocker } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface UnsavedChangesProps {
  /** Whether there are unsaved changes, evaluated when leaving: `form.isDirty`. */
  when: () => boolean;
  /** Called when the person decides to leave, so a draft is no longer needed. */
  onLeave?: () => void;
  /** Whether a draft keeps the changes. Then an expired session, which leads to the login, asks nothing. */
  hasDraft?: boolean;
}

/** Asks before leaving a screen with unsaved changes, by a link, the back button or closing the page. */
export function UnsavedChanges({ when, onLeave, hasDraft = false }: UnsavedChangesProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !(hasDraft && next.pathname === '/login') && when(),
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
