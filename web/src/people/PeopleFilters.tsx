import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listCalls } from '@waypost/contract/lists/calls';
import { peopleCalls } from '@waypost/contract/people/calls';
import { type ApprovedChoice, filterYears } from '@waypost/contract/people/rules';
import { useState } from 'react';
import { callQuery, pageQuery } from '../client/queries.ts';
import { ManyChoices } from '../ui/ManyChoices.tsx';
import classes from './People.module.css';
import { startOf } from './people-filter.ts';
import type { PeopleSearch, SearchedRole } from './people-search.ts';

interface PeopleFiltersProps {
  role: SearchedRole;
  search: PeopleSearch;
  now: Date;
  onChange: (change: Partial<PeopleSearch>) => void;
}

/** The lists to choose from seldom change. */
const LASTS = { staleTime: 5 * 60_000 };
const names = (list: { name: string }[] | undefined) => (list ?? []).map(({ name }) => name);

const approvals: Record<ApprovedChoice, string> = {
  All: 'All',
  Approved: 'Approved',
  'Not Approved': 'Not approved',
  Waiting: 'Waiting for approval',
};

/** What narrows a list of people, by role (document 2, sections 7 and 9). */
export function PeopleFilters({ role, search, now, onChange }: PeopleFiltersProps) {
  const [open, setOpen] = useState(false);
  const schools = useQuery(callQuery(listCalls.getSchools, {}, LASTS));
  const programs = useQuery({ ...callQuery(listCalls.getPrograms, {}, LASTS), enabled: role !== 'Business' });
  const areas = useQuery({ ...callQuery(listCalls.getFocusAreas, {}, LASTS), enabled: role === 'Business' });
  const start = startOf(role, now);
  const approved = search.approved ?? start.approved;
  const year = search.year ?? start.year;
  const narrowed = Boolean(
    search.schools || search.programs || search.areas || search.approved || search.year !== undefined,
  );
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {role !== 'Teacher' && <WaitingToggle role={role} approved={approved} onChange={onChange} />}
        <Button
          variant="default"
          className={classes.filtersToggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Filters
        </Button>
      </Group>
      <div className={classes.filters} data-open={open || undefined}>
        <ManyChoices
          label={role === 'Business' ? 'Preferred schools' : 'Schools'}
          options={names(schools.data)}
          value={search.schools ?? []}
          onChange={(chosen) => onChange({ schools: chosen })}
        />
        {role === 'Business' ? (
          <ManyChoices
            label="Focus areas"
            options={names(areas.data)}
            value={search.areas ?? []}
            onChange={(chosen) => onChange({ areas: chosen })}
          />
        ) : (
          <ManyChoices
            label="Programs"
            options={names(programs.data)}
            value={search.programs ?? []}
            onChange={(chosen) => onChange({ programs: chosen })}
          />
        )}
        {role === 'Student' && (
          <NativeSelect
            label="Graduation year"
            value={`${year}`}
            onChange={({ currentTarget: { value } }) =>
              onChange({ year: value === 'All' ? 'All' : Number(value) })
            }
            data={['All', ...yearsWith(year, now)]}
          />
        )}
        {role !== 'Teacher' && (
          <NativeSelect
            label="Approval"
            value={approved}
            onChange={({ currentTarget: { value } }) => onChange({ approved: value as ApprovedChoice })}
            data={Object.entries(approvals).map(([value, label]) => ({ value, label }))}
          />
        )}
        {narrowed && (
          <Button variant="subtle" onClick={() => onChange(unnarrowed)}>
            Reset filters
          </Button>
        )}
      </div>
    </Stack>
  );
}

const unnarrowed: Partial<PeopleSearch> = {
  schools: undefined,
  programs: undefined,
  areas: undefined,
  approved: undefined,
  year: undefined,
};

// A year from a link that is not on the list is still to be seen.
function yearsWith(year: number | 'All', now: Date): string[] {
  const years = filterYears(now);
  const all = year === 'All' || years.includes(year) ? years : [...years, year].sort();
  return all.map(String);
}

interface WaitingToggleProps {
  role: 'Student' | 'Business';
  approved: ApprovedChoice;
  onChange: PeopleFiltersProps['onChange'];
}

/** Straight to those who wait for staff, of every year, whoever waits longest first; and back. */
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
      Waiting for approval{count === undefined ? '' : ` (${count.toLocaleString('en-US')})`}
    </Button>
  );
}
