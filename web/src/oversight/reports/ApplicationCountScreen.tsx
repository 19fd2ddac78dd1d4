import { t } from '@waypost/contract/i18n';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { applicationCountSorts } from '@waypost/contract/oversight/reports/rules';
import { oneOf, useAddress } from '../../client/search-params.ts';
import { showNumber } from '../../ui/numbers.ts';
import { applicationColumns, applicationCsv } from './application-columns.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportScreen } from './ReportScreen.tsx';
import { readReportSearch, resetOf } from './report-search.ts';

const read = readReportSearch(applicationCountSorts);

/**
 * Who applied, how often and when last, including those who never did
 * (docs/behavior/reports.md#student-application-count).
 */
export default function ApplicationCountScreen() {
  const [search, choose] = useAddress(read);
  const reset = resetOf(search, choose, ['schools', 'programs', 'year']);
  const { schools, programs, year = 'All', sort = 'name', down = false } = search;
  return (
    <ReportScreen
      title={t('Student Application Count')}
      lead={t('How many times each student has applied, and when they last did.')}
      call={reportCalls.filterApplicationCount}
      filter={{
        role: 'Student',
        school_attending: schools ?? null,
        affiliated_program: programs ?? null,
        graduation_year: year,
        sort,
        descending: down,
      }}
      onReset={reset}
      filters={<ReportFilters search={search} onChange={choose} onReset={reset} startYear="All" />}
      columns={applicationColumns}
      wide={false}
      count={(n) => t('{n} {n2, plural, one {student} other {students}}', { n: showNumber(n), n2: n })}
      empty={t('No Work-Based Learning Opportunities Match These Filters')}
      sort={{ key: sort, descending: down }}
      onSort={({ key, descending }) =>
        choose({ sort: oneOf(applicationCountSorts, key), down: descending || undefined })
      }
      csv={{ name: 'student_application_count', columns: applicationCsv }}
    />
  );
}
