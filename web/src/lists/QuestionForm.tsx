import { Textarea } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import { listsByName } from '@waypost/contract/lists/calls';
import { NewQuestion } from '@waypost/contract/lists/forms';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { EntryFrame } from './EntryFrame.tsx';
import type { Entry, EntryFormProps } from './kept-list.ts';
import { useEntryForm } from './use-entry-form.ts';

interface QuestionFormProps extends EntryFormProps<Entry & { question_text: string }> {
  list: 'reflectionQuestions' | 'evaluationQuestions';
}

const titles = {
  reflectionQuestions: { add: msg('Add reflection question'), edit: msg('Edit reflection question') },
  evaluationQuestions: { add: msg('Add evaluation question'), edit: msg('Edit evaluation question') },
};

/** A question's text. Only reflection questions can be edited (docs/behavior/lists.md#calls). */
export function QuestionForm({ list, entry, onSaved, onClose }: QuestionFormProps) {
  const create = useCall(listsByName[list].create);
  const edit = useCall(listsByName.reflectionQuestions.edit);
  const entryForm = useEntryForm({
    schema: NewQuestion,
    initialValues: { question_text: entry?.question_text ?? '' },
    isUnnamed: (values) => values.question_text.trim() === '',
    onSaved,
    onClose,
    save: async (parsed) => {
      if (entry) await edit.mutateAsync({ ...parsed, _id: entry._id });
      else await create.mutateAsync(parsed);
      notify.success(t('Question Saved'), t('Success'));
    },
  });
  return (
    <EntryFrame title={t(entry ? titles[list].edit : titles[list].add)} isNew={!entry} entryForm={entryForm}>
      <Textarea
        label={t('Question')}
        required
        autosize
        minRows={2}
        {...entryForm.form.getInputProps('question_text')}
      />
    </EntryFrame>
  );
}
