import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef } from 'react';

interface PersonFieldsProps {
  /** What the form gives a field: its value, its error, what it tells of. */
  field: (name: 'first_name' | 'last_name' | 'email') => object;
}

/** Who somebody is whose account others make: the form that has these begins with them. */
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

/** How they come to their password. */
export function InvitationNote() {
  return (
    <Text size="sm" c="dimmed">
      {t(
        'They get an email with a link to set a password. It works once, for 7 days; after that they can ask for a new one with Forgot password.',
      )}
    </Text>
  );
}
