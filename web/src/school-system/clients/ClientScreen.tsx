import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type Client, clientCalls } from '@waypost/contract/school-system/clients/calls';
import { ClientForm } from '@waypost/contract/school-system/clients/forms';
import { useState } from 'react';
import { call } from '../../client/call.ts';
import { isMissing } from '../../client/failure.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify, showUhOh } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { Admins } from '../../people/admins/Admins.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { ClientFields, type ClientValues } from './ClientFields.tsx';
import { DeleteClient } from './DeleteClient.tsx';
import { EraseClient } from './EraseClient.tsx';
import { Seats } from './Seats.tsx';

/** One school system: its names, its administrators, and deleting it (docs/behavior/clients.md#screens). */
export default function ClientScreen() {
  const { id } = useParams({ from: '/waypost/editClient/$id' });
  const client = useQuery(callQuery(clientCalls.getClientById, { id }));
  if (isMissing(client.error)) return <Navigate to="/default" replace />;
  return (
    <Screen
      title={client.data?.full_name ?? t('School system')}
      lead={client.data?.short_name}
      action={
        <LinkButton to="/waypost/dashboard" variant="default">
          {t('All school systems')}
        </LinkButton>
      }
    >
      <Loaded query={client}>
        {(found) => (
          <Stack gap="xl">
            <Admins client={found} />
            <EditClient key={found._id} client={found} />
            <DeleteClient client={found} />
            {(found.users ?? 0) > 0 && <EraseClient client={found} />}
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

const valuesOf = (client: Client): ClientValues => ({
  full_name: client.full_name,
  short_name: client.short_name ?? '',
  max_users: client.max_users ?? '',
});

const openedAs = (client: Client) => ({ values: valuesOf(client), revision: client.revision });

function EditClient({ client }: { client: Client }) {
  const queries = useQueryClient();
  const edit = useCall(clientCalls.editClient, { quiet: true, onError: showUhOh });
  const [opened] = useState(() => openedAs(client));
  const { form, busy, formProps, reopen } = useCheckedForm<ClientValues, ClientForm>({
    schema: ClientForm,
    initialValues: opened.values,
    edits: {
      revision: opened.revision,
      load: async () => openedAs(await call(clientCalls.getClientById, { id: client._id })),
    },
    submit: async (input, revision) => {
      const saved = await edit.mutateAsync({ ...input, _id: client._id, revision });
      form.setValues(valuesOf(saved.client));
      reopen(openedAs(saved.client));
      notify.success(t('Client successfully edited.'), t('Success'));
      await refresh(queries, clientCalls.getClients, clientCalls.getClientById);
    },
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="client-form">
      <form {...formProps}>
        <UnsavedChanges when={() => form.isDirty()} />
        <Stack>
          <Title order={2} size="h3" id="client-form">
            {t('School system')}
          </Title>
          <Seats users={client.users ?? 0} max={client.max_users ?? 0} />
          <ClientFields form={form} />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {t('Save changes')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
