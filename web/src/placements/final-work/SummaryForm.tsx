import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { SummaryInput } from '@waypost/contract/placements/final-work/forms';
import { countWords, NO_SUMMARY, SUMMARY_WORDS } from '@waypost/contract/placements/final-work/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { useDraft } from '../../client/draft.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify, showNotSaved } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { showMoment } from '../../ui/dates.ts';
import { useKeepProject } from '../projects/use-project.ts';

/** Writes or rewrites the summary (docs/behavior/final-work.md#summary). */
export function SummaryForm({ project }: { project: Project }) {
  const user = useUser();
  const keep = useKeepProject();
  const saved = project.final_summary ?? { text: '', updatedAt: null };
  const save = useCall(finalWorkCalls.saveSummary, { onSuccess: keep, quiet: true, onError: showNotSaved });
  const { form, formProps, busy } = useCheckedForm({
    schema: SummaryInput,
    initialValues: { text: saved.text },
    invalid: ({ text: wrong = t('Check Your Form for errors') }) => [
      wrong,
      wrong === t(NO_SUMMARY) ? t('Summary Is Empty') : t('Form Error'),
    ],
    submit: async ({ text }) => {
      await save.mutateAsync({ project_id: project._id, text });
      draft.forget();
      notify.success(t('Your summary is submitted. Your school approves it next.'), t('Summary saved'));
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
              label={t('Your summary')}
              description={t('Your draft stays on this device until you save it.')}
              required
              autosize
              minRows={10}
              maxRows={30}
              {...form.getInputProps('text')}
            />
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {t('{words, plural, one {1 word} other {{words} words}} of about {summaryWords}', {
                  words,
                  summaryWords: SUMMARY_WORDS,
                })}
              </Text>
              {saved.updatedAt && (
                <Text size="sm" c="dimmed">
                  {t('Last saved on {date}', { date: showMoment(saved.updatedAt) })}
                </Text>
              )}
            </Group>
            <Group>
              <Button type="submit" loading={busy}>
                {t('Save summary')}
              </Button>
            </Group>
          </Stack>
        </Paper>
      </Stack>
    </form>
  );
}
