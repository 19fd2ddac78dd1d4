import { Button, Group } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { useSession } from '../../client/session.ts';
import { LinkButton } from '../../ui/links.tsx';
import classes from './AccountActions.module.css';
import { useLogOutDialog, useResetDialog } from './use-account-dialogs.tsx';
import { useApprovalButtons } from './use-approval-buttons.tsx';
import { useConfirmation } from './use-confirmation.tsx';
import type { Account } from './use-people.ts';

/** What staff can do with an account, on its profile (docs/behavior/profiles.md#student-page). */
export function AccountActions({ user }: { user: SeenUser }) {
  const { session } = useSession();
  const approval = useApprovalButtons();
  const reset = useResetDialog();
  const logOut = useLogOutDialog();
  const confirmation = useConfirmation();
  const account: Account = {
    _id: user._id,
    role: user.role,
    email: user.email ?? '',
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
    business_name: user.business_name ?? '',
    approved: user.approved ?? false,
    unconfirmed: user.confirmed === false,
    agreement_file_id_fk: user.agreement_file_id_fk ?? null,
  };
  const name = accountName(account);
  // During a masquerade, switching to another user keeps the original Admin.
  const behind = session?.admin_id ?? session?.user._id ?? '';
  return (
    <>
      <Group gap="xs" role="group" aria-label={t('Account actions')} className={classes.actions}>
        <Button
          component="a"
          href={`mailto:${account.email}`}
          size="sm"
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
        >
          {t('Email {name}', { name })}
        </Button>
        <LinkButton
          to="/admin/masquerade/$admin_id/$user_id"
          params={{ admin_id: behind, user_id: account._id }}
          size="sm"
          variant="default"
        >
          {t('Masquerade as {name}', { name })}
        </LinkButton>
        <Button size="sm" variant="default" data-half onClick={() => reset.ask(account)}>
          {t('Reset password')}
        </Button>
        <Button size="sm" variant="default" data-half onClick={() => logOut.ask(account)}>
          {t('Log out everywhere')}
        </Button>
        {account.unconfirmed && (
          <>
            <Button size="sm" variant="default" data-half onClick={() => confirmation.resend(account)}>
              {t('Send confirmation link again')}
            </Button>
            <Button size="sm" variant="default" data-half onClick={() => confirmation.ask(account)}>
              {t('Confirm email')}
            </Button>
          </>
        )}
        {approval.button(account)}
      </Group>
      {approval.dialog}
      {reset.dialog}
      {logOut.dialog}
      {confirmation.dialog}
    </>
  );
}
