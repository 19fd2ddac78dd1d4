import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import {
  type FilterUsersInput,
  type ListedUser,
  peopleCalls,
} from '@waypost/contract/people/directory/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { type ReactNode, useMemo, useState } from 'react';
import { fileAddress } from '../../client/call.ts';
import { notify } from '../../client/notices.ts';
import { OwnNames } from '../../client/OwnText.tsx';
import { useOwnName } from '../../client/own-names.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { useSession } from '../../client/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Column, Sort } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ManyChoices } from '../../ui/ManyChoices.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { T } from '../../ui/T.tsx';
import { peopleQuery } from '../directory/use-people.ts';
import { useListNames } from '../profiles/use-list-names.ts';
import classes from './Teachers.module.css';
import type { TeachersSearch } from './teachers-search.ts';

interface TeacherListProps {
  search: TeachersSearch;
  onSearch: (change: TeachersSearch) => void;
  /** The action of an empty list. */
  add: ReactNode;
}

/**
 * Lists a school system's teachers: filtered by school and program, with links to edit, masquerade and
 * delete.
 */
export function TeacherList({ search, onSearch, add }: TeacherListProps) {
  const { schools = [], programs = [] } = search;
  const lists = useListNames();
  const ownName = useOwnName();
  const [sort, setSort] = useState<Sort>({ key: 'name', descending: false });
  const filter: FilterUsersInput = { role: 'Teacher', schools, programs, descending: sort.descending };
  const teachers = useInfiniteQuery({ ...peopleQuery(filter), placeholderData: keepPreviousData });
  const { data, hasNextPage } = teachers;
  const rows = useMemo(() => data?.pages.flatMap((part) => part.rows) ?? [], [data]);
  const [account, setAccount] = useState<ListedUser>();
  const narrowed = schools.length + programs.length > 0;
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <ManyChoices
          label={t('Schools')}
          options={lists.schools}
          value={schools}
          onChange={(chosen) => onSearch({ schools: chosen })}
        />
        <ManyChoices
          label={t('Programs')}
          options={lists.programs}
          nameOf={ownName}
          value={programs}
          onChange={(chosen) => onSearch({ programs: chosen })}
        />
      </Group>
      <Loaded
        query={{ ...teachers, data: data && rows }}
        empty={<NoTeachers narrowed={narrowed} add={add} />}
      >
        {() => (
          <DataTable
            wide
            caption={t('Teachers')}
            columns={columnsWith(setAccount)}
            rows={rows}
            rowKey={({ _id }) => _id}
            count={(n) =>
              t('{n} {n2, plural, one {teacher} other {teachers}}', {
                n: showNumber(n),
                n2: n,
              })
            }
            sort={sort}
            onSort={setSort}
            parts={{
              total: hasNextPage ? (data?.pages.at(-1)?.total ?? 0) : rows.length,
              read: () => void teachers.fetchNextPage(),
              reading: teachers.isFetchingNextPage,
              failed: teachers.isFetchNextPageError,
            }}
          />
        )}
      </Loaded>
      <DeleteDialog account={account} onClose={() => setAccount(undefined)} />
    </Stack>
  );
}

function NoTeachers({ narrowed, add }: { narrowed: boolean; add: ReactNode }) {
  if (narrowed)
    return (
      <EmptyState title={t('No teacher matches')}>
        {t('Choose fewer schools or programs to see more.')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('No teachers yet')} action={add}>
      {t(
        'A teacher gets an email with a link to set a password, then sees students, businesses, and reports.',
      )}
    </EmptyState>
  );
}

function DeleteDialog({ account, onClose }: { account: ListedUser | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useCall(teacherCalls.deleteTeacher, { quiet: true });
  const confirm = async (teacher: ListedUser) => {
    await remove.mutateAsync({ id: teacher._id }).catch(() => {
      notify.warning(t('Something went wrong'), t('Uh Oh'));
      throw new Error(t('The teacher could not be deleted. Reload the page and try again.'));
    });
    await refresh(queries, peopleCalls.filterUsers, peopleCalls.searchUsers);
    notify.success(t('Admin successfully deleted.'), t('Success'));
  };
  return (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={onClose}
      onConfirm={() => account && confirm(account)}
      confirm={t('Delete')}
      destroys
    >
      {account && (
        <T
          m="You are going to delete <b/>. They’re logged out right away and can’t log in again. What they recorded is kept."
          b={<strong>{accountName(account)}</strong>}
        />
      )}
    </ConfirmDialog>
  );
}

function columnsWith(askToDelete: (teacher: ListedUser) => void): Column<ListedUser>[] {
  return [
    {
      key: 'name',
      header: t('User'),
      cell: (teacher) => <Person teacher={teacher} />,
      sorts: true,
      card: 'title',
    },
    { key: 'schools', header: t('Schools'), cell: ({ schools }) => schools.join(', ') || '–' },
    {
      key: 'programs',
      header: t('Programs'),
      cell: ({ programs }) => (programs.length > 0 ? <OwnNames names={programs} /> : '–'),
    },
    {
      key: 'actions',
      header: t('Actions'),
      card: 'actions',
      cell: (teacher) => (
        <Group gap={4} wrap="nowrap">
          <MasqueradeButton teacher={teacher} />
          <Button
            variant="subtle"
            c="var(--mantine-color-error)"
            aria-label={t('Delete {name}', { name: accountName(teacher) })}
            onClick={() => askToDelete(teacher)}
          >
            {t('Delete')}
          </Button>
        </Group>
      ),
    },
  ];
}

function MasqueradeButton({ teacher }: { teacher: ListedUser }) {
  const { session } = useSession();
  return (
    <Button
      component={Link}
      to={`/admin/masquerade/${session?.admin_id ?? session?.user._id}/${teacher._id}`}
      variant="subtle"
      aria-label={t('Masquerade as {name}', { name: accountName(teacher) })}
    >
      {t('Masquerade')}
    </Button>
  );
}

function Person({ teacher }: { teacher: ListedUser }) {
  const picture = teacher.profile_pic_id_fk;
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={accountName(teacher)} src={picture ? fileAddress(picture) : undefined} />
      <div className={classes.person}>
        <TextLink to="/admins/$id" params={{ id: teacher._id }} fw={600}>
          {accountName(teacher)}
        </TextLink>
        <Text size="sm" c="dimmed">
          <EmailText address={teacher.email} />
        </Text>
      </div>
    </Group>
  );
}
