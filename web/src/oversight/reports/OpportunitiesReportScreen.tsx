import { NativeSelect } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import {
  type Availability,
  availabilities,
  opportunityReportSorts,
} from '@waypost/contract/oversight/reports/rules';
import { useMemo } from 'react';
import { oneOf, useAddress } from '../../client/search-params.ts';
import { showNumber } from '../../ui/numbers.ts';
import { opportunityColumns, opportunityCsv } from './opportunity-columns.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportScreen } from './ReportScreen.tsx';
import { readReportSearch, resetOf } from './report-search.ts';

const words: Record<Availability, Message> = {
  All: msg('All Opportunities'),
  Open: msg('Available Opportunities'),
  Closed: msg('Closed Opportunities'),
};

const read = (search: Record<string, unknown>) => ({
  ...readReportSearch(opportunityReportSorts)(search),
  availability: oneOf(availabilities, search.availability),
});

/** All opportunities with their audience and dates (docs/behavior/reports.md#opportunities-report). */
export default function OpportunitiesReportScreen() {
  const [search, choose] = useAddress(read);
  const reset = resetOf(search, choose, ['schools', 'programs', 'year', 'availability']);
  const { schools, programs, availability = 'Open', sort = 'opportunity_title', down = false } = search;
  const columns = useMemo(
    () => opportunityColumns(availability === 'All' ? new Date() : null),
    [availability],
  );
  return (
    <ReportScreen
      title={t('Opportunities Report')}
      lead={t('Opportunities, their schools, and when students can apply.')}
      call={reportCalls.filterAvailableOpportunities}
      filter={{
        school_attending: schools ?? null,
        affiliated_program: programs ?? null,
        availability,
        sort,
        descending: down,
      }}
      onReset={reset}
      filters={
        <ReportFilters search={search} onChange={choose} onReset={reset}>
          <NativeSelect
            label={t('Availability')}
            value={availability}
            onChange={({ currentTarget: { value } }) =>
              choose({ availability: value === 'Open' ? undefined : (value as Availability) })
            }
            data={availabilities.map((value) => ({ value, label: t(words[value]) }))}
          />
        </ReportFilters>
      }
      columns={columns}
      count={(n) =>
        t('{n} {n2, plural, one {opportunity} other {opportunities}}', {
          n: showNumber(n),
          n2: n,
        })
      }
      empty={t('No Opportunities Match that Filter')}
      sort={{ key: sort, descending: down }}
      onSort={({ key, descending }) =>
        choose({ sort: oneOf(opportunityReportSorts, key), down: descending || undefined })
      }
      csv={{ name: 'opportunity_availability', columns: opportunityCsv }}
    />
  );
}
