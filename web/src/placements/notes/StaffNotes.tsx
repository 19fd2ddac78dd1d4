import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { noteCalls, type ProjectNote } from '@waypost/contract/placements/notes/calls';
import { NoteInput } from '@waypost/contract/placements/notes/forms';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { keyOf, useCall } from '../../client/queries.ts';
import { showMoment } from '../../ui/dates.ts';
import { Loaded, type QueryResult } from '../../ui/Loaded.tsx';
import classes from './StaffNotes.module.css';

interface StaffNotesProps {
  projectId: string;
  query: QueryResult<ProjectNote[]>;
}

/** Notes about a project that only staff see. */
export default function StaffNotes({ projectId: project_id, query }: StaffNotesProps) {
  const queries = useQueryClient();
  const save = useCall(noteCalls.saveProjectNote, {
    onSuccess: (notes) => queries.setQueryData(keyOf(noteCalls.getProjectNotes, { project_id }), notes),
  });
  const { form, formProps, busy } = useCheckedForm({
    schema: NoteInput,
    initialValues: { project_id, text: '' },
    submit: async (note) => {
      await save.mutateAsync(note);
      form.reset();
      notify.success(t('Note saved.'), t('Success'));
    },
  });
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={t('Staff notes')}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            {t('Staff notes')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('Only teachers and administrators see these.')}
          </Text>
        </div>
        <form {...formProps}>
          <Stack gap="sm">
            <Textarea
              label={t('New note')}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps('text')}
            />
            <Group>
              <Button type="submit" variant="default" loading={busy}>
                {t('Save note')}
              </Button>
            </Group>
          </Stack>
        </form>
        <Loaded query={query} empty={<Text c="dimmed">{t('There are no notes yet.')}</Text>}>
          {(notes) => (
            <ul className={classes.notes} aria-label={t('Notes')}>
              {notes.map((note) => (
                <li key={note._id}>
                  <Text size="sm" c="dimmed">
                    {note.author_name}, {showMoment(note.createdAt)}
                  </Text>
                  <Text className={classes.text}>{note.text}</Text>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Stack>
    </Paper>
  );
}
