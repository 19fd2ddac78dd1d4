import { Stack, Text, Textarea } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import { type EvaluationQuestion, listsByName } from '@waypost/contract/school-system/lists/calls';
import { NewQuestion } from '@waypost/contract/school-system/lists/forms';
import { call, type Wire } from '../../client/call.ts';
import { editsEntry } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { EntryFrame } from './EntryFrame.tsx';
import type { EntryFormProps } from './editable-list.ts';
import { spanishField } from './spanish-field.ts';
import { useEntryForm, useListAgain } from './use-entry-form.ts';

interface QuestionFormProps extends EntryFormProps<EvaluationQuestion> {
  list: 'reflectionQuestions' | 'evaluationQuestions';
}

const titles = {
  reflectionQuestions: { add: msg('Add reflection question'), change: msg('Edit reflection question') },
  evaluationQuestions: { add: msg('Add evaluation question'), change: msg('Translate evaluation question') },
};

const valuesOf = (entry: { question_text: string; question_text_es: string } | undefined) => ({
  question_text: entry?.question_text ?? '',
  question_text_es: entry?.question_text_es ?? '',
});

/** A question's text and its Spanish. An evaluation question can only be translated (docs/behavior/lists.md#calls). */
export function QuestionForm({ list, entry, onSaved, onClose }: QuestionFormProps) {
  const create = useCall(listsByName[list].create);
  const edit = useCall(listsByName.reflectionQuestions.edit);
  const translate = useCall(listsByName.evaluationQuestions.translate);
  const loadList = useListAgain<Wire<Record<string, never>, EvaluationQuestion[]>>(listsByName[list]);
  const entryForm = useEntryForm({
    schema: NewQuestion,
    initialValues: valuesOf(entry),
    edits: editsEntry(entry, valuesOf, () => call(loadList, {})),
    isUnnamed: (values) => Object.values(values).every((text) => text.trim() === ''),
    onSaved,
    onClose,
    save: async (parsed, revision) => {
      const { question_text_es } = parsed;
      if (!entry) await create.mutateAsync(parsed);
      else if (list === 'evaluationQuestions')
        await translate.mutateAsync({ _id: entry._id, question_text_es, revision });
      else await edit.mutateAsync({ ...parsed, _id: entry._id, revision });
      notify.success(t('Question saved'), t('Success'));
    },
  });
  const { getInputProps } = entryForm.form;
  return (
    <EntryFrame
      title={t(entry ? titles[list].change : titles[list].add)}
      isNew={!entry}
      entryForm={entryForm}
    >
      {entry && list === 'evaluationQuestions' ? (
        <Stack gap={4}>
          <Text style={{ overflowWrap: 'anywhere' }}>{entry.question_text}</Text>
          <Text size="sm" c="dimmed">
            {t('To change the question itself, add a new one and delete this one.')}
          </Text>
        </Stack>
      ) : (
        <Textarea label={t('Question')} required autosize minRows={2} {...getInputProps('question_text')} />
      )}
      <Textarea autosize minRows={2} {...spanishField()} {...getInputProps('question_text_es')} />
    </EntryFrame>
  );
}
