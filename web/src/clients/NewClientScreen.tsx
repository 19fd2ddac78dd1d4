import { Button, Group, Paper, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { clientCalls } from '@waypost/contract/clients/calls';
import { ClientForm } from '@waypost/contract/clients/forms';
import { t } from '@waypost/contract/i18n';
import { useRef } from 'react';
import { useCheckedForm } from '../client/form.ts';
import { notify, tellUhOh } from '../client/notices.ts';
import { refresh, useCall } from '../client/queries.ts';
import { LinkButton } from '../ui/links.tsx';
import { Screen } from '../ui/Screen.tsx';
import { UnsavedChanges } from '../ui/UnsavedChanges.tsx';
import { ClientFields, type ClientValues } from './ClientFields.tsx';

/**
 * Creates a school system (docs/behavior/clients.md#client-form). Its administrators are invited on the
 * next screen.
 */
export default function NewClientScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useCall(clientCalls.createClient, { quiet: true, onError: tellUhOh });
  const isSaved = useRef(false);
  const { form, busy, formProps } = useCheckedForm<ClientValues, ClientForm>({
    schema: ClientForm,
    initialValues: { full_name: '', short_name: '', max_users: '' },
    submit: async (input) => {
      const { client } = await create.mutateAsync(input);
      isSaved.current = true;
      void refresh(queries, clientCalls.getClients);
      notify.success(t('Client successfully created.'), t('Success'));
      await navigate({ to: '/waypost/editClient/$id', params: { id: client._id }, replace: true });
    },
  });
  return (
    <Screen
      title={t('New client')}
      lead={t('Create the school system, then invite its first administrator to set it up.')}
      width="narrow"
    >
      <Paper withBorder p="lg">
        <form {...formProps}>
          <UnsavedChanges when={() => !isSaved.current && form.isDirty()} />
          <Stack>
            <ClientFields form={form} />
            <Group justify="flex-end">
              <LinkButton to="/waypost/dashboard" variant="default">
                {t('Cancel')}
              </LinkButton>
              <Button type="submit" loading={busy}>
                {t('Create the client')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Screen>
  );
}
