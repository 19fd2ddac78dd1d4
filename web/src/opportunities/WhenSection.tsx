import { NativeSelect, Radio, SimpleGrid, Stack } from '@mantine/core';
import { compensations, timeFrames } from '@waypost/contract/opportunities/rules';
import { DateField } from '../ui/DateField.tsx';
import { FormSection } from './FormSection.tsx';
import { withEndDate } from './form-state.ts';
import type { SectionProps } from './sections.ts';

const timeFrameChoices = [{ value: '', label: 'Choose a time frame' }, ...timeFrames];

/** When one may apply, when one works, and whether for pay. */
export function WhenSection({ form, open }: SectionProps) {
  const { values } = form;
  const apprenticeship = values.internship_type === 'Apprenticeship';
  return (
    <FormSection title="When and pay" lead="Students can apply through the closing day." open={open}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateField
          label="Applications open"
          required
          {...form.getInputProps('application_open')}
          value={values.application_open}
        />
        <DateField
          label="Applications close"
          required
          {...form.getInputProps('application_close')}
          value={values.application_close}
          onChange={(date) => form.setValues(withEndDate(values, 'application_close', date))}
          min={values.application_open}
        />
        <DateField
          label="Employment starts"
          required
          {...form.getInputProps('employment_start')}
          value={values.employment_start}
        />
        <DateField
          label="Employment stops"
          required
          {...form.getInputProps('employment_stop')}
          value={values.employment_stop}
          onChange={(date) => form.setValues(withEndDate(values, 'employment_stop', date))}
          min={values.employment_start}
        />
        <NativeSelect
          label="Time frame"
          required
          data={timeFrameChoices}
          {...form.getInputProps('time_frame')}
        />
        <Radio.Group
          label="Compensation"
          required
          {...(apprenticeship ? { description: 'An apprenticeship is always paid.' } : {})}
          {...form.getInputProps('paidUnpaid')}
        >
          <Stack gap="xs" my={6}>
            {compensations.map((each) => (
              <Radio key={each} value={each} label={each} disabled={apprenticeship} />
            ))}
          </Stack>
        </Radio.Group>
      </SimpleGrid>
    </FormSection>
  );
}
