import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { useSession } from '../../client/session.ts';
import { useEraseDialog } from './use-erase-dialog.tsx';
import { useExportDialog } from './use-export-dialog.tsx';
import type { Account } from './use-people.ts';

/** Buttons to export or erase everything about a student, at the end of their page (docs/behavior/records.md). */
export default function StudentData({ user }: { user: SeenUser }) {
  const { session } = useSession();
  const navigate = useNavigate();
  const exportData = useExportDialog();
  // Leave the page, because the student no longer exists.
  const erase = useEraseDialog(() => navigate({ to: '/admin/user_search' }));
  if (session?.user.role !== 'Admin' || session.is_masquerade) return null;
  const account: Account = {
    _id: user._id,
    role: user.role,
    email: user.email ?? '',
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
    business_name: '',
    approved: user.approved ?? false,
    unconfirmed: user.confirmed === false,
    agreement_file_id_fk: user.agreement_file_id_fk ?? null,
  };
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="personal-data">
      <Stack align="flex-start">
        <Title order={2} size="h3" id="personal-data">
          {t('Personal data')}
        </Title>
        <Text>{t('Everything that is stored about this student: to export for a parent, or to erase.')}</Text>
        <Group>
          <Button variant="default" onClick={() => exportData.ask(account)}>
            {t('Export data')}
          </Button>
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => erase.ask(account)}>
            {t('Erase all data')}
          </Button>
        </Group>
      </Stack>
      {exportData.dialog}
      {erase.dialog}
    </Paper>
  );
}
