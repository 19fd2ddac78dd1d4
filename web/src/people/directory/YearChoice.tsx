import { NativeSelect } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { filterYears } from '@waypost/contract/people/directory/rules';

interface YearChoiceProps {
  value: number | 'All';
  now: Date;
  onChange: (year: number | 'All') => void;
}

/** Filters a list by graduation year (docs/behavior/reports.md#filters). */
export function YearChoice({ value, now, onChange }: YearChoiceProps) {
  return (
    <NativeSelect
      label={t('Graduation year')}
      value={`${value}`}
      onChange={({ currentTarget: { value: year } }) => onChange(year === 'All' ? year : Number(year))}
      data={[{ value: 'All', label: t('All') }, ...yearsWith(value, now)]}
    />
  );
}

// Add the URL's year if the list lacks it.
function yearsWith(year: number | 'All', now: Date): string[] {
  const years = filterYears(now);
  const all = year === 'All' || years.includes(year) ? years : [...years, year].sort();
  return all.map(String);
}
