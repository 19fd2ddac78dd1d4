import { NativeSelect } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { type FilterUsersInput, peopleCalls } from '@waypost/contract/people/directory/calls';
import {
  type ApprovedChoice,
  approvedChoices,
  type PlacementChoice,
  placementChoices,
} from '@waypost/contract/people/directory/rules';
import { oneOf, useAddress } from '../../client/search-params.ts';
import { ApprovalChoice } from '../../people/directory/ApprovalChoice.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportScreen } from './ReportScreen.tsx';
import { type ReportSearch, readReportSearch, resetOf } from './report-search.ts';
import { studentColumns, studentCsv } from './student-report-columns.tsx';

/**
 * The sortable columns. A student's counts are computed only for the rows shown, so they cannot be sorted
 * by.
 */
const sorts = ['name', 'school_attending', 'graduation_year', 'approved'] as const;

interface StudentSearch extends ReportSearch<(typeof sorts)[number]> {
  approved?: ApprovedChoice | undefined;
  placement?: PlacementChoice | undefined;
}

const readShared = readReportSearch(sorts);
const read = (search: Record<string, unknown>): StudentSearch => ({
  ...readShared(search),
  approved: oneOf(approvedChoices, search.approved),
  placement: oneOf(placementChoices, search.placement),
});

const placements: Record<PlacementChoice, Message> = {
  All: msg('All'),
  Placed: msg('Placed now'),
  Completed: msg('Completed a placement'),
  Applied: msg('Applied, no placement'),
  'Not Applied': msg('Not applied yet'),
  'Ever Applied': msg('Applied, with or without a placement'),
  'Ever Placed': msg('Placed now or before'),
  'On Pace': msg('On pace or completed'),
  'Ever Completed': msg('Completed, placed again or not'),
};

const toFilter = (search: StudentSearch): FilterUsersInput => ({
  role: 'Student',
  with: 'report',
  school_attending: search.schools ?? [],
  affiliated_program: search.programs ?? [],
  graduation_year: search.year ?? 'All',
  approved: search.approved ?? 'All',
  placement: search.placement ?? 'All',
  sort: search.sort ?? 'name',
  descending: search.down ?? false,
});

/**
 * The Student Report: each student's progress (docs/behavior/reports.md#student-report;
 * docs/decisions/0017-business-and-student-reports.md).
 */
export default function StudentReportScreen() {
  const [search, choose] = useAddress(read);
  const reset = resetOf(search, choose, ['schools', 'programs', 'year', 'approved', 'placement']);
  const filter = toFilter(search);
  return (
    <ReportScreen
      title={t('Student Report')}
      lead={t(
        'Who has applied, who is placed where, and who hasn’t started. Last activity counts only what students do themselves.',
      )}
      call={peopleCalls.filterUsers}
      filter={filter}
      onReset={reset}
      filters={
        <ReportFilters search={search} onChange={choose} startYear="All" onReset={reset}>
          <NativeSelect
            label={t('Placement')}
            value={search.placement ?? 'All'}
            onChange={({ currentTarget: { value } }) => choose({ placement: oneOf(placementChoices, value) })}
            data={placementChoices.map((choice) => ({ value: choice, label: t(placements[choice]) }))}
          />
          <ApprovalChoice
            choices={approvedChoices}
            value={search.approved ?? 'All'}
            onChange={(approved) => choose({ approved })}
          />
        </ReportFilters>
      }
      columns={studentColumns}
      count={(n) => t('{n} {n2, plural, one {student} other {students}}', { n: showNumber(n), n2: n })}
      empty={t('No Students Match These Filters')}
      sort={{ key: search.sort ?? 'name', descending: search.down ?? false }}
      onSort={({ key, descending }) => choose({ sort: oneOf(sorts, key), down: descending || undefined })}
      csv={{ name: 'student_report', columns: studentCsv }}
    />
  );
}
