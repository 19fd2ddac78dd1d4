import { NativeSelect } from '@mantine/core';
import { reportCalls } from '@waypost/contract/reports/calls';
import { type Availability, availabilities, opportunityReportSorts } from '@waypost/contract/reports/rules';
import { useMemo } from 'react';
import { oneOf, useAddress } from '../client/address.ts';
import { opportunityColumns, opportunityCsv } from './opportunity-columns.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportScreen } from './ReportScreen.tsx';
import { readReportSearch } from './report-search.ts';

const words: Record<Availability, string> = {
  All: 'All Opportunities',
  Open: 'Available Opportunities',
  Closed: 'Closed Opportunities',
};

const read = (search: Record<string, unknown>) => ({
  ...readReportSearch(opportunityReportSorts)(search),
  availability: oneOf(availabilities, search.availability),
});

/** Which opportunities there are, for whom and until when (docs/behavior/reports.md#opportunities-report). */
export default function OpportunitiesReportScreen() {
  const [search, choose] = useAddress(read);
  const { schools, programs, availability = 'Open', sort = 'opportunity_title', down = false } = search;
  const columns = useMemo(
    () => opportunityColumns(availability === 'All' ? new Date() : null),
    [availability],
  );
  return (
    <ReportScreen
      title="Opportunities Report"
      lead="Opportunities, their schools, and when students can apply."
      call={reportCalls.filterAvailableOpportunities}
      filter={{
        school_attending: schools ?? null,
        affiliated_program: programs ?? null,
        availability,
        sort,
        descending: down,
      }}
      filters={
        <ReportFilters search={search} onChange={choose} own={['availability']}>
          <NativeSelect
            label="Availability"
            value={availability}
            onChange={({ currentTarget: { value } }) =>
              choose({ availability: value === 'Open' ? undefined : (value as Availability) })
            }
            data={availabilities.map((value) => ({ value, label: words[value] }))}
          />
        </ReportFilters>
      }
      columns={columns}
      count={(n) => `${n.toLocaleString('en-US')} ${n === 1 ? 'opportunity' : 'opportunities'}`}
      empty="No Opportunities Match that Filter"
      sort={{ key: sort, descending: down }}
      onSort={({ key, descending }) =>
        choose({ sort: oneOf(opportunityReportSorts, key), down: descending || undefined })
      }
      csv={{ name: 'opportunity_availability', columns: opportunityCsv }}
    />
  );
}
