import { Alert, Group, NativeSelect, Radio, SimpleGrid, Text, TextInput } from '@mantine/core';
import { opportunityTypes } from '@waypost/contract/opportunities/rules';
import type { Location } from '@waypost/contract/profiles/calls';
import { states } from '@waypost/contract/states';
import { FormSection } from './FormSection.tsx';
import { type AddressField, withAddress, withFormat } from './form-state.ts';
import type { SectionProps } from './sections.ts';

interface WhereSectionProps extends SectionProps {
  /** The business's own address, from which a new place starts. */
  home: Location;
}

const stateChoices = [
  { value: '', label: 'Choose a state' },
  ...Object.entries(states).map(([value, label]) => ({ value, label })),
];

/** Where the work is done; Virtual work has no address. */
export function WhereSection({ form, open, home }: WhereSectionProps) {
  const { values } = form;
  const address = (field: AddressField) => ({
    required: true,
    ...form.getInputProps(field),
    onChange: (event: { currentTarget: { value: string } }) => {
      form.setValues(withAddress(field, event.currentTarget.value));
      form.clearFieldError(field);
    },
  });
  return (
    <FormSection title="Where" open={open}>
      <Radio.Group
        label="Format"
        required
        {...form.getInputProps('opportunity_type')}
        onChange={(type) => {
          const chosen = opportunityTypes.find((each) => each === type);
          if (chosen) form.setValues(withFormat(form.values, chosen, home));
        }}
      >
        <Group gap="lg" my={6}>
          {opportunityTypes.map((type) => (
            <Radio key={type} value={type} label={type} />
          ))}
        </Group>
      </Radio.Group>
      {values.opportunity_type === 'Virtual' ? (
        <Text size="sm" c="dimmed">
          Students work from anywhere: a virtual opportunity has no address.
        </Text>
      ) : (
        <>
          <TextInput label="Street" autoComplete="off" {...address('street')} />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput label="City" autoComplete="off" {...address('city')} />
            <NativeSelect label="State" data={stateChoices} {...address('state')} />
            <TextInput label="ZIP code" inputMode="numeric" autoComplete="off" {...address('zip')} />
          </SimpleGrid>
          {values.userOverwroteLocation && (
            <Alert variant="light" p="sm">
              It stands on the map where you put the pin in your profile. If you change the address, its place
              is looked up anew.
            </Alert>
          )}
        </>
      )}
    </FormSection>
  );
}
