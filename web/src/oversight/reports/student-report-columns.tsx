import { Group, Text } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import type { ReportedUser, StudentReport } from '@waypost/contract/people/directory/calls';
import { shownBusinessName } from '@waypost/contract/placements/projects/rules';
import type { ReactNode } from 'react';
import { Agreement, person, school, year } from '../../people/directory/people-columns.tsx';
import { standingOf } from '../../people/directory/people-filter.ts';
import { StandingBadge, standingLabel } from '../../people/directory/StandingBadge.tsx';
import { showHours } from '../../placements/projects/project-status.ts';
import type { Column } from '../../ui/columns.ts';
import type { CsvColumn } from '../../ui/csv.ts';
import { showMoment } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { showNumber } from '../../ui/numbers.ts';
import classes from './PeopleReport.module.css';

type ListColumn = Column<ReportedUser>;

/** A count of a student; a dash for rows that came without counts. */
const counted = (cell: (report: StudentReport) => ReactNode) => (row: ReportedUser) =>
  row.student_report ? cell(row.student_report) : '–';

export const studentColumns: readonly ListColumn[] = [
  person(msg('Student')),
  school,
  year,
  {
    key: 'approved',
    header: msg('Status'),
    cell: (row) => (
      <div className={classes.standing}>
        <StandingBadge row={row} />
        {standingOf(row) !== 'no-agreement' && (
          <Group gap={4} wrap="nowrap">
            <Text size="sm" c="dimmed">
              {t('Agreement')}
            </Text>
            <Agreement row={row} />
          </Group>
        )}
      </div>
    ),
    sorts: true,
  },
  {
    key: 'applications',
    header: msg('Applications'),
    cell: counted(({ applications }) => showNumber(applications)),
    end: true,
  },
  { key: 'placement', header: msg('Placement'), cell: counted((report) => <Placement report={report} />) },
  {
    key: 'approved_hours',
    header: msg('Approved hours'),
    cell: counted(({ approved_hours }) => showHours(approved_hours)),
    end: true,
  },
  {
    key: 'last_activity',
    header: msg('Last activity'),
    cell: counted(({ last_activity }) => (last_activity ? showMoment(last_activity) : '–')),
    oneLine: true,
  },
];

/** A student's current placements, with links to their reports, and the ended ones. */
function Placement({ report: { current, completed, terminated } }: { report: StudentReport }) {
  const over = [
    ...(completed ? [t('{completed} completed', { completed })] : []),
    ...(terminated ? [t('{terminated} terminated', { terminated })] : []),
  ].join(', ');
  if (current.length === 0 && !over) return '–';
  return (
    <div>
      {current.map(({ _id, business_name }) => (
        <Text key={_id} size="sm">
          <TextLink to="/admin/project/$id" params={{ id: _id }}>
            {shownBusinessName(business_name)}
          </TextLink>
        </Text>
      ))}
      {over && (
        <Text size="sm" c="dimmed">
          {over}
        </Text>
      )}
    </div>
  );
}

const cell =
  (of: (report: StudentReport) => string | number) =>
  (row: ReportedUser): string | number =>
    row.student_report ? of(row.student_report) : '';

export const studentCsv: readonly CsvColumn<ReportedUser>[] = [
  [msg('Last name'), (row) => row.last_name],
  [msg('First name'), (row) => row.first_name],
  [msg('Email'), (row) => row.email],
  [msg('School'), (row) => row.school_attending],
  [msg('Program'), (row) => row.affiliated_program],
  [msg('Graduation year'), (row) => row.graduation_year ?? ''],
  [msg('Status'), standingLabel],
  [msg('Agreement on file'), (row) => (row.agreement_file_id_fk ? t('Yes') : t('No'))],
  [msg('Applications'), cell(({ applications }) => applications)],
  [msg('Placed now'), cell(({ current }) => current.length)],
  [
    msg('Current business'),
    cell(({ current }) => current.map(({ business_name }) => shownBusinessName(business_name)).join('; ')),
  ],
  [msg('Placements completed'), cell(({ completed }) => completed)],
  [msg('Placements terminated'), cell(({ terminated }) => terminated)],
  [msg('Approved hours'), cell(({ approved_hours }) => showHours(approved_hours))],
  [msg('Last activity'), cell(({ last_activity }) => (last_activity ? showMoment(last_activity) : ''))],
  [msg('Signed up'), (row) => showMoment(row.createdAt)],
];
