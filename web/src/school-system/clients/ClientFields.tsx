import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '@waypost/contract/i18n';
import { NumberField } from '../../ui/NumberField.tsx';

/** The form's values: the number may be empty, or not a number yet. */
export interface ClientValues {
  full_name: string;
  short_name: string;
  max_users: number | string;
}

interface ClientFieldsProps {
  form: UseFormReturnType<ClientValues>;
  /** Called with the full name as it is typed. */
  onFullName?: (name: string) => void;
}

/**
 * The fields for a school system's names and maximum number of users, all required
 * (docs/behavior/clients.md#client-form).
 */
export function ClientFields({ form, onFullName }: ClientFieldsProps) {
  const fullName = form.getInputProps('full_name');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('Full name')}
        description={t('Such as Chesapeake Bay Public Schools')}
        withAsterisk
        autoComplete="off"
        {...fullName}
        onChange={(event) => {
          onFullName?.(event.currentTarget.value);
          fullName.onChange(event);
        }}
      />
      <TextInput
        label={t('Short name')}
        description={t('Such as CBPS')}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('short_name')}
      />
      <NumberField
        label={t('Maximum users')}
        placeholder="100"
        withAsterisk
        whole
        {...form.getInputProps('max_users')}
        value={form.values.max_users}
      />
    </SimpleGrid>
  );
}
