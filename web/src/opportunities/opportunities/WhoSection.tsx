import { Radio, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { audiences } from '@waypost/contract/opportunities/opportunities/rules';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { Suspense } from 'react';
import { FormSection } from '../../ui/FormSection.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { readSlots, withAudience, withStudents } from './form-state.ts';
import { NamesField } from './NamesField.tsx';
import type { SectionProps } from './sections.ts';

// Most opportunities are open to all.
const StudentPicker = lazyPart(() => import('./StudentPicker.tsx'));

interface WhoSectionProps extends SectionProps {
  /** A restricted opportunity stays restricted (docs/behavior/opportunities.md#audience). */
  audienceStays: boolean;
}

/** The form's section about the audience and the number of spots. */
export function WhoSection({ form, open, audienceStays }: WhoSectionProps) {
  const { values } = form;
  const restricted = values.audience === 'Specific';
  return (
    <FormSection title={t('Who can apply')} status={open}>
      <Radio.Group
        label={t('Audience')}
        required
        {...form.getInputProps('audience')}
        {...(audienceStays ? { description: t('This stays open only to chosen students.') } : {})}
        onChange={(audience) => {
          const chosen = audiences.find((each) => each === audience);
          if (chosen) form.setValues(withAudience(form.values, chosen));
        }}
      >
        <Stack gap="xs" my={6}>
          <Radio
            value="Open"
            label={t('Open')}
            description={t('Every student in your school system can apply')}
            disabled={audienceStays}
          />
          <Radio
            value="Specific"
            label={t('Specific students')}
            description={t('Each student you choose gets an offer right away')}
            disabled={audienceStays}
          />
        </Stack>
      </Radio.Group>
      {restricted ? (
        <Suspense fallback={<Skeleton height={108} />}>
          <StudentPicker
            students={values.selected_students}
            onChange={(students) => {
              form.setValues(withStudents(students));
              form.clearFieldError('student_ids');
            }}
            error={form.errors.student_ids}
          />
        </Suspense>
      ) : (
        <TextInput
          label={t('Spots available')}
          required
          inputMode="numeric"
          autoComplete="off"
          maw="14rem"
          {...form.getInputProps('available_slots')}
          value={String(values.available_slots)}
          onChange={(event) => form.setFieldValue('available_slots', readSlots(event.currentTarget.value))}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NamesField
          label={t('Schools')}
          description={t('Schools you’d like students from.')}
          placeholder={t('All schools')}
          nothingFound={t('No school found')}
          from={listCalls.getSchools}
          field={form.getInputProps('schools')}
        />
        <NamesField
          label={t('Programs')}
          description={t('Suitable programs.')}
          placeholder={t('All programs')}
          nothingFound={t('No program found')}
          from={listCalls.getPrograms}
          field={form.getInputProps('programs')}
        />
      </SimpleGrid>
    </FormSection>
  );
}
