import { Button, Group, Input, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { profileCalls, type SeenUser } from '@waypost/contract/people/profiles/calls';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { TeacherForm as Form } from '@waypost/contract/people/teachers/forms';
import { call } from '../../client/call.ts';
import { FieldRefused, useCheckedForm } from '../../client/form.ts';
import { notify, showUhOh } from '../../client/notices.ts';
import { useOwnName } from '../../client/own-names.ts';
import { useCall } from '../../client/queries.ts';
import { ManyChoices } from '../../ui/ManyChoices.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { InvitationNote, PersonFields } from '../accounts/PersonFields.tsx';
import { useListNames } from '../profiles/use-list-names.ts';

interface TeacherFormProps {
  /** The teacher to edit, with the current values; null to invite a new one. */
  teacher: SeenUser | null;
  /** Called when the form may close, with whether anything changed. */
  onDone: (changed: boolean) => void;
}

const valuesOf = (teacher: SeenUser | null): Form => ({
  first_name: teacher?.first_name ?? '',
  last_name: teacher?.last_name ?? '',
  email: teacher?.email ?? '',
  schools: teacher?.schools ?? [],
  programs: teacher?.programs ?? [],
});

/** Invites a teacher, or edits one (docs/behavior/teachers.md#form). */
export function TeacherForm({ teacher, onDone }: TeacherFormProps) {
  const create = useCall(teacherCalls.createTeacher, { quiet: true, onError: showUhOh });
  const edit = useCall(teacherCalls.editTeacher, { quiet: true, onError: showUhOh });
  const lists = useListNames();
  const ownName = useOwnName();
  const { form, busy, formProps } = useCheckedForm<Form, Form>({
    schema: Form,
    initialValues: valuesOf(teacher),
    edits: teacher && {
      revision: teacher.revision ?? null,
      load: async () => {
        const stored = await call(profileCalls.getUser, { id: teacher._id });
        return { values: valuesOf(stored), revision: stored.revision ?? null };
      },
    },
    submit: async (input, revision) => {
      const { message } = teacher
        ? await edit.mutateAsync({ ...input, id: teacher._id, revision })
        : await create.mutateAsync(input);
      if (message === 'User Exists') {
        notify.warning(t('Check the Email'), t('User Exists'));
        throw new FieldRefused('email', t('another account has this email'));
      }
      notify.success(
        teacher ? t('Admin successfully edited.') : t('Admin successfully created.'),
        t('Success'),
      );
      // Mark the form as saved, so that leaving it asks for no confirmation.
      form.resetDirty();
      onDone(true);
    },
  });
  const choices = (field: 'schools' | 'programs', label: string, nameOf = (name: string) => name) => (
    <Input.Wrapper error={form.errors[field]}>
      <ManyChoices
        label={label}
        options={lists[field]}
        nameOf={nameOf}
        value={form.values[field]}
        onChange={(chosen) => form.setFieldValue(field, chosen)}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {form.values[field].map(nameOf).join(', ') || t('None chosen')}
      </Text>
    </Input.Wrapper>
  );
  return (
    <Paper withBorder p="lg">
      <form {...formProps} aria-labelledby="teacher-form">
        <UnsavedChanges when={() => form.isDirty()} />
        <Stack>
          <Title order={2} size="h3" id="teacher-form">
            {teacher
              ? t('Edit {firstName} {lastName}', {
                  firstName: teacher.first_name ?? '',
                  lastName: teacher.last_name ?? '',
                })
              : t('New teacher')}
          </Title>
          <PersonFields field={form.getInputProps} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {choices('schools', t('Schools'))}
            {choices('programs', t('Programs'), ownName)}
          </SimpleGrid>
          {!teacher && <InvitationNote />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onDone(false)} disabled={busy}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {teacher ? t('Save teacher') : t('Create teacher')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
