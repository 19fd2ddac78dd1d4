import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import type { useEntryForm } from './use-entry-form.ts';

interface EntryFrameProps {
  title: string;
  /** Whether the form adds an entry, and may stay open for another one. */
  isNew: boolean;
  entryForm: Pick<
    ReturnType<typeof useEntryForm<object, object>>,
    'formProps' | 'busy' | 'saveAndGoBack' | 'saveAndAddAnother'
  > & { form: { isDirty: () => boolean } };
  children: ReactNode;
}

/** The frame around the fields of a list's entry. */
export function EntryFrame({ title, isNew, entryForm, children }: EntryFrameProps) {
  const { formProps, busy, form, saveAndGoBack, saveAndAddAnother } = entryForm;
  const heading = useId();
  const fields = useRef<HTMLDivElement>(null);
  // Move the focus here: the form opens above the list, possibly far from the button that opened it.
  useEffect(() => fields.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby={heading}>
      <form {...formProps}>
        <Stack>
          <Title order={2} size="h3" id={heading}>
            {title}
          </Title>
          <Stack ref={fields}>{children}</Stack>
          <Group justify="flex-end" gap="sm">
            {isNew && (
              <Button type="submit" variant="default" disabled={busy} onClick={saveAndAddAnother}>
                {t('Save and Add Another')}
              </Button>
            )}
            <Button type="submit" loading={busy} onClick={saveAndGoBack}>
              {t('Save and Go Back')}
            </Button>
          </Group>
        </Stack>
      </form>
      <UnsavedChanges when={() => form.isDirty()} />
    </Paper>
  );
}
