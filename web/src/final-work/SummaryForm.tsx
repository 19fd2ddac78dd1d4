import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { finalWorkCalls } from '@waypost/contract/final-work/calls';
import { SummaryInput } from '@waypost/contract/final-work/forms';
import { countWords, NO_SUMMARY, SUMMARY_WORDS } from '@waypost/contract/final-work/rules';
import type { Project } from '@waypost/contract/projects/calls';
import { useDraft } from '../client/draft.ts';
import { useCheckedForm } from '../client/form.ts';
import { notify, tellNotSaved } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { useUser } from '../client/session.ts';
import { useKeepProject } from '../projects/use-project.ts';
import { DraftNotice } from '../ui/DraftNotice.tsx';
import { showMoment } from '../ui/dates.ts';

/** Writes or rewrites the summary (docs/behavior/final-work.md#summary). */
export function SummaryForm({ project }: { project: Project }) {
  const user = useUser();
  const keep = useKeepProject();
  const saved = project.final_summary ?? { text: '', updatedAt: null };
  const save = useCall(finalWorkCalls.saveSummary, { onSuccess: keep, quiet: true, onError: tellNotSaved });
  const { form, formProps, busy } = useCheckedForm({
    schema: SummaryInput,
    initialValues: { text: saved.text },
    invalid: ({ text: wrong = 'Check Your Form for errors' }) => [
      wrong,
      wrong === NO_SUMMARY ? 'Summary Is Empty' : 'Form Error',
    ],
    submit: async ({ text }) => {
      await save.mutateAsync({ project_id: project._id, text });
      draft.forget();
      notify.success('Your summary is submitted. Your school approves it next.', 'Summary Saved');
    },
  });
  const { text } = form.values;
  const draft = useDraft(`summary ${project._id} ${user._id}`, text, (kept) =>
    form.setFieldValue('text', kept),
  );
  const words = countWords(text);

  return (
    <form {...formProps}>
      <Stack gap="md">
        {draft.restored && (
          <DraftNotice
            onDiscard={() => {
              form.setFieldValue('text', saved.text);
              draft.forget();
            }}
          />
        )}
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="sm" maw="46rem">
            <Textarea
              label="Your summary"
              description="Your draft stays on this device until you save it."
              required
              autosize
              minRows={10}
              maxRows={30}
              {...form.getInputProps('text')}
            />
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {words === 1 ? '1 word' : `${words} words`} of about {SUMMARY_WORDS}
              </Text>
              {saved.updatedAt && (
                <Text size="sm" c="dimmed">
                  Last saved on {showMoment(saved.updatedAt)}
                </Text>
              )}
            </Group>
            <Group>
              <Button type="submit" loading={busy}>
                Save summary
              </Button>
            </Group>
          </Stack>
        </Paper>
      </Stack>
    </form>
  );
}
