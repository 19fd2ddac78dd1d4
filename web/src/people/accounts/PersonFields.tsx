import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef } from 'react';

interface PersonFieldsProps {
  /** The form's props for a field: its value, its error, its events. */
  field: (name: 'first_name' | 'last_name' | 'email') => object;
}

/** The first fields of a form that an administrator fills in for someone else. */
export function PersonFields({ field }: PersonFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        ref={first}
        label={t('First name')}
        withAsterisk
        autoComplete="off"
        {...field('first_name')}
      />
      <TextInput label={t('Last name')} withAsterisk autoComplete="off" {...field('last_name')} />
      <TextInput label={t('Email')} type="email" withAsterisk autoComplete="off" {...field('email')} />
    </SimpleGrid>
  );
}

/** How the person gets a password. */
export function InvitationNote() {
  return (
    <Text size="sm" c="dimmed">
      {t(
        'They get an email with a link to set a password. It works once, for 7 days. After that, they can get a new one with “Forgot your password?”',
      )}
    </Text>
  );
}
