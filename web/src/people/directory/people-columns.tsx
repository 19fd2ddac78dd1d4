import { Anchor, Checkbox, Group, Text, VisuallyHidden } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { yearsActive } from '@waypost/contract/people/accounts/rules';
import type { ListedUser } from '@waypost/contract/people/directory/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { wireName } from '@waypost/contract/wire-names';
import type { ReactNode } from 'react';
import { fileAddress } from '../../client/call.ts';
import { OwnNames } from '../../client/OwnText.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmailText } from '../../ui/EmailText.tsx';
import { TextLink } from '../../ui/links.tsx';
import classes from './People.module.css';
import type { SearchedRole } from './people-search.ts';
import { StandingBadge } from './StandingBadge.tsx';
import type { Selection } from './use-selection.ts';

type ListColumn = Column<ListedUser>;

export const person = (header: Message): ListColumn => ({
  key: 'name',
  header,
  cell: (row) => <Person row={row} />,
  sorts: true,
  card: 'title',
});

export const school: ListColumn = {
  key: 'school_attending',
  header: msg('School'),
  cell: (row) =>
    row.school_attending || row.affiliated_program ? (
      <TwoLines first={row.school_attending} second={<OwnNames names={[row.affiliated_program]} />} />
    ) : (
      '–'
    ),
  sorts: true,
};

/** In the size of the texts next to it. */
const small = (value: ReactNode) => (
  <Text span size="sm">
    {value}
  </Text>
);

export const year: ListColumn = {
  key: 'graduation_year',
  header: msg('Class of'),
  cell: (row) => small(row.graduation_year ?? '–'),
  sorts: true,
};

const status: ListColumn = {
  key: 'approved',
  header: msg('Status'),
  cell: (row) => <StandingBadge row={row} />,
  sorts: true,
};

const agreement: ListColumn = {
  key: 'agreement',
  header: msg('Agreement'),
  cell: (row) => <Agreement row={row} />,
};

const listed = (key: string, header: string, names: (row: ListedUser) => readonly string[]): ListColumn => ({
  key,
  header,
  cell: (row) => <Text size="sm">{names(row).length > 0 ? <OwnNames names={names(row)} /> : '–'}</Text>,
});

/** Current year minus creation year plus one (docs/behavior/profiles.md#fields). */
const active: ListColumn = {
  key: 'years',
  header: msg('Years active'),
  cell: (row) => small(yearsActive(row.createdAt, new Date())),
  end: true,
};

const selecting = ({ has, turn }: Selection): ListColumn => ({
  key: 'select',
  header: () => <VisuallyHidden>{t('Select')}</VisuallyHidden>,
  name: msg('Select'),
  card: 'corner',
  cell: (row) => (
    <Checkbox
      aria-label={t('Select {row}', { row: accountName(row) })}
      checked={has(row._id)}
      onChange={() => turn(row._id)}
    />
  ),
});

const acting = (actions: (row: ListedUser) => ReactNode): ListColumn => ({
  key: 'actions',
  header: t('Actions'),
  cell: actions,
  card: 'actions',
});

/** The columns of a role's list; `actions` renders a row's actions. */
export function columnsOf(
  role: SearchedRole,
  actions: (row: ListedUser) => ReactNode,
  selection: Selection,
): ListColumn[] {
  if (role === 'Student')
    return [selecting(selection), person(msg('Student')), school, year, status, agreement, acting(actions)];
  if (role === 'Business')
    return [
      selecting(selection),
      person(msg('Business')),
      listed('areas', t('Focus areas'), (row) => row.focus_areas),
      active,
      status,
      agreement,
      acting(actions),
    ];
  return [
    person(msg('Teacher')),
    listed('schools', t('Schools'), (row) => row.schools),
    listed('programs', t('Programs'), (row) => row.programs),
    active,
    acting(actions),
  ];
}

/** The columns of a list of people of any role, in the order given. */
export function mixedColumns(actions: (row: ListedUser) => ReactNode): ListColumn[] {
  return [
    unsorted(person(msg('Name'))),
    { key: 'role', header: t('Role'), cell: (row) => wireName(row.role) },
    unsorted(school),
    unsorted(year),
    // Teachers need no approval, so their status matters only once they are deactivated.
    unsorted({
      ...status,
      cell: (row) => (row.role === 'Teacher' && !row.deactivated ? '–' : <StandingBadge row={row} />),
    }),
    acting(actions),
  ];
}

const unsorted = ({ sorts: _, ...column }: ListColumn): ListColumn => column;

function Person({ row }: { row: ListedUser }) {
  const name = accountName(row);
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} src={row.profile_pic_id_fk ? fileAddress(row.profile_pic_id_fk) : undefined} />
      <div className={classes.person}>
        {row.role === 'Teacher' ? (
          <TextLink to="/admins/$id" params={{ id: row._id }} fw={600}>
            {name}
          </TextLink>
        ) : (
          <TextLink to="/profile/view/$id" params={{ id: row._id }} fw={600}>
            {name}
          </TextLink>
        )}
        {name !== row.email && (
          <Text size="sm" c="dimmed">
            <EmailText address={row.email} />
          </Text>
        )}
      </div>
    </Group>
  );
}

function TwoLines({ first, second }: { first: string; second: ReactNode }) {
  return (
    <div>
      <Text size="sm">{first}</Text>
      <Text size="sm" c="dimmed">
        {second}
      </Text>
    </div>
  );
}

/** Whether the signed agreement is on file, with a link to it. */
export function Agreement({ row }: { row: ListedUser }) {
  const file = row.agreement_file_id_fk;
  if (!file)
    return (
      <Text size="sm" c="dimmed">
        {t('Not on file')}
      </Text>
    );
  return (
    <Anchor
      href={fileAddress(file)}
      target="_blank"
      rel="noreferrer"
      size="sm"
      aria-label={t('On file: open {row}’s agreement', { row: accountName(row) })}
    >
      {t('On file')}
    </Anchor>
  );
}
