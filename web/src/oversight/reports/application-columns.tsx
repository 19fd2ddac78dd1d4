import { Group, Text } from '@mantine/core';
import { msg } from '@waypost/contract/i18n';
import type { StudentApplications } from '@waypost/contract/oversight/reports/calls';
import { fullName } from '@waypost/contract/people/profiles/rules';
import { fileAddress } from '../../client/call.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classOf } from '../../ui/class-of.ts';
import type { Column } from '../../ui/columns.ts';
import type { CsvColumn } from '../../ui/csv.ts';
import { showMoment } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';

/** Applications are sorted with the latest first. */
const lastOf = ({ applications: [last] }: StudentApplications) => (last ? showMoment(last.createdAt) : 'N/A');

export const applicationColumns: readonly Column<StudentApplications>[] = [
  {
    key: 'name',
    header: msg('Student'),
    sorts: true,
    card: 'title',
    cell: (row) => <Student row={row} />,
  },
  {
    key: 'application_count',
    header: msg('Application Count'),
    sorts: true,
    end: true,
    cell: (row) => row.applications.length,
  },
  {
    key: 'last_application',
    header: msg('Last Application'),
    sorts: true,
    end: true,
    oneLine: true,
    cell: lastOf,
  },
];

function Student({ row }: { row: StudentApplications }) {
  const { profile_pic_id_fk: picture } = row;
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={fullName(row)} src={picture ? fileAddress(picture) : undefined} />
      <div>
        <TextLink to="/profile/view/$id" params={{ id: row._id }} fw={600}>
          {fullName(row)}
        </TextLink>
        <Text size="sm" c="dimmed">
          {[row.school_attending, classOf(row.graduation_year)].filter(Boolean).join('\u00a0· ')}
        </Text>
      </div>
    </Group>
  );
}

/** The status report's fields about the student, and this report's counts. */
export const applicationCsv: readonly CsvColumn<StudentApplications>[] = [
  [msg('Student'), fullName],
  [msg('School'), (row) => row.school_attending],
  [msg('Program'), (row) => row.affiliated_program],
  [msg('Graduation Year'), (row) => row.graduation_year ?? ''],
  [msg('Application Count'), (row) => row.applications.length],
  [msg('Last Application'), lastOf],
];
