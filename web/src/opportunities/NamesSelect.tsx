import { t } from '@waypost/contract/i18n';
import { ManySelect } from '../ui/ManySelect.tsx';

interface NamesSelectProps {
  label: string;
  description: string;
  placeholder: string;
  nothingFound: string;
  names: string[];
  field: { value?: string[]; onChange: (names: string[]) => void };
}

export default function NamesSelect({
  label,
  description,
  placeholder,
  nothingFound,
  names,
  field,
}: NamesSelectProps) {
  // What was chosen before the list came, or has left it since, is shown as well.
  const data = [...new Set([...names, ...(field.value ?? [])])];
  return (
    <ManySelect
      label={label}
      description={description}
      {...(field.value?.length ? {} : { placeholder })}
      data={data}
      hidePickedOptions
      nothingFoundMessage={nothingFound}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label }) }}
      {...field}
    />
  );
}
