import { NativeSelect } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { type FilterUsersInput, peopleCalls } from '@waypost/contract/people/directory/calls';
import {
  type ActivityChoice,
  type ApprovedChoice,
  activityChoices,
  approvedChoices,
  sinceYears,
} from '@waypost/contract/people/directory/rules';
import { oneOf, textsIn, useAddress, yearIn } from '../../client/search-params.ts';
import { ApprovalChoice } from '../../people/directory/ApprovalChoice.tsx';
import { ListChoice } from '../../school-system/lists/ListChoice.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { businessColumns, businessCsv } from './business-report-columns.tsx';
import { ReportScreen } from './ReportScreen.tsx';
import { resetOf } from './report-search.ts';

const sorts = [
  'name',
  'approved',
  'createdAt',
  'open_opportunities',
  'pending_applicants',
  'interns',
  'completed',
] as const;

/** The report's query string; default values are left out. */
interface BusinessSearch {
  areas?: string[] | undefined;
  schools?: string[] | undefined;
  activity?: ActivityChoice | undefined;
  approved?: ApprovedChoice | undefined;
  since?: number | undefined;
  sort?: (typeof sorts)[number] | undefined;
  down?: true | undefined;
}

const read = (search: Record<string, unknown>): BusinessSearch => ({
  areas: textsIn(search.areas),
  schools: textsIn(search.schools),
  activity: oneOf(activityChoices, search.activity),
  approved: oneOf(approvedChoices, search.approved),
  since: yearIn(search.since),
  sort: oneOf(sorts, search.sort),
  down: search.down === true || undefined,
});

const activities: Record<ActivityChoice, Message> = {
  All: msg('All'),
  Hosting: msg('Hosting interns'),
  Recruiting: msg('Open to applications'),
  Neither: msg('Neither'),
};

const toFilter = (search: BusinessSearch): FilterUsersInput => ({
  role: 'Business',
  with: 'report',
  focus_areas: search.areas ?? [],
  schools: search.schools ?? [],
  activity: search.activity ?? 'All',
  approved: search.approved ?? 'All',
  since: search.since,
  sort: search.sort ?? 'name',
  descending: search.down ?? false,
});

/**
 * The Business Report: each business's opportunities and interns (docs/behavior/reports.md#business-report;
 * docs/decisions/0017-business-and-student-reports.md).
 */
export default function BusinessReportScreen() {
  const [search, choose] = useAddress(read);
  const filter = toFilter(search);
  const reset = resetOf(search, choose, ['areas', 'schools', 'activity', 'approved', 'since']);
  return (
    <ReportScreen
      title={t('Business Report')}
      lead={t('What each business offers, who has applied, and who it hosts.')}
      call={peopleCalls.filterUsers}
      filter={filter}
      onReset={reset}
      filters={<BusinessFilters search={search} onChange={choose} onReset={reset} />}
      columns={businessColumns}
      count={(n) =>
        t('{n} {n2, plural, one {business} other {businesses}}', {
          n: showNumber(n),
          n2: n,
        })
      }
      empty={t('No Businesses Match These Filters')}
      sort={{ key: search.sort ?? 'name', descending: search.down ?? false }}
      onSort={({ key, descending }) => choose({ sort: oneOf(sorts, key), down: descending || undefined })}
      csv={{ name: 'business_report', columns: businessCsv }}
    />
  );
}

interface BusinessFiltersProps {
  search: BusinessSearch;
  onChange: (change: Partial<BusinessSearch>) => void;
  onReset: (() => void) | undefined;
}

function BusinessFilters({ search, onChange, onReset }: BusinessFiltersProps) {
  const { areas, schools, activity, approved, since } = search;
  return (
    <FilterBar onReset={onReset}>
      <ListChoice
        list="areas"
        label={t('Focus areas')}
        value={areas}
        onChange={(chosen) => onChange({ areas: chosen })}
      />
      <ListChoice
        list="schools"
        label={t('Preferred schools')}
        value={schools}
        onChange={(chosen) => onChange({ schools: chosen })}
      />
      <NativeSelect
        label={t('Now')}
        value={activity ?? 'All'}
        onChange={({ currentTarget: { value } }) => onChange({ activity: oneOf(activityChoices, value) })}
        data={activityChoices.map((choice) => ({ value: choice, label: t(activities[choice]) }))}
      />
      <ApprovalChoice
        choices={approvedChoices}
        value={approved ?? 'All'}
        onChange={(chosen) => onChange({ approved: chosen })}
      />
      <NativeSelect
        label={t('On Waypost since')}
        value={since ?? 'All'}
        onChange={({ currentTarget: { value } }) => onChange({ since: Number(value) || undefined })}
        data={[{ value: 'All', label: t('All') }, ...yearsWith(since).map(String)]}
      />
    </FilterBar>
  );
}

// Include a year from the URL that is not on the list.
function yearsWith(since: number | undefined): number[] {
  const years = sinceYears(new Date());
  return since === undefined || years.includes(since) ? years : [...years, since];
}
