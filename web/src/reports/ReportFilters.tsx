import { t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';
import { ListChoice } from '../lists/ListChoice.tsx';
import { YearChoice } from '../people/YearChoice.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import type { ReportSearch } from './report-search.ts';

interface ReportFiltersProps<Choices> {
  search: Choices;
  onChange: (change: Partial<Choices>) => void;
  /** The report's default graduation year; undefined for a report without a year. */
  startYear?: number | 'All';
  now?: Date;
  /** The report's own filters, by their names in the query string; cleared with the others. */
  own?: readonly (keyof Choices)[];
  /** The controls of the report's own filters. */
  children?: ReactNode;
}

/**
 * A report's filters, kept in the query string: schools and programs, the graduation year if `startYear` is
 * given, and the report's own as children. With `useAddress(readReportSearch(sorts))`:
 *
 * ```tsx
 * const [search, choose] = useAddress(read);
 * <ReportFilters search={search} onChange={choose} startYear="All" now={now} />
 * ```
 */
export function ReportFilters<Choices extends ReportSearch>({
  search,
  onChange,
  startYear,
  now = new Date(),
  own = [],
  children,
}: ReportFiltersProps<Choices>) {
  const change = onChange as (change: Partial<ReportSearch>) => void;
  const choices = ['schools', 'programs', 'year', ...own] as (keyof Choices)[];
  const narrowed = choices.some((name) => search[name] !== undefined);
  const reset = () =>
    onChange(Object.fromEntries(choices.map((name) => [name, undefined])) as Partial<Choices>);
  return (
    <FilterBar
      onReset={narrowed ? reset : undefined}
      last={
        startYear !== undefined && (
          <YearChoice value={search.year ?? startYear} now={now} onChange={(year) => change({ year })} />
        )
      }
    >
      <ListChoice
        list="schools"
        label={t('Schools')}
        value={search.schools}
        onChange={(schools) => change({ schools })}
      />
      <ListChoice
        list="programs"
        label={t('Programs')}
        value={search.programs}
        onChange={(programs) => change({ programs })}
      />
      {children}
    </FilterBar>
  );
}
