import { Checkbox, Group, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { weekdays } from '@waypost/contract/opportunities/schedule';
import { wireName } from '@waypost/contract/wire-names';
import { FormSection } from './FormSection.tsx';
import type { SectionProps } from './sections.ts';

/** The form's section about a typical week (docs/behavior/opportunities.md#pay-and-schedule). */
export function ScheduleSection({ form, open }: SectionProps) {
  return (
    <FormSection
      title={t('Schedule and notes')}
      lead={t('Optional. Students look at this first when they choose where to apply.')}
      open={open}
    >
      <Checkbox.Group label={t('Days')} {...form.getInputProps('days')}>
        <Group gap="md" my={6}>
          {weekdays.map((day) => (
            <Checkbox key={day} value={day} label={wireName(day)} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        label={t('Hours a week')}
        inputMode="numeric"
        autoComplete="off"
        maw="14rem"
        {...form.getInputProps('hours_per_week')}
      />
      <TextInput
        label={t('What to wear')}
        placeholder={t('Closed-toe shoes; we lend safety glasses')}
        {...form.getInputProps('dress_notes')}
      />
      <TextInput
        label={t('Getting there')}
        placeholder={t('Bus 40 stops at the gate; parking is free')}
        {...form.getInputProps('transport_notes')}
      />
    </FormSection>
  );
}
