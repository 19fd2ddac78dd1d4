import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { ManySelect } from '../../ui/ManySelect.tsx';

interface NamesSelectProps {
  label: string;
  description: string;
  placeholder: string;
  nothingFound: string;
  names: string[];
  /** How a name is shown. It is found by this and by the original. */
  nameOf: (name: string) => string;
  field: { value?: string[]; onChange: (names: string[]) => void };
}

export default function NamesSelect({
  label,
  description,
  placeholder,
  nothingFound,
  names,
  nameOf,
  field,
}: NamesSelectProps) {
  // Include selected names that are not loaded yet, or no longer on the list.
  const data = [...new Set([...names, ...(field.value ?? [])])];
  return (
    <ManySelect
      label={label}
      description={description}
      {...(field.value?.length ? {} : { placeholder })}
      data={data.map((name) => ({ value: name, label: nameOf(name) }))}
      filter={inEither}
      hidePickedOptions
      nothingFoundMessage={nothingFound}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
      {...field}
    />
  );
}

const inEither: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  return (options as ComboboxItem[]).filter(({ label, value }) =>
    [label, value].some((text) => text.toLowerCase().includes(wanted)),
  );
};
