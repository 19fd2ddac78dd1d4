import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListedUser } from '@waypost/contract/people/calls';
import { displayName } from '@waypost/contract/profiles/rules';
import type { ReactNode } from 'react';
import { fileAddress } from '../client/call.ts';
import { Avatar } from '../ui/Avatar.tsx';
import type { Column } from '../ui/columns.ts';
import { ApprovalBadge } from './ApprovalBadge.tsx';
import classes from './People.module.css';
import type { SearchedRole } from './people-search.ts';

type Of = Column<ListedUser>;

const person = (header: string): Of => ({
  key: 'name',
  header,
  cell: (row) => <Person row={row} />,
  sorts: true,
  card: 'title',
});

const school: Of = {
  key: 'school_attending',
  header: 'School',
  cell: (row) => <TwoLines first={row.school_attending} second={row.affiliated_program} />,
  sorts: true,
};

const year: Of = {
  key: 'graduation_year',
  header: 'Class of',
  cell: (row) => row.graduation_year ?? '–',
  sorts: true,
};

const status: Of = {
  key: 'approved',
  header: 'Status',
  cell: (row) => <ApprovalBadge row={row} />,
  sorts: true,
};

const agreement: Of = { key: 'agreement', header: 'Agreement', cell: (row) => <Agreement row={row} /> };

const listed = (key: string, header: string, names: (row: ListedUser) => readonly string[]): Of => ({
  key,
  header,
  cell: (row) => <Text size="sm">{names(row).join(', ') || '–'}</Text>,
});

/** What a list of each role shows; `button` is what may be done about a row. */
export function columnsOf(role: SearchedRole, button: (row: ListedUser) => ReactNode): Of[] {
  const actions: Of = { key: 'actions', header: 'Action', cell: button, card: 'actions' };
  if (role === 'Student') return [person('Student'), school, year, status, agreement, actions];
  if (role === 'Business')
    return [
      person('Business'),
      listed('areas', 'Focus areas', (row) => row.focus_areas),
      status,
      agreement,
      actions,
    ];
  return [
    person('Teacher'),
    listed('schools', 'Schools', (row) => row.schools),
    listed('programs', 'Programs', (row) => row.programs),
  ];
}

/** What a list shows that has people of every role in it, in the order in which it comes. */
export function mixedColumns(button: (row: ListedUser) => ReactNode): Of[] {
  const held = (cell: (row: ListedUser) => ReactNode) => (row: ListedUser) =>
    row.role === 'Teacher' ? '–' : cell(row);
  return [
    unsorted(person('Name')),
    { key: 'role', header: 'Role', cell: (row) => row.role },
    unsorted(school),
    unsorted(year),
    unsorted({ ...status, cell: held((row) => <ApprovalBadge row={row} />) }),
    { key: 'actions', header: 'Action', cell: held(button), card: 'actions' },
  ];
}

const unsorted = ({ sorts: _, ...column }: Of): Of => column;

function Person({ row }: { row: ListedUser }) {
  const name = displayName(row) || row.email;
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} src={row.profile_pic_id_fk ? fileAddress(row.profile_pic_id_fk) : undefined} />
      <div className={classes.person}>
        <Anchor component={Link} to={`/profile/view/${row._id}`} fw={600}>
          {name}
        </Anchor>
        {name !== row.email && (
          <Text size="sm" c="dimmed" className={classes.email}>
            {row.email}
          </Text>
        )}
      </div>
    </Group>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  if (!first && !second) return '–';
  return (
    <div>
      <Text size="sm">{first}</Text>
      <Text size="sm" c="dimmed">
        {second}
      </Text>
    </div>
  );
}

/** Whether the signed agreement is on file, and the way to it. */
function Agreement({ row }: { row: ListedUser }) {
  const file = row.agreement_file_id_fk;
  if (!file)
    return (
      <Text size="sm" c="dimmed">
        Not on file
      </Text>
    );
  return (
    <Anchor
      href={fileAddress(file)}
      target="_blank"
      rel="noreferrer"
      size="sm"
      aria-label={`On file: open the agreement of ${displayName(row) || row.email}`}
    >
      On file
    </Anchor>
  );
}
