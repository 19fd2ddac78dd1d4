import { Text, VisuallyHidden } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { payOf } from '@waypost/contract/opportunities/opportunities/pay-and-schedule';
import { seatsLeft, seatsNotice } from '@waypost/contract/opportunities/opportunities/rules';
import { wireName } from '@waypost/contract/wire-names';
import { Fragment, useState } from 'react';
import { byNumber, byText, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { showDate } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import classes from './OpportunitiesTable.module.css';
import { RowActions } from './RowActions.tsx';
import { readSort, writeSort } from './sort.ts';
import { WindowBadge } from './WindowBadge.tsx';

interface OpportunitiesTableProps {
  rows: OpportunityRow[];
  /** Whether the business may edit its opportunities. */
  approved: boolean;
}

/** A business's opportunities: sorted by the query string, as cards on phones. */
export function OpportunitiesTable({ rows, approved }: OpportunitiesTableProps) {
  const { sort } = useSearch({ from: '/opportunity/all' });
  const navigate = useNavigate({ from: '/opportunity/all' });
  const [deleting, setDeleting] = useState<OpportunityRow | null>(null);
  const now = new Date();
  const columns: Column<OpportunityRow>[] = [
    {
      key: 'title',
      header: t('Title'),
      card: 'title',
      compare: byText((row) => row.opportunity_title),
      cell: (row) => <TitleCell row={row} />,
    },
    {
      key: 'dates',
      header: t('Dates'),
      compare: byText((row) => row.application_close),
      cell: (row) => <DatesCell row={row} now={now} />,
    },
    {
      key: 'seats',
      header: t('Available Seats'),
      end: true,
      compare: byNumber((row) => seatsLeft(seatsOf(row)) ?? -1),
      cell: (row) => <SeatsCell row={row} />,
    },
    {
      key: 'applicants',
      header: t('Applicants'),
      end: true,
      compare: byNumber((row) => row.reportData.applicant_count),
      cell: (row) => (
        <TextLink to="/opportunity/applicants/$id" params={{ id: row._id }} className={classes.applicants}>
          {row.reportData.applicant_count}
          <VisuallyHidden>
            {' '}
            {t('for {opportunityTitle}', { opportunityTitle: row.opportunity_title })}
          </VisuallyHidden>
        </TextLink>
      ),
    },
    {
      key: 'actions',
      header: t('Actions'),
      card: 'actions',
      cell: (row) => <RowActions row={row} approved={approved} onDelete={setDeleting} />,
    },
  ];
  return (
    <>
      <DataTable
        caption={t('Your opportunities')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row._id}
        count={(count) => t('{count, plural, one {# opportunity} other {# opportunities}}', { count })}
        wide
        sort={readSort(sort)}
        onSort={(next) => void navigate({ search: { sort: writeSort(next) }, replace: true })}
      />
      <DeleteDialog row={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function TitleCell({ row }: { row: OpportunityRow }) {
  const { internship_type, opportunity_type, time_frame } = row;
  const kinds = [
    wireName(internship_type),
    wireName(opportunity_type),
    payOf(row),
    wireName(time_frame),
  ].filter(Boolean);
  return (
    <div className={classes.title}>
      <TextLink to="/opportunity/view/$id" params={{ id: row._id }} fw={600}>
        {row.opportunity_title}
      </TextLink>
      <Text size="sm" c="dimmed">
        {kinds.map((kind, index) => (
          <Fragment key={kind}>
            {index > 0 && '\u00a0· '}
            <span className={classes.kind}>{kind}</span>
          </Fragment>
        ))}
      </Text>
    </div>
  );
}

function DatesCell({ row, now }: { row: OpportunityRow; now: Date }) {
  return (
    <div className={classes.dates}>
      <WindowBadge of={row} now={now} />
      <span>
        <span className={classes.what}>{t('Apply')}</span> {showDate(row.application_open)} –{' '}
        {showDate(row.application_close)}
      </span>
      <span>
        <span className={classes.what}>{t('Work')}</span> {showDate(row.employment_start)} –{' '}
        {showDate(row.employment_stop)}
      </span>
    </div>
  );
}

const seatsOf = (row: OpportunityRow) => ({ ...row, ...row.reportData });

function SeatsCell({ row }: { row: OpportunityRow }) {
  const left = seatsLeft(seatsOf(row));
  const notice = seatsNotice(seatsOf(row));
  if (left === null) return <span className={classes.seats}>{t('Chosen students')}</span>;
  return (
    <span className={classes.seats}>
      {t('{left} of {availableSlots}', { left, availableSlots: row.available_slots })}
      {notice && (
        <StatusBadge tone={left === 0 ? 'good' : 'waiting'} {...(left === 0 ? {} : { icon: IconUserPlus })}>
          {notice}
        </StatusBadge>
      )}
    </span>
  );
}
