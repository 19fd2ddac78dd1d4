import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type Locale, locales, t } from '@waypost/contract/i18n';
import { type Guardian, guardianCalls } from '@waypost/contract/people/guardians/calls';
import { GuardianInput } from '@waypost/contract/people/guardians/forms';
import { type Relationship, relationships } from '@waypost/contract/people/guardians/rules';
import { relationshipNames } from '@waypost/contract/people/guardians/words';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { isStaff } from '@waypost/contract/roles';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { editsEntry, useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { useCacheGuardians } from './use-cache-guardians.ts';

interface GuardianFormProps {
  student: SeenUser;
  /** The guardian to edit; undefined to add one. */
  guardian: Guardian | undefined;
  /** Called after saving or canceling. */
  onDone: () => void;
}

const valuesOf = (guardian: Guardian | undefined, language: Locale) => ({
  name: guardian?.name ?? '',
  relationship: (guardian?.relationship ?? '') as Relationship | '',
  email: guardian?.email ?? '',
  phone: guardian?.phone ?? '',
  language: guardian?.language ?? language,
  may_sign: guardian?.may_sign ?? true,
});

/** Adds or edits a guardian of a student (docs/behavior/guardians.md#screen). */
export function GuardianForm({ student, guardian, onDone }: GuardianFormProps) {
  const isForStaff = isStaff(useUser().role);
  const [initialValues] = useState(() => valuesOf(guardian, 'en'));
  const save = useCall(guardianCalls.saveGuardian, { onSuccess: useCacheGuardians(student._id) });
  const { form, busy, formProps } = useCheckedForm({
    schema: GuardianInput,
    initialValues,
    edits: editsEntry(
      guardian,
      (stored) => valuesOf(stored, 'en'),
      () => call(guardianCalls.getGuardians, { student_id: student._id }),
    ),
    submit: async (fields, revision) => {
      const which = guardian ? { _id: guardian._id, revision } : {};
      await save.mutateAsync({ student_id: student._id, ...which, ...fields });
      notify.success(t('{name} was saved.', { name: fields.name }));
      onDone();
    },
  });
  const { values } = form;
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  return (
    <form {...formProps} aria-label={guardian ? t('Edit {name}', { name: guardian.name }) : t('New person')}>
      <Stack>
        <SimpleGrid minColWidth="clamp(13rem, 40%, 100%)" autoFlow="auto-fit">
          <TextInput
            label={t('Name')}
            required
            autoComplete="off"
            {...form.getInputProps('name')}
            ref={name}
          />
          <NativeSelect
            label={t('Relationship')}
            data={[
              { value: '', label: t('Not specified') },
              ...relationships.map((value) => ({ value, label: t(relationshipNames[value]) })),
            ]}
            {...form.getInputProps('relationship')}
          />
          <TextInput
            label={t('Email')}
            type="email"
            autoComplete="off"
            description={t('We send what they need to sign to this address.')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('email')}
          />
          <PhoneInput
            label={t('Phone')}
            autoComplete="off"
            {...form.getInputProps('phone')}
            value={values.phone}
            onChange={(typed) => form.setFieldValue('phone', typed)}
          />
          <NativeSelect
            label={t('Language of their emails')}
            data={Object.entries(locales).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('language')}
          />
        </SimpleGrid>
        {isForStaff && (
          <Checkbox
            label={t('May sign and consent for the student')}
            {...form.getInputProps('may_sign', { type: 'checkbox' })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Save person')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
