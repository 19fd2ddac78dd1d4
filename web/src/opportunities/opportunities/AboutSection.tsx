import { Radio, Stack, TextInput } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import {
  DESCRIPTION_WORDS,
  internshipTypes,
  MINIMUM_HOURS,
} from '@waypost/contract/opportunities/opportunities/rules';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { FormSection } from '../../ui/FormSection.tsx';
import { RichTextEditor } from '../../ui/RichTextEditor.tsx';
import { withInternshipType } from './form-state.ts';
import { NamesField } from './NamesField.tsx';
import type { SectionProps } from './sections.ts';

/** The form's section about the opportunity itself. */
export function AboutSection({ form, open }: SectionProps) {
  return (
    <FormSection title={t('What you offer')} status={open}>
      <TextInput label={t('Title')} required {...form.getInputProps('opportunity_title')} />
      <Radio.Group
        label={t('Type')}
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
            label={t('Internship')}
            description={t('At least {internship} hours', { internship: MINIMUM_HOURS.Internship })}
          />
          <Radio
            value="Apprenticeship"
            label={t('Apprenticeship')}
            description={t('At least {apprenticeship} hours, always paid', {
              apprenticeship: MINIMUM_HOURS.Apprenticeship,
            })}
          />
        </Stack>
      </Radio.Group>
      <RichTextEditor
        label={t('Short description')}
        description={t('What students read first.')}
        required
        suggested={DESCRIPTION_WORDS}
        {...form.getInputProps('short_description')}
        value={form.values.short_description}
      />
      <RichTextEditor
        label={t('Skills required')}
        required
        {...form.getInputProps('skills_required')}
        value={form.values.skills_required}
      />
      <RichTextEditor
        label={t('Full description')}
        required
        {...form.getInputProps('full_description')}
        value={form.values.full_description}
      />
      <NamesField
        label={t('Focus areas')}
        description={t('Students filter by these.')}
        placeholder={t('Choose focus areas')}
        nothingFound={t('No focus area found')}
        from={listCalls.getFocusAreas}
        field={form.getInputProps('focus_areas')}
      />
    </FormSection>
  );
}
