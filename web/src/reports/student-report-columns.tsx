import { Group, Text } from '@mantine/core';
import type { ReportedUser, StudentReport } from '@waypost/contract/people/calls';
import type { ReactNode } from 'react';
import { Agreement, person, school, year } from '../people/people-columns.tsx';
import { standingOf } from '../people/people-filter.ts';
import { StandingBadge, standingWord } from '../people/StandingBadge.tsx';
import { showHours } from '../projects/project-status.ts';
import type { Column } from '../ui/columns.ts';
import type { CsvColumn } from '../ui/csv.ts';
import { showMoment } from '../ui/dates.ts';
import { TextLink } from '../ui/links.tsx';
import classes from './PeopleReport.module.css';

type Of = Column<ReportedUser>;

/** What is counted of a student; a row that came without is drawn without. */
const counted = (cell: (report: StudentReport) => ReactNode) => (row: ReportedUser) =>
  row.student_report ? cell(row.student_report) : '–';

export const studentColumns: readonly Of[] = [
  person('Student'),
  school,
  year,
  {
    key: 'approved',
    header: 'Status',
    cell: (row) => (
      <div className={classes.standing}>
        <StandingBadge row={row} />
        {standingOf(row) !== 'no-agreement' && (
          <Group gap={4} wrap="nowrap">
            <Text size="sm" c="dimmed">
              Agreement
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
    header: 'Applications',
    cell: counted(({ applications }) => applications.toLocaleString('en-US')),
    end: true,
  },
  { key: 'placement', header: 'Placement', cell: counted((report) => <Placement report={report} />) },
  {
    key: 'approved_hours',
    header: 'Approved hours',
    cell: counted(({ approved_hours }) => showHours(approved_hours)),
    end: true,
  },
  {
    key: 'last_activity',
    header: 'Last activity',
    cell: counted(({ last_activity }) => (last_activity ? showMoment(last_activity) : '–')),
    oneLine: true,
  },
];

/** Where a student is now, with the way to that placement's report, and what is over. */
function Placement({ report: { current, completed, terminated } }: { report: StudentReport }) {
  const over = [
    ...(completed ? [`${completed} completed`] : []),
    ...(terminated ? [`${terminated} terminated`] : []),
  ].join(', ');
  if (current.length === 0 && !over) return '–';
  return (
    <div>
      {current.map(({ _id, business_name }) => (
        <Text key={_id} size="sm">
          <TextLink to="/admin/project/$id" params={{ id: _id }}>
            {business_name}
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
  ['Last name', (row) => row.last_name],
  ['First name', (row) => row.first_name],
  ['Email', (row) => row.email],
  ['School', (row) => row.school_attending],
  ['Program', (row) => row.affiliated_program],
  ['Graduation year', (row) => row.graduation_year ?? ''],
  ['Status', standingWord],
  ['Agreement on file', (row) => (row.agreement_file_id_fk ? 'Yes' : 'No')],
  ['Applications', cell(({ applications }) => applications)],
  ['Placed now', cell(({ current }) => current.length)],
  ['Current business', cell(({ current }) => current.map(({ business_name }) => business_name).join('; '))],
  ['Placements completed', cell(({ completed }) => completed)],
  ['Placements terminated', cell(({ terminated }) => terminated)],
  ['Approved hours', cell(({ approved_hours }) => showHours(approved_hours))],
  ['Last activity', cell(({ last_activity }) => (last_activity ? showMoment(last_activity) : ''))],
  ['Signed up', (row) => showMoment(row.createdAt)],
];
