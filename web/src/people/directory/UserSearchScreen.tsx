import { Stack } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { type FilterUsersInput, peopleCalls } from '@waypost/contract/people/directory/calls';
import { FOUND_AT_MOST, type PeopleSort } from '@waypost/contract/people/directory/rules';
import { type ReactNode, useMemo } from 'react';
import { pageQuery, rowsOf } from '../../client/list-queries.ts';
import { trimmed, useAddress } from '../../client/search-params.ts';
import { useUser } from '../../client/session.ts';
import { CopyLink } from '../../ui/CopyLink.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Deferred } from '../../ui/Deferred.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { AlsoFound } from './AlsoFound.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ExportButton } from './ExportButton.tsx';
import classes from './People.module.css';
import { PeopleFilters } from './PeopleFilters.tsx';
import { columnsOf } from './people-columns.tsx';
import { filterOf } from './people-filter.ts';
import { type PeopleSearch, readPeopleSearch, type SearchedRole, searchedRoles } from './people-search.ts';
import { peopleQuery } from './use-people.ts';
import { useRowActions } from './use-row-actions.tsx';
import { useSelection } from './use-selection.ts';

const tabs: Record<SearchedRole, { title: Message; count: Message }> = {
  Student: { title: msg('Students'), count: msg('{n, plural, one {# student} other {# students}}') },
  Business: {
    title: msg('Participating Partners'),
    count: msg('{n, plural, one {# business} other {# businesses}}'),
  },
  Teacher: { title: msg('Teachers'), count: msg('{n, plural, one {# teacher} other {# teachers}}') },
};

/** Further actions for the whole list. */
const besides = (client: string): Record<SearchedRole, ReactNode> => ({
  Student: <CopyLink path={`/signup?client=${client}&type=Student`}>{t('Copy sign-up link')}</CopyLink>,
  Business: (
    <>
      <CopyLink path={`/signup?client=${client}&type=Business`}>{t('Copy sign-up link')}</CopyLink>
      <ExportButton />
    </>
  ),
  Teacher: (
    <LinkButton to="/admins" variant="default">
      {t('Manage Teachers')}
    </LinkButton>
  ),
});

/** User Search: finds, shows and approves people of one's own school system (docs/behavior/people.md). */
export default function UserSearchScreen() {
  const user = useUser();
  const [search, choose] = useAddress(readPeopleSearch);
  // Only an Admin sees teachers.
  const roles = searchedRoles.filter((role) => role !== 'Teacher' || user.role === 'Admin');
  const role = roles.find((one) => one === search.role) ?? 'Student';
  const now = useMemo(() => new Date(), []);
  return (
    <Screen
      title={t('User Search')}
      action={<div className={classes.besides}>{besides(user.client)[role]}</div>}
    >
      <Stack gap="sm">
        <div className={classes.head}>
          <SearchField
            label={t('Search by name, business name, or email')}
            value={search.search ?? ''}
            onSearch={(text) => choose({ search: text })}
            maxLength={100}
            maw="28rem"
          />
          <nav aria-label={t('Roles')} className={classes.tabs}>
            {roles.map((one) => (
              <Link
                key={one}
                to="/admin/user_search"
                search={trimmed({ role: one, search: search.search })}
                className={classes.tab}
                activeProps={{}}
                aria-current={one === role ? 'page' : undefined}
              >
                {t(tabs[one].title)}
              </Link>
            ))}
          </nav>
        </div>
        <PeopleFilters role={role} search={search} now={now} onChange={choose} />
        <Deferred>
          <People role={role} filter={filterOf(role, search, now)} onSort={choose} />
        </Deferred>
      </Stack>
    </Screen>
  );
}

interface PeopleProps {
  role: SearchedRole;
  filter: FilterUsersInput;
  onSort: (change: Partial<PeopleSearch>) => void;
}

function People({ role, filter, onSort }: PeopleProps) {
  const people = useInfiniteQuery({ ...peopleQuery(filter), placeholderData: keepPreviousData });
  const text = filter.search ?? '';
  const found = useQuery({
    ...pageQuery(peopleCalls.searchUsers, { search: text, limit: FOUND_AT_MOST }, { noticed: true }),
    enabled: text !== '',
  });
  const { actions, dialogs } = useRowActions();
  const selection = useSelection(JSON.stringify(filter));
  const columns = useMemo(() => columnsOf(role, actions, selection), [role, actions, selection]);
  const { data, isPlaceholderData: isBefore, hasNextPage } = people;
  const rows = useMemo(() => rowsOf(data?.pages ?? []), [data]);
  return (
    <div className={isBefore ? classes.before : undefined} aria-busy={isBefore}>
      <Loaded
        query={{ ...people, data: data && rows }}
        empty={<NoMatches searching={text !== ''} waiting={filter.approved === 'Waiting'} />}
      >
        {() => (
          <DataTable
            wide
            caption={t(tabs[role].title)}
            columns={columns}
            rows={rows}
            rowKey={(row) => row._id}
            count={(n) => t(tabs[role].count, { n })}
            forAll={role !== 'Teacher' && <BulkBar rows={rows} selection={selection} />}
            sort={{ key: filter.sort ?? 'name', descending: filter.descending ?? false }}
            onSort={({ key, descending }) =>
              onSort({ sort: key as PeopleSort, down: descending || undefined })
            }
            parts={{
              total: hasNextPage ? (data?.pages.at(-1)?.total ?? 0) : rows.length,
              read: () => void people.fetchNextPage(),
              reading: people.isFetchingNextPage,
              failed: people.isFetchNextPageError,
            }}
          />
        )}
      </Loaded>
      {text !== '' && found.data && (
        <AlsoFound found={found.data} outside={filter} above={rows} text={text} actions={actions} />
      )}
      {dialogs}
    </div>
  );
}

function NoMatches({ searching, waiting }: { searching: boolean; waiting: boolean }) {
  if (waiting && !searching)
    return <EmptyState title={t('No one is waiting for approval')}>{t('You are up to date.')}</EmptyState>;
  return (
    <EmptyState title={t('No one matches')}>
      {searching
        ? t(
            'Search matches the start of names, business names, and emails. Try fewer letters, or change the filters.',
          )
        : t('Change the filters or reset them to see more.')}
    </EmptyState>
  );
}
