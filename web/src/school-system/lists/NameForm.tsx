import { TextInput } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import { type ListEntry, listsByName } from '@waypost/contract/school-system/lists/calls';
import { NewName } from '@waypost/contract/school-system/lists/forms';
import { call } from '../../client/call.ts';
import { editsEntry } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { EntryFrame } from './EntryFrame.tsx';
import type { EntryFormProps } from './editable-list.ts';
import { spanishField } from './spanish-field.ts';
import { NotSaved, useEntryForm, useListAgain } from './use-entry-form.ts';

interface NameFormProps extends EntryFormProps<ListEntry> {
  list: 'focusAreas' | 'programs';
}

const messages = {
  focusAreas: {
    add: msg('Add focus area'),
    edit: msg('Edit focus area'),
    exists: msg('Focus Area Already Exists'),
    saved: msg('Focus Area Saved'),
  },
  programs: {
    add: msg('Add program'),
    edit: msg('Edit program'),
    exists: msg('Program Already Exists'),
    saved: msg('Program saved'),
  },
};

const valuesOf = (entry: ListEntry | undefined) => ({
  name: entry?.name ?? '',
  name_es: entry?.name_es ?? '',
});

/** A focus area's or a program's name, and its Spanish. */
export function NameForm({ list, entry, onSaved, onClose }: NameFormProps) {
  const calls = listsByName[list];
  const create = useCall(calls.create);
  const edit = useCall(calls.edit);
  const loadList = useListAgain(calls);
  const entryForm = useEntryForm({
    schema: NewName,
    initialValues: valuesOf(entry),
    edits: editsEntry(entry, valuesOf, () => call(loadList, {})),
    isUnnamed: (values) => Object.values(values).every((text) => text.trim() === ''),
    onSaved,
    onClose,
    save: async (parsed, revision) => {
      const { message } = entry
        ? await edit.mutateAsync({ ...parsed, _id: entry._id, revision })
        : await create.mutateAsync(parsed);
      if (message === 'Already Exists') {
        notify.warning(t(messages[list].exists), t('Try Again'));
        throw new NotSaved();
      }
      notify.success(t(messages[list].saved), t('Success'));
    },
  });
  return (
    <EntryFrame
      title={t(entry ? messages[list].edit : messages[list].add)}
      isNew={!entry}
      entryForm={entryForm}
    >
      <TextInput label={t('Name')} required autoComplete="off" {...entryForm.form.getInputProps('name')} />
      <TextInput {...spanishField()} {...entryForm.form.getInputProps('name_es')} />
    </EntryFrame>
  );
}
