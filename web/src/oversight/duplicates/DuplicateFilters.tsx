import { t } from '@waypost/contract/i18n';
import { duplicateApprovals } from '@waypost/contract/oversight/duplicates/rules';
import { useUser } from '../../client/session.ts';
import { ApprovalChoice } from '../../people/directory/ApprovalChoice.tsx';
import { ListChoice } from '../../school-system/lists/ListChoice.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { type DuplicatesSearch, isNarrowed } from './duplicates-search.ts';

interface DuplicateFiltersProps {
  search: DuplicatesSearch;
  onChange: (change: Partial<DuplicatesSearch>) => void;
}

const unnarrowed: DuplicatesSearch = { schools: undefined, areas: undefined, approved: undefined };

/**
 * The filters of both tables. Schools and focus areas belong to a school system, so a SuperAdmin has none
 * to choose from.
 */
export function DuplicateFilters({ search, onChange }: DuplicateFiltersProps) {
  const isAdmin = useUser().role === 'Admin';
  return (
    <FilterBar
      onReset={isNarrowed(search) ? () => onChange(unnarrowed) : undefined}
      last={
        <ApprovalChoice
          choices={duplicateApprovals}
          value={search.approved ?? 'All'}
          onChange={(approved) => onChange({ approved })}
        />
      }
    >
      {isAdmin && (
        <>
          <ListChoice
            list="schools"
            label={t('Schools')}
            value={search.schools}
            onChange={(schools) => onChange({ schools })}
          />
          <ListChoice
            list="areas"
            label={t('Focus areas')}
            value={search.areas}
            onChange={(areas) => onChange({ areas })}
          />
        </>
      )}
    </FilterBar>
  );
}
