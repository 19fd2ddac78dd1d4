import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { adminCalls } from '@waypost/contract/people/admins/calls';
import { type Client, clientCalls } from '@waypost/contract/school-system/clients/calls';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { T } from '../../ui/T.tsx';

/** Deletes a school system that has no users left. */
export function DeleteClient({ client }: { client: Client }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useCall(clientCalls.deleteClient, { quiet: true });
  const users = client.users ?? 0;

  async function deleteIt(): Promise<void> {
    const { message } = await remove.mutateAsync({ id: client._id });
    if (message === 'failt') {
      await refresh(queries, clientCalls.getClientById, adminCalls.getAdminsByClient);
      notify.warning(t('Something went wrong'), t('Uh Oh'));
      throw new Error(t('It has users again, so it wasn’t deleted.'));
    }
    notify.success(t('School system deleted.'), t('Success'));
    await navigate({ to: '/waypost/dashboard' });
    void refresh(queries, clientCalls.getClients);
  }

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="client-end">
      <Stack align="flex-start">
        <Title order={2} size="h3" id="client-end">
          {t('Delete this school system')}
        </Title>
        {users > 0 ? (
          <Text>
            {t(
              'It still has {users} {users2, plural, one {user} other {users}}. You can delete a school system once it has no users.',
              { users: showNumber(users), users2: users },
            )}
          </Text>
        ) : (
          <>
            <Text>{t('It has no users. Deleting it is permanent.')}</Text>
            <Button color="red.9" onClick={() => setAsking(true)}>
              {t('Delete the school system')}
            </Button>
          </>
        )}
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={deleteIt}
        confirm={t('Delete')}
        destroys
      >
        <T
          m="You are going to delete <b/>: its settings, schools, lists, resources, opportunities, and audit trail. This can’t be undone."
          b={<strong>{client.full_name}</strong>}
        />
      </ConfirmDialog>
    </Paper>
  );
}
