import { NativeSelect } from '@mantine/core';
import { currentLocale, t } from '@waypost/contract/i18n';
import { reportCalls } from '@waypost/contract/reports/calls';
import {
  type InternshipChoice,
  internshipChoices,
  statusReportYear,
  statusSorts,
} from '@waypost/contract/reports/rules';
import { useMemo } from 'react';
import { oneOf, useAddress } from '../client/address.ts';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportScreen } from './ReportScreen.tsx';
import { type ReportSearch, readReportSearch } from './report-search.ts';
import { statusColumns, statusCsv } from './status-columns.tsx';

interface StatusSearch extends ReportSearch<(typeof statusSorts)[number]> {
  type?: InternshipChoice | undefined;
}

const readShared = readReportSearch(statusSorts);
const read = (search: Record<string, unknown>): StatusSearch => ({
  ...readShared(search),
  type: oneOf(internshipChoices, search.type),
});

/**
 * How far every student's placement is: who is behind, and what is waiting for staff
 * (docs/behavior/reports.md#work-based-learning-status).
 */
export default function StatusReportScreen() {
  const [search, choose] = useAddress(read);
  const now = useMemo(() => new Date(), []);
  const { schools = [], programs = [], year = statusReportYear(now), type = 'All' } = search;
  const { sort = 'name', down = false } = search;
  return (
    <ReportScreen
      title={t('Work-Based Learning Status')}
      wide="very"
      call={reportCalls.filterInternshipStatus}
      filter={{
        role: 'Student',
        school_attending: schools,
        affiliated_program: programs,
        graduation_year: year,
        internship_type: type,
        sort,
        descending: down,
      }}
      filters={
        <ReportFilters
          search={search}
          onChange={choose}
          startYear={statusReportYear(now)}
          now={now}
          own={['type']}
        >
          <NativeSelect
            label={t('Internship Type')}
            value={type}
            onChange={({ currentTarget: { value } }) => choose({ type: oneOf(internshipChoices, value) })}
            data={[...internshipChoices]}
          />
        </ReportFilters>
      }
      columns={statusColumns}
      count={(n) =>
        t('{n} {n2, plural, one {placement} other {placements}}', {
          n: n.toLocaleString(currentLocale()),
          n2: n,
        })
      }
      empty={t('No Work-Based Learning Activities Match These Filters')}
      sort={{ key: sort, descending: down }}
      onSort={({ key, descending }) =>
        choose({ sort: oneOf(statusSorts, key), down: descending || undefined })
      }
      csv={{ name: 'student_internship_status', columns: statusCsv }}
    />
  );
}
