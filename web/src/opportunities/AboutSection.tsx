import { Radio, Stack, TextInput } from '@mantine/core';
import { listCalls } from '@waypost/contract/lists/calls';
import { DESCRIPTION_WORDS, internshipTypes, MINIMUM_HOURS } from '@waypost/contract/opportunities/rules';
import { RichTextEditor } from '../ui/RichTextEditor.tsx';
import { FormSection } from './FormSection.tsx';
import { withInternshipType } from './form-state.ts';
import { NamesField } from './NamesField.tsx';
import type { SectionProps } from './sections.ts';

/** What is offered. */
export function AboutSection({ form, open }: SectionProps) {
  return (
    <FormSection title="What you offer" open={open}>
      <TextInput label="Title" required {...form.getInputProps('opportunity_title')} />
      <Radio.Group
        label="Type"
        required
        {...form.getInputProps('internship_type')}
        onChange={(type) => {
          const chosen = internshipTypes.find((each) => each === type);
          if (chosen) form.setValues(withInternshipType(chosen));
        }}
      >
        <Stack gap="xs" my={6}>
          <Radio
            value="Internship"
            label="Internship"
            description={`At least ${MINIMUM_HOURS.Internship} hours`}
          />
          <Radio
            value="Apprenticeship"
            label="Apprenticeship"
            description={`At least ${MINIMUM_HOURS.Apprenticeship} hours, always paid`}
          />
        </Stack>
      </Radio.Group>
      <RichTextEditor
        label="Short description"
        description="What students read first."
        required
        suggested={DESCRIPTION_WORDS}
        {...form.getInputProps('short_description')}
        value={form.values.short_description}
      />
      <RichTextEditor
        label="Skills required"
        required
        {...form.getInputProps('skills_required')}
        value={form.values.skills_required}
      />
      <RichTextEditor
        label="Full description"
        required
        {...form.getInputProps('full_description')}
        value={form.values.full_description}
      />
      <NamesField
        label="Focus areas"
        description="Students filter by these."
        placeholder="Choose focus areas"
        one="focus area"
        from={listCalls.getFocusAreas}
        field={form.getInputProps('focus_areas')}
      />
    </FormSection>
  );
}
