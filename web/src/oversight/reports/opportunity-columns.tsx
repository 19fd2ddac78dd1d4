import { Stack } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import { daysOf, payOf } from '@waypost/contract/opportunities/opportunities/pay-and-schedule';
import { openPositions, windowState } from '@waypost/contract/opportunities/opportunities/rules';
import type { ReportedOpportunity } from '@waypost/contract/oversight/reports/calls';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { wireName } from '@waypost/contract/wire-names';
import { WindowBadge } from '../../opportunities/opportunities/WindowBadge.tsx';
import type { Column } from '../../ui/columns.ts';
import type { CsvColumn } from '../../ui/csv.ts';
import { showDate } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

type ListColumn = Column<ReportedOpportunity>;

/** The maximum number of schools listed in a row; the opportunity's own page lists them all. */
const NAMED = 4;

const title: ListColumn = {
  key: 'opportunity_title',
  header: msg('Opportunity'),
  sorts: true,
  card: 'title',
  cell: (row) => (
    <TextLink to="/opportunity/view/$id" params={{ id: row._id }} fw={600}>
      {row.opportunity_title}
    </TextLink>
  ),
};

const business: ListColumn = {
  key: 'business.business_name',
  header: msg('Business'),
  sorts: true,
  cell: ({ business_id_fk }) =>
    // A deleted business has no profile to link to.
    business_id_fk._id ? (
      <TextLink to="/profile/view/$id" params={{ id: business_id_fk._id }} inherit>
        {business_id_fk.business_name}
      </TextLink>
    ) : (
      shownBusiness(business_id_fk)
    ),
};

const schools: ListColumn = {
  key: 'schools',
  header: msg('Available Schools'),
  cell: (row) => named(row.schools),
};

/** With `now`, each opportunity shows whether it is open, for lists that also contain closed ones. */
export const opportunityColumns = (now: Date | null): readonly ListColumn[] => [
  title,
  business,
  schools,
  {
    key: 'application_close',
    header: t('Registration Dates'),
    sorts: true,
    oneLine: true,
    card: 'text',
    cell: (row) => (
      <Stack gap={4} align="flex-start" display="inline-flex">
        {showDate(row.application_open)} – {showDate(row.application_close)}
        {now && <AvailabilityBadge row={row} now={now} />}
      </Stack>
    ),
  },
];

/** Like the report's filter: what is full, for example, is closed. */
function AvailabilityBadge({ row, now }: { row: ReportedOpportunity; now: Date }) {
  if (windowState(row, now) !== 'open' || openPositions(row, now) > 0)
    return <WindowBadge of={row} now={now} />;
  return (
    <StatusBadge tone="plain">
      {row.audience === 'Specific' ? t('Chosen students') : t('Applications closed')}
    </StatusBadge>
  );
}

/** Bay High, Cove High, Dock High and 3 more. */
function named(names: readonly string[]): string {
  if (names.length === 0) return t('All Schools');
  if (names.length <= NAMED) return names.join(', ');
  const shown = names.slice(0, NAMED - 1);
  return t('{shown} and {n} more', { shown: shown.join(', '), n: names.length - shown.length });
}

/** The columns of the CSV (docs/behavior/reports.md#opportunities-report). */
export const opportunityCsv: readonly CsvColumn<ReportedOpportunity>[] = [
  [msg('Title'), (row) => row.opportunity_title],
  [msg('Business name'), (row) => shownBusiness(row.business_id_fk)],
  [msg('Time frame'), (row) => wireName(row.time_frame)],
  // Restricted opportunities have no slots of their own, and a 0 would look full.
  [
    msg('Available slots'),
    (row) => (row.audience === 'Specific' ? t('Chosen students') : row.available_slots),
  ],
  [msg('Schools'), (row) => row.schools.join('; ') || t('All Schools')],
  [msg('Programs'), (row) => row.programs.join('; ') || t('All Programs')],
  [msg('Registration open'), (row) => showDate(row.application_open)],
  [msg('Registration close'), (row) => showDate(row.application_close)],
  [msg('Pay'), payOf],
  [msg('Days'), (row) => daysOf(row.days)],
  [msg('Hours a week'), (row) => row.hours_per_week ?? ''],
];
