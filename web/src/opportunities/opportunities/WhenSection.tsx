import { NativeSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { compensations, timeFrames } from '@waypost/contract/opportunities/opportunities/rules';
import { wireName } from '@waypost/contract/wire-names';
import { DateField } from '../../ui/DateField.tsx';
import { FormSection } from '../../ui/FormSection.tsx';
import { withEndDate } from './form-state.ts';
import type { SectionProps } from './sections.ts';

const timeFrameChoices = () => [
  { value: '', label: t('Not specified') },
  ...timeFrames.map((frame) => ({ value: frame, label: wireName(frame) })),
];

/** The form's section about the application and work dates, and pay. */
export function WhenSection({ form, open }: SectionProps) {
  const { values } = form;
  const apprenticeship = values.internship_type === 'Apprenticeship';
  return (
    <FormSection
      title={t('When and pay')}
      lead={t('Students can apply through the closing day.')}
      status={open}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateField
          label={t('Applications open')}
          required
          {...form.getInputProps('application_open')}
          value={values.application_open}
        />
        <DateField
          label={t('Applications close')}
          required
          {...form.getInputProps('application_close')}
          value={values.application_close}
          onChange={(date) => form.setValues(withEndDate(values, 'application_close', date))}
          min={values.application_open}
        />
        <DateField
          label={t('Employment starts')}
          required
          {...form.getInputProps('employment_start')}
          value={values.employment_start}
        />
        <DateField
          label={t('Employment stops')}
          required
          {...form.getInputProps('employment_stop')}
          value={values.employment_stop}
          onChange={(date) => form.setValues(withEndDate(values, 'employment_stop', date))}
          min={values.employment_start}
        />
        <NativeSelect
          label={t('Time frame')}
          data={timeFrameChoices()}
          {...form.getInputProps('time_frame')}
        />
        <Radio.Group
          label={t('Compensation')}
          {...(apprenticeship ? { description: t('An apprenticeship is always paid.') } : {})}
          {...form.getInputProps('paidUnpaid')}
        >
          <Stack gap="xs" my={6}>
            {[...compensations, ''].map((each) => (
              <Radio
                key={each}
                value={each}
                label={each ? wireName(each) : t('Not specified')}
                disabled={apprenticeship}
              />
            ))}
          </Stack>
        </Radio.Group>
        {values.paidUnpaid === 'Paid' && (
          <>
            <TextInput
              label={t('Pay per hour, from')}
              description={t('In dollars. Leave it empty if you’d rather not say.')}
              inputMode="decimal"
              autoComplete="off"
              leftSection="$"
              {...form.getInputProps('pay_from')}
            />
            <TextInput
              label={t('Pay per hour, to')}
              description={t('Leave it empty if there’s only one amount.')}
              inputMode="decimal"
              autoComplete="off"
              leftSection="$"
              {...form.getInputProps('pay_to')}
            />
          </>
        )}
      </SimpleGrid>
    </FormSection>
  );
}
