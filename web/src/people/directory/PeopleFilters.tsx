import { Button } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { type ApprovedChoice, approvedChoices } from '@waypost/contract/people/directory/rules';
import { pageQuery } from '../../client/list-queries.ts';
import { ListChoice } from '../../school-system/lists/ListChoice.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { ApprovalChoice } from './ApprovalChoice.tsx';
import { startOf } from './people-filter.ts';
import type { PeopleSearch, SearchedRole } from './people-search.ts';
import { YearChoice } from './YearChoice.tsx';

interface PeopleFiltersProps {
  role: SearchedRole;
  search: PeopleSearch;
  now: Date;
  onChange: (change: Partial<PeopleSearch>) => void;
}

/** The filters of a list of people, by role (docs/behavior/people.md#lists). */
export function PeopleFilters({ role, search, now, onChange }: PeopleFiltersProps) {
  const start = startOf(role, search.approved, now);
  const approved = search.approved ?? start.approved;
  const year = search.year ?? start.year;
  const narrowed = Boolean(
    search.schools || search.programs || search.areas || search.approved || search.year !== undefined,
  );
  return (
    <FilterBar
      before={role !== 'Teacher' && <WaitingToggle role={role} approved={approved} onChange={onChange} />}
      onReset={narrowed ? () => onChange(unnarrowed) : undefined}
    >
      <ListChoice
        list="schools"
        label={role === 'Business' ? t('Preferred schools') : t('Schools')}
        value={search.schools}
        onChange={(schools) => onChange({ schools })}
      />
      {role === 'Business' ? (
        <ListChoice
          list="areas"
          label={t('Focus areas')}
          value={search.areas}
          onChange={(areas) => onChange({ areas })}
        />
      ) : (
        <ListChoice
          list="programs"
          label={t('Programs')}
          value={search.programs}
          onChange={(programs) => onChange({ programs })}
        />
      )}
      {role === 'Student' && (
        <YearChoice value={year} now={now} onChange={(chosen) => onChange({ year: chosen })} />
      )}
      {role !== 'Teacher' && (
        <ApprovalChoice
          choices={approvedChoices}
          value={approved}
          onChange={(chosen) => onChange({ approved: chosen })}
        />
      )}
    </FilterBar>
  );
}

const unnarrowed: Partial<PeopleSearch> = {
  schools: undefined,
  programs: undefined,
  areas: undefined,
  approved: undefined,
  year: undefined,
};

interface WaitingToggleProps {
  role: 'Student' | 'Business';
  approved: ApprovedChoice;
  onChange: PeopleFiltersProps['onChange'];
}

/** A toggle that shows the accounts waiting for staff, of every year, longest wait first. */
function WaitingToggle({ role, approved, onChange }: WaitingToggleProps) {
  const waiting = useQuery(pageQuery(peopleCalls.filterUsers, { role, approved: 'Waiting', limit: 1 }));
  const chosen = approved === 'Waiting';
  const count = waiting.data?.total;
  const show: Partial<PeopleSearch> = {
    approved: 'Waiting',
    year: role === 'Student' ? 'All' : undefined,
    sort: 'approved',
    down: undefined,
  };
  return (
    <Button
      variant={chosen ? 'filled' : 'default'}
      aria-pressed={chosen}
      leftSection={chosen ? <IconCheck size={18} aria-hidden /> : <IconClock size={18} aria-hidden />}
      onClick={() =>
        onChange(chosen ? { approved: undefined, year: undefined, sort: undefined, down: undefined } : show)
      }
    >
      {count === undefined
        ? t('Waiting for approval')
        : t('Waiting for approval ({count, number})', { count })}
    </Button>
  );
}
