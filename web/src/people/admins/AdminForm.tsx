import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { adminCalls, type ClientAdmin } from '@waypost/contract/people/admins/calls';
import { AdminForm as Form } from '@waypost/contract/people/admins/forms';
import { call } from '../../client/call.ts';
import { editsEntry, FieldRefused, useCheckedForm } from '../../client/form.ts';
import { notify, showUhOh } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { InvitationNote, PersonFields } from '../accounts/PersonFields.tsx';

interface AdminFormProps {
  client: string;
  /** The administrator to edit; null to invite a new one. */
  admin: ClientAdmin | null;
  /** Called when the form may close, with whether anything changed. */
  onDone: (changed: boolean) => void;
}

const valuesOf = (admin: ClientAdmin | null): Form => ({
  first_name: admin?.first_name ?? '',
  last_name: admin?.last_name ?? '',
  email: admin?.email ?? '',
});

/** Invites an administrator, or edits one (docs/behavior/clients.md#administrators). */
export function AdminForm({ client, admin, onDone }: AdminFormProps) {
  const create = useCall(adminCalls.createAdmin, { quiet: true, onError: showUhOh });
  const edit = useCall(adminCalls.editAdmin, { quiet: true, onError: showUhOh });
  const { form, busy, formProps } = useCheckedForm<Form, Form>({
    schema: Form,
    initialValues: valuesOf(admin),
    edits: editsEntry(admin, valuesOf, () => call(adminCalls.getAdminsByClient, { id: client })),
    submit: async (input, revision) => {
      const { message } = admin
        ? await edit.mutateAsync({ ...input, client, _id: admin._id, revision })
        : await create.mutateAsync({ ...input, client });
      if (message === 'User Exists') {
        notify.warning(t('Check the Email'), t('User Exists'));
        throw new FieldRefused('email', t('another account has this email'));
      }
      notify.success(
        admin ? t('Admin successfully edited.') : t('Admin successfully created.'),
        t('Success'),
      );
      onDone(true);
    },
  });
  return (
    <Paper withBorder p="lg">
      <form {...formProps} aria-labelledby="admin-form">
        <UnsavedChanges when={() => form.isDirty()} />
        <Stack>
          <Title order={3} size="h4" id="admin-form">
            {admin
              ? t('Edit {firstName} {lastName}', { firstName: admin.first_name, lastName: admin.last_name })
              : t('New administrator')}
          </Title>
          <PersonFields field={form.getInputProps} />
          {!admin && <InvitationNote />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onDone(false)} disabled={busy}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {admin ? t('Edit Admin') : t('Create Admin')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
