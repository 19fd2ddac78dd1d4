import { Button, Group, Stack, Textarea } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Project, ProjectReflection } from '@waypost/contract/placements/projects/calls';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { ReflectionAnswer } from '@waypost/contract/placements/reflections/forms';
import { NO_RESPONSE } from '@waypost/contract/placements/reflections/rules';
import { useEffect, useRef } from 'react';
import { useDraft } from '../../client/draft.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify, showNotSaved } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { useKeepProject } from '../projects/use-project.ts';

interface AnswerFormProps {
  project: Project;
  reflection: ProjectReflection;
  takesFocus: boolean;
  /** Called after saving or canceling. */
  onDone: () => void;
}

/** Adds or edits the answer to a question (docs/behavior/reflections.md#answers). */
export function AnswerForm({ project, reflection, takesFocus, onDone }: AnswerFormProps) {
  const user = useUser();
  const keep = useKeepProject();
  const field = useRef<HTMLTextAreaElement>(null);
  const { _id, ordinal, answer_text, status } = reflection;
  const save = useCall(reflectionCalls.saveReflection, {
    onSuccess: keep,
    quiet: true,
    onError: showNotSaved,
  });
  const { form, formProps, busy } = useCheckedForm({
    schema: ReflectionAnswer,
    initialValues: { answer_text },
    invalid: ({ answer_text: wrong = t('Check Your Form for errors') }) => [
      wrong,
      wrong === t(NO_RESPONSE) ? t('Cover/Answer Is Empty') : t('Form Error'),
    ],
    submit: async (answer) => {
      await save.mutateAsync({ project_id: project._id, _id, ...answer, status: 'complete' });
      draft.forget();
      notify.success(t('Your answer to question {ordinal} is saved.', { ordinal }), t('Answer saved'));
      onDone();
    },
  });
  const draft = useDraft(`reflection ${_id} ${user._id}`, form.values.answer_text, (kept) =>
    form.setFieldValue('answer_text', kept),
  );

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const leave = () => {
    form.setFieldValue('answer_text', answer_text);
    draft.forget();
  };

  return (
    <form {...formProps}>
      <Stack gap="sm" maw="46rem">
        {draft.restored && <DraftNotice onDiscard={leave} />}
        <Textarea
          ref={field}
          label={t('Your answer')}
          required
          autosize
          minRows={4}
          maxRows={20}
          {...form.getInputProps('answer_text')}
        />
        <Group>
          <Button type="submit" loading={busy}>
            {t('Save answer')}
          </Button>
          {status === 'complete' && (
            <Button
              variant="default"
              onClick={() => {
                leave();
                onDone();
              }}
            >
              {t('Cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
