import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { adminCalls } from '@waypost/contract/people/admins/calls';
import { type Client, clientCalls } from '@waypost/contract/school-system/clients/calls';
import { NewClientForm } from '@waypost/contract/school-system/clients/forms';
import { SUGGESTED_MAX_USERS, suggestedShortName } from '@waypost/contract/school-system/clients/rules';
import { splitName } from '@waypost/contract/split-name';
import { useRef, useState } from 'react';
import { isFailure } from '../../client/failure.ts';
import { FieldRefused, useCheckedForm } from '../../client/form.ts';
import { notify, showUhOh } from '../../client/notices.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { ClientFields, type ClientValues } from './ClientFields.tsx';

interface NewClientValues extends ClientValues {
  admin_name: string;
  admin_email: string;
}

const initialValues: NewClientValues = {
  full_name: '',
  short_name: '',
  max_users: SUGGESTED_MAX_USERS,
  admin_name: '',
  admin_email: '',
};

/**
 * Creates a school system (docs/behavior/clients.md#client-form), and invites its first administrator if one is
 * named; otherwise they are invited on the next screen.
 */
export default function NewClientScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useCall(clientCalls.createClient, { quiet: true, onError: showUhOh });
  const edit = useCall(clientCalls.editClient, { quiet: true, onError: showUhOh });
  const invite = useCall(adminCalls.createAdmin, { quiet: true, onError: showUhOh });
  /** Set if the client was created, but not its administrator: sending the form again must not create another. */
  const [created, setCreated] = useState<Client>();
  const isSaved = useRef(false);
  const { form, busy, formProps } = useCheckedForm<NewClientValues, NewClientForm>({
    schema: NewClientForm,
    initialValues,
    submit: async ({ admin_name, admin_email, ...input }) => {
      const { client } = created
        ? await edit.mutateAsync({ ...input, _id: created._id })
        : await create.mutateAsync(input);
      setCreated(client);
      void refresh(queries, clientCalls.getClients);
      notify.success(
        created ? t('Client successfully edited.') : t('Client successfully created.'),
        t('Success'),
      );
      if (admin_name !== '') await inviteAdmin(client._id, admin_name, admin_email);
      isSaved.current = true;
      await navigate({ to: '/waypost/editClient/$id', params: { id: client._id }, replace: true });
    },
  });

  async function inviteAdmin(client: string, name: string, email: string): Promise<void> {
    const reply = await invite.mutateAsync({ ...splitName(name), email, client }).catch((error: unknown) => {
      if (isFailure(error, 'no-session')) throw error;
      throw new FieldRefused(
        'admin_email',
        t(
          'The school system was created, but its administrator was not. Try again, or clear the name and the email',
        ),
      );
    });
    if (reply.message === 'User Exists') {
      notify.warning(t('Check the Email'), t('User Exists'));
      throw new FieldRefused(
        'admin_email',
        t(
          'The school system was created, but another account has this email. Change it, or clear the name and the email',
        ),
      );
    }
    notify.success(t('Admin successfully created.'), t('Success'));
  }

  return (
    <Screen
      title={t('New school system')}
      lead={t('Create the school system and invite its first administrator to set it up.')}
      width="narrow"
    >
      <Paper withBorder p="lg">
        <form {...formProps}>
          <UnsavedChanges when={() => !isSaved.current && form.isDirty()} />
          <Stack>
            <ClientFields
              // The fields that both forms have.
              form={form as unknown as UseFormReturnType<ClientValues>}
              onFullName={(name) => {
                const { full_name, short_name } = form.getValues();
                if (short_name === suggestedShortName(full_name))
                  form.setFieldValue('short_name', suggestedShortName(name));
              }}
            />
            <Stack component="section" gap="xs" aria-labelledby="first-administrator">
              <Title order={2} size="h4" id="first-administrator">
                {t('First administrator')}
              </Title>
              <Text size="sm" c="dimmed">
                {t(
                  'Optional. They get an email with a link to set a password. You can also invite them later.',
                )}
              </Text>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label={t('First and last name')}
                  autoComplete="off"
                  {...form.getInputProps('admin_name')}
                />
                <TextInput
                  label={t('Email')}
                  type="email"
                  autoComplete="off"
                  {...form.getInputProps('admin_email')}
                />
              </SimpleGrid>
            </Stack>
            <Group justify="flex-end" wrap="wrap-reverse">
              <LinkButton to="/waypost/dashboard" variant="default">
                {t('Cancel')}
              </LinkButton>
              <Button type="submit" loading={busy}>
                {created ? t('Save changes') : t('Create school system')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Screen>
  );
}
