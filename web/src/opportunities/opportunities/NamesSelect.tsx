import { t } from '@waypost/contract/i18n';
import { byLabelOrValue } from '../../client/choice-filter.ts';
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
      filter={byLabelOrValue}
      hidePickedOptions
      nothingFoundMessage={nothingFound}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
      {...field}
    />
  );
}
