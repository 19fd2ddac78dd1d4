import { Button, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type ContactLogEntry, contactLogCalls } from '@waypost/contract/people/contact-log/calls';
import { contactLogOn } from '@waypost/contract/people/contact-log/forms';
import { contactTypes } from '@waypost/contract/people/contact-log/rules';
import { wireName } from '@waypost/contract/wire-names';
import { useState } from 'react';
import { useDraft } from '../../client/draft.ts';
import { useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { keyOf, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { DateField } from '../../ui/DateField.tsx';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { dateOf } from '../../ui/dates.ts';

interface EntryFormProps {
  studentId: string;
  /** Called after saving or canceling. */
  onDone: () => void;
}

const empty = () => ({
  log_date: dateOf(new Date()),
  primary_contact_name: '',
  contact_relationship: '',
  associated_business: '',
  contact_type: '',
  comments: '',
});

/**
 * Adds an entry to a student's contact log (docs/behavior/contact-log.md#entries). The draft is kept until
 * the tab is closed.
 */
export function EntryForm({ studentId, onDone }: EntryFormProps) {
  const user = useUser();
  const queries = useQueryClient();
  const [initialValues] = useState(empty);
  const [today] = useState(() => dateOf(new Date()));
  const [schema] = useState(() => contactLogOn(today));
  const add = useCall(contactLogCalls.addContactLogEntry, {
    // Update the cache instead of refetching, which would record another view.
    onSuccess: ({ entry }) =>
      queries.setQueryData<ContactLogEntry[]>(
        keyOf(contactLogCalls.getContactLog, { student_id: studentId }),
        (now) => now && [entry, ...now].toSorted((one, other) => other.log_date.localeCompare(one.log_date)),
      ),
  });
  const { form, busy, formProps } = useCheckedForm({
    schema,
    initialValues,
    within: 'data',
    submit: async (data) => {
      await add.mutateAsync({ student_id: studentId, data });
      draft.forget();
      notify.success(t('Contact log saved.'), t('Success'));
      onDone();
    },
  });
  const { values } = form;
  const draft = useDraft(
    `contact-log ${studentId} ${user._id}`,
    values,
    (kept) => form.setValues(kept),
    'while the tab is open',
  );
  return (
    <form {...formProps} aria-label={t('New entry')}>
      <Stack>
        {draft.restored && (
          <DraftNotice
            onDiscard={() => {
              form.setValues(initialValues);
              form.clearErrors();
              draft.forget();
            }}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DateField
            label={t('Date')}
            required
            {...form.getInputProps('log_date')}
            value={values.log_date}
            max={today}
          />
          <NativeSelect
            label={t('Contact type')}
            data={[
              { value: '', label: t('Choose a type') },
              ...contactTypes.map((value) => ({ value, label: wireName(value) })),
            ]}
            {...form.getInputProps('contact_type')}
          />
          <TextInput
            label={t('Primary contact name')}
            required
            autoComplete="off"
            {...form.getInputProps('primary_contact_name')}
          />
          <TextInput
            label={t('Contact relationship')}
            description={t('Such as a parent, supervisor, or student.')}
            autoComplete="off"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('contact_relationship')}
          />
          <TextInput
            label={t('Associated business')}
            required
            autoComplete="off"
            {...form.getInputProps('associated_business')}
          />
        </SimpleGrid>
        <Textarea
          label={t('Comments')}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('comments')}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              draft.forget();
              onDone();
            }}
          >
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Save entry')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
