import { Group, Radio, Text } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Location } from '@waypost/contract/location';
import { opportunityTypes } from '@waypost/contract/opportunities/opportunities/rules';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { wireName } from '@waypost/contract/wire-names';
import { isSameAddress } from '../../school-system/lists/address-changes.ts';
import { LocationFields } from '../../school-system/lists/LocationFields.tsx';
import { FormSection } from '../../ui/FormSection.tsx';
import { placeOf, withAddress, withFormat, withPin, withPlace } from './form-state.ts';
import type { SectionProps } from './sections.ts';

interface WhereSectionProps extends SectionProps {
  /** The business's own address, the default for a new location. */
  home: Location;
}

/** The form's section about the location, with a pin on the map; Virtual work has no address. */
export function WhereSection({ form, open, home }: WhereSectionProps) {
  const { values, errors } = form;
  return (
    <FormSection title={t('Where')} status={open}>
      <Radio.Group
        label={t('Format')}
        required
        {...form.getInputProps('opportunity_type')}
        onChange={(type) => {
          const chosen = opportunityTypes.find((each) => each === type);
          if (chosen) form.setValues(withFormat(chosen, home));
        }}
      >
        <Group gap="lg" my={6}>
          {opportunityTypes.map((type) => (
            <Radio key={type} value={type} label={wireName(type)} />
          ))}
        </Group>
      </Radio.Group>
      {values.opportunity_type === 'Virtual' ? (
        <Text size="sm" c="dimmed">
          {t('Students work remotely, so a virtual opportunity has no address.')}
        </Text>
      ) : (
        <LocationFields
          value={placeOf(values)}
          isSaved={isSameAddress(values, form.getInitialValues())}
          errors={{ street: errors.street, city: errors.city, state: errors.state, zip: errors.zip }}
          onChange={(field, text) => {
            form.setValues(withAddress(field, text));
            form.clearFieldError(field);
          }}
          onFill={(fields) => {
            form.setValues(withPlace(fields));
            for (const field of Object.keys(fields)) form.clearFieldError(field);
          }}
          onBlur={(field) => void form.validateField(field)}
          onMovePin={(to) => form.setValues(withPin(to))}
          nearby={isPlaced(home) ? home : undefined}
          shown
          name={t('Workplace')}
          isOwn={false}
        />
      )}
    </FormSection>
  );
}
