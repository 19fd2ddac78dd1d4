import { Text, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { fileCalls, type ResourceFile } from '@waypost/contract/school-system/files/calls';
import { TranslatedResource } from '@waypost/contract/school-system/files/forms';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { EntryFrame } from '../lists/EntryFrame.tsx';
import type { EntryFormProps } from '../lists/editable-list.ts';
import { spanishField } from '../lists/spanish-field.ts';
import { useEntryForm } from '../lists/use-entry-form.ts';

type Props = Omit<EntryFormProps<ResourceFile>, 'entry'> & { entry: ResourceFile };

/** A resource's name in Spanish (docs/behavior/files.md#resources). */
export function ResourceTranslation({ entry, onSaved, onClose }: Props) {
  const translate = useCall(fileCalls.translateResource);
  const entryForm = useEntryForm({
    schema: TranslatedResource,
    initialValues: { file_id: entry._id, name_es: entry.name_es },
    isUnnamed: () => false,
    onSaved,
    onClose,
    save: async (parsed) => {
      await translate.mutateAsync(parsed);
      notify.success(t('Resource saved'), t('Success'));
    },
  });
  return (
    <EntryFrame title={t('Translate resource')} isNew={false} entryForm={entryForm}>
      <Text style={{ overflowWrap: 'anywhere' }}>{entry.name}</Text>
      <TextInput {...spanishField()} {...entryForm.form.getInputProps('name_es')} />
    </EntryFrame>
  );
}
