import { Group, VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { ListedUser } from '@waypost/contract/people/directory/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { type ReactNode, useCallback } from 'react';
import { useSession } from '../../client/session.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import classes from './People.module.css';
import {
  useDeleteDialog,
  useLogOutDialog,
  useResetDialog,
  useSecondFactorDialog,
} from './use-account-dialogs.tsx';
import { useApprovalButtons } from './use-approval-buttons.tsx';
import { useConfirmation } from './use-confirmation.tsx';
import { useEraseDialog } from './use-erase-dialog.tsx';
import { useExportDialog } from './use-export-dialog.tsx';

/**
 * The actions of staff for each account in a list (docs/behavior/people.md), and their confirmation
 * dialogs, to be rendered next to the list.
 */
export function useRowActions(): { actions: (row: ListedUser) => ReactNode; dialogs: ReactNode } {
  const { session } = useSession();
  const approval = useApprovalButtons();
  const reset = useResetDialog();
  const logOut = useLogOutDialog();
  const secondFactor = useSecondFactorDialog();
  const exportData = useExportDialog();
  const confirmation = useConfirmation();
  const remove = useDeleteDialog();
  const erase = useEraseDialog();
  // During a masquerade, switching to another user keeps the original Admin.
  const behind = session?.admin_id ?? session?.user._id ?? '';

  const { button } = approval;
  const askToReset = reset.ask;
  const askToLogOut = logOut.ask;
  const askToExport = exportData.ask;
  const isAdmin = session?.user.role === 'Admin' && !session.is_masquerade;
  const askToTurnOff = secondFactor.ask;
  const { resend, ask: askToConfirm } = confirmation;
  const askToDelete = remove.ask;
  const askToErase = erase.ask;
  // Memoized, because a new function would re-render every row of a long list.
  const actions = useCallback(
    (row: ListedUser) => {
      const name = accountName(row);
      return (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {button(row)}
          <Disclosure label={<More name={name} />} className={classes.more} align="end">
            <Link
              to="/admin/masquerade/$admin_id/$user_id"
              params={{ admin_id: behind, user_id: row._id }}
              className={classes.entry}
              aria-label={t('Masquerade as {name}', { name })}
            >
              {t('Masquerade')}
            </Link>
            {row.role === 'Student' && (
              <Link
                to="/profile/view/$id"
                params={{ id: row._id }}
                hash="contact-log"
                className={classes.entry}
                aria-label={t('{name}’s contact log', { name })}
              >
                {t('Contact log')}
              </Link>
            )}
            {row.unconfirmed && (
              <>
                <button type="button" className={classes.entry} onClick={() => resend(row)}>
                  {t('Send confirmation link again')}
                </button>
                <button type="button" className={classes.entry} onClick={() => askToConfirm(row)}>
                  {t('Confirm email')}
                </button>
              </>
            )}
            <button type="button" className={classes.entry} onClick={() => askToReset(row)}>
              {t('Reset password')}
            </button>
            <button type="button" className={classes.entry} onClick={() => askToLogOut(row)}>
              {t('Log out everywhere')}
            </button>
            {row.role === 'Student' && isAdmin && (
              <button type="button" className={classes.entry} onClick={() => askToExport(row)}>
                {t('Export data')}
              </button>
            )}
            {row.second_factor && (
              <button type="button" className={classes.entry} onClick={() => askToTurnOff(row)}>
                {t('Turn off two-step login')}
              </button>
            )}
            <button type="button" className={classes.entry} data-destroys onClick={() => askToDelete(row)}>
              {t('Delete')}
            </button>
            {row.role === 'Student' && isAdmin && (
              <button type="button" className={classes.entry} data-destroys onClick={() => askToErase(row)}>
                {t('Erase all data')}
              </button>
            )}
          </Disclosure>
        </Group>
      );
    },
    [
      behind,
      button,
      resend,
      askToConfirm,
      askToReset,
      askToLogOut,
      askToExport,
      isAdmin,
      askToTurnOff,
      askToDelete,
      askToErase,
    ],
  );
  const dialogs = (
    <>
      {approval.dialog}
      {reset.dialog}
      {logOut.dialog}
      {exportData.dialog}
      {secondFactor.dialog}
      {confirmation.dialog}
      {remove.dialog}
      {erase.dialog}
    </>
  );
  return { actions, dialogs };
}

function More({ name }: { name: string }) {
  return (
    <>
      <IconDots size={20} aria-hidden />
      <VisuallyHidden>{t('More for {name}', { name })}</VisuallyHidden>
    </>
  );
}
