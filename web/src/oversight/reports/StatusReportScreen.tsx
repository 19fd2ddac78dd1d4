import { Chip, Group, NativeSelect } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import {
  type InternshipChoice,
  internshipChoices,
  statusReportYear,
  statusSorts,
} from '@waypost/contract/oversight/reports/rules';
import { type Concern, concerns } from '@waypost/contract/placements/pace/rules';
import { type BusinessStatus, businessStatuses } from '@waypost/contract/statuses';
import { wireName } from '@waypost/contract/wire-names';
import { useMemo } from 'react';
import { oneOf, useAddress } from '../../client/search-params.ts';
import { useUser } from '../../client/session.ts';
import { concernWords } from '../../placements/pace/pace-words.ts';
import { statusWords } from '../../placements/projects/project-status.ts';
import { TextLink } from '../../ui/links.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportScreen } from './ReportScreen.tsx';
import { type ReportSearch, readReportSearch, resetOf } from './report-search.ts';
import { statusColumns, statusCsv } from './status-columns.tsx';

interface StatusSearch extends ReportSearch<(typeof statusSorts)[number]> {
  type?: InternshipChoice | undefined;
  status?: BusinessStatus | undefined;
  concern?: Concern | undefined;
}

const readShared = readReportSearch(statusSorts);
const read = (search: Record<string, unknown>): StatusSearch => ({
  ...readShared(search),
  type: oneOf(internshipChoices, search.type),
  status: oneOf(businessStatuses, search.status),
  concern: oneOf(concerns, search.concern),
});

/**
 * The progress of every placement: which students are behind, and what is waiting for staff
 * (docs/behavior/reports.md#work-based-learning-status).
 */
export default function StatusReportScreen() {
  const { role } = useUser();
  const [search, choose] = useAddress(read);
  const reset = resetOf(search, choose, ['schools', 'programs', 'year', 'type', 'status', 'concern']);
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
        business_status: search.status,
        concern: search.concern,
        sort,
        descending: down,
      }}
      onReset={reset}
      filters={
        <ReportFilters
          search={search}
          onChange={choose}
          startYear={statusReportYear(now)}
          now={now}
          onReset={reset}
        >
          <NativeSelect
            label={t('Internship Type')}
            value={type}
            onChange={({ currentTarget: { value } }) => choose({ type: oneOf(internshipChoices, value) })}
            data={internshipChoices.map((value) => ({ value, label: wireName(value) }))}
          />
          <NativeSelect
            label={t('Status')}
            value={search.status ?? ''}
            onChange={({ currentTarget: { value } }) => choose({ status: oneOf(businessStatuses, value) })}
            data={[
              { value: '', label: t('Any status') },
              ...businessStatuses.map((value) => ({ value, label: t(statusWords[value].word) })),
            ]}
          />
          <Group gap="xs" w="100%" style={{ order: 1 }} role="group" aria-label={t('Needs attention')}>
            {concerns.map((concern) => (
              <Chip
                key={concern}
                checked={search.concern === concern}
                onChange={(chosen) => choose({ concern: chosen ? concern : undefined })}
              >
                {t(concernWords[concern])}
              </Chip>
            ))}
            {search.concern === 'awaiting approval' && role === 'Admin' && (
              <TextLink to="/admin/sign_off">{t('Go to the sign-off queue')}</TextLink>
            )}
          </Group>
        </ReportFilters>
      }
      columns={statusColumns}
      count={(n) =>
        t('{n} {n2, plural, one {placement} other {placements}}', {
          n: showNumber(n),
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
