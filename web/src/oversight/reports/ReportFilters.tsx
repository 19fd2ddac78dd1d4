import { t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';
import { YearChoice } from '../../people/directory/YearChoice.tsx';
import { ListChoice } from '../../school-system/lists/ListChoice.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import type { ReportSearch } from './report-search.ts';

interface ReportFiltersProps<Choices> {
  search: Choices;
  onChange: (change: Partial<Choices>) => void;
  /** The report's default graduation year; undefined for a report without a year. */
  startYear?: number | 'All';
  now?: Date;
  /** Resets all filters: `resetOf`. */
  onReset: (() => void) | undefined;
  /** The controls of the report's own filters. */
  children?: ReactNode;
}

/**
 * A report's filters, kept in the query string: schools and programs, the graduation year if `startYear` is
 * given, and the report's own as children. With `useAddress(readReportSearch(sorts))`:
 *
 * ```tsx
 * const [search, choose] = useAddress(read);
 * const reset = resetOf(search, choose, ['schools', 'programs', 'year']);
 * <ReportFilters search={search} onChange={choose} onReset={reset} startYear="All" now={now} />
 * ```
 */
export function ReportFilters<Choices extends ReportSearch>({
  search,
  onChange,
  startYear,
  now = new Date(),
  onReset,
  children,
}: ReportFiltersProps<Choices>) {
  const change = onChange as (change: Partial<ReportSearch>) => void;
  return (
    <FilterBar
      onReset={onReset}
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
