import { Button, Group, Paper, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/people/profiles/calls';
import { StaffProfile } from '@waypost/contract/people/profiles/forms';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { staffValues } from './form-values.ts';
import type { FormVariant } from './form-variant.ts';
import { TestResult } from './TestResult.tsx';
import { useProfileForm } from './use-profile-form.ts';

/** A first and a last name: the whole profile of staff (docs/behavior/profiles.md#staff-form). */
export function StaffForm({ user, variant }: { user: User; variant: FormVariant }) {
  const testing = variant === 'test';
  const profile = useProfileForm({ user, schema: StaffProfile, toValues: staffValues, testing });
  const { form, formProps, busy, draft, hasUnsaved, wouldSave } = profile;
  return (
    <form {...formProps}>
      <Stack>
        {draft.restored && <DraftNotice onDiscard={draft.discard} />}
        <Paper withBorder p="lg">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('First name')}
              required
              autoComplete="given-name"
              {...form.getInputProps('first_name')}
            />
            <TextInput
              label={t('Last name')}
              required
              autoComplete="family-name"
              {...form.getInputProps('last_name')}
            />
          </SimpleGrid>
          <Group mt="lg">
            <Button type="submit" loading={busy}>
              {testing ? t('Check the form') : t('Save profile')}
            </Button>
          </Group>
        </Paper>
        {wouldSave && <TestResult profile={wouldSave} />}
      </Stack>
      <UnsavedChanges when={hasUnsaved} hasDraft />
    </form>
  );
}
