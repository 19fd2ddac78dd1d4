import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { noteFields, opportunityNotes } from '@waypost/contract/opportunities/opportunities/notes';
import { weekdays } from '@waypost/contract/opportunities/opportunities/schedule';
import { wireName } from '@waypost/contract/wire-names';
import { FormSection } from '../../ui/FormSection.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { SectionProps } from './sections.ts';

/** The form's section about a typical week (docs/behavior/opportunities.md#pay-and-schedule). */
export function ScheduleSection({ form, open }: SectionProps) {
  const { values } = form;
  const hasEntry =
    values.days.length > 0 ||
    values.hours_per_week !== '' ||
    noteFields.some((field) => values[field] !== '');
  return (
    <FormSection
      title={t('Schedule and notes')}
      lead={t('Optional. Students look at this first when they choose where to apply.')}
      status={open === 0 && !hasEntry ? <StatusBadge tone="plain">{t('Optional')}</StatusBadge> : open}
    >
      <Checkbox.Group label={t('Days')} {...form.getInputProps('days')}>
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="md" verticalSpacing="md" my={6}>
          {weekdays.map((day) => (
            <Checkbox key={day} value={day} label={wireName(day)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <TextInput
        label={t('Hours a week')}
        inputMode="numeric"
        autoComplete="off"
        maw="14rem"
        {...form.getInputProps('hours_per_week')}
      />
      {noteFields.map((field) => (
        <TextInput
          key={field}
          label={t(opportunityNotes[field].name)}
          placeholder={t(opportunityNotes[field].example)}
          {...form.getInputProps(field)}
        />
      ))}
    </FormSection>
  );
}
