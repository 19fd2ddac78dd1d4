import { Stack, Text, Title } from '@mantine/core';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { PART_MAX } from '@waypost/contract/list-part';
import { type DuplicateUser, duplicateCalls } from '@waypost/contract/oversight/duplicates/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { useCallback, useMemo, useState } from 'react';
import { pageQuery } from '../../client/list-queries.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { useAddress } from '../../client/search-params.ts';
import { useSession, useUser } from '../../client/session.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { showNumber } from '../../ui/numbers.ts';
import { Screen } from '../../ui/Screen.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { DuplicateFilters } from './DuplicateFilters.tsx';
import { columnsOf } from './duplicate-columns.tsx';
import { type DuplicatesSearch, isNarrowed, readDuplicatesSearch } from './duplicates-search.ts';
import { MergeAccounts } from './MergeAccounts.tsx';

/**
 * Lists accounts that seem to belong to the same person, to approve, merge or delete
 * (docs/behavior/duplicates.md).
 */
export default function DuplicatesScreen() {
  const [search, choose] = useAddress(readDuplicatesSearch);
  const businesses = useQuery(queryOf('Business', search));
  const others = useQuery(queryOf('NotBusiness', search));
  return (
    <Screen
      title={t('Duplicate Users')}
      lead={t(
        'Accounts that share a name, phone number, or student ID. Not all are duplicates, so check before you merge.',
      )}
    >
      <Stack gap="xl">
        <DuplicateFilters search={search} onChange={choose} />
        <Duplicates
          kind="Business"
          found={businesses}
          search={search}
          title={t('Businesses')}
          caption={t('Duplicate business accounts')}
          none={t('There are not any duplicate business accounts.')}
        />
        {/* Its place depends on how many businesses there are. */}
        {!businesses.isPending && (
          <Duplicates
            kind="NotBusiness"
            found={others}
            search={search}
            title={t('Students and teachers')}
            caption={t('Duplicate student and teacher accounts')}
            none={t('There are not any duplicate student or teacher accounts.')}
          />
        )}
      </Stack>
    </Screen>
  );
}

type Kind = 'Business' | 'NotBusiness';

const queryOf = (role: Kind, { schools = [], areas = [], approved = 'All' }: DuplicatesSearch) =>
  pageQuery(duplicateCalls.findDuplicateUsers, {
    role,
    schools,
    focus_areas: areas,
    approved,
    limit: PART_MAX,
  });

interface DuplicatesProps {
  kind: Kind;
  found: UseQueryResult<{ rows: DuplicateUser[]; total: number }>;
  search: DuplicatesSearch;
  title: string;
  caption: string;
  /** Shown when there are none. */
  none: string;
}

/** The open dialog, and the account it is about. */
interface OpenDialog {
  action: 'merge' | 'delete';
  user: DuplicateUser;
}

function Duplicates({ kind, found, search, title, caption, none }: DuplicatesProps) {
  const user = useUser();
  // During a masquerade, switching to another user keeps the original Admin.
  const behind = useSession().session?.admin_id ?? user._id;
  const queries = useQueryClient();
  const clients = useClientNames();
  const [dialog, setDialog] = useState<OpenDialog>();
  const rows = useMemo(() => found.data?.rows ?? [], [found.data]);
  const total = found.data?.total ?? 0;
  const close = () => setDialog(undefined);
  const refetch = useCallback(
    () =>
      refresh(queries, duplicateCalls.findDuplicateUsers, peopleCalls.filterUsers, peopleCalls.searchUsers),
    [queries],
  );
  const { mutate: approve } = useCall(peopleCalls.swapApprovalStatus, { onSuccess: refetch });
  const columns = useMemo(() => {
    const ask = (action: OpenDialog['action']) => (row: DuplicateUser) => setDialog({ action, user: row });
    const onApprove = (row: DuplicateUser) =>
      approve(
        { _id: row._id, approved: true },
        {
          onSuccess: () =>
            notify.success(t('{name} is approved.', { name: accountName(row) }), t('Activated')),
        },
      );
    const actions = { onApprove, onMerge: ask('merge'), onDelete: ask('delete') };
    return columnsOf({ kind, rows, clients, caller: user, behind, ...actions });
  }, [kind, rows, clients, user, behind, approve]);
  return (
    <Stack component="section" gap="sm" aria-labelledby={`duplicates-${kind}`}>
      <Title order={2} size="h3" id={`duplicates-${kind}`}>
        {title}
      </Title>
      <Loaded
        query={{ ...found, data: found.data?.rows }}
        empty={
          isNarrowed(search) ? (
            <EmptyState title={none}>{t('Change or reset the filters to see more.')}</EmptyState>
          ) : (
            <Text c="dimmed">{none}</Text>
          )
        }
      >
        {() => (
          <DataTable
            wide
            caption={caption}
            columns={columns}
            rows={rows}
            rowKey={(row) => row._id}
            count={(n) => countOf(n, total)}
          />
        )}
      </Loaded>
      <DeleteAccount
        user={dialog?.action === 'delete' ? dialog.user : null}
        onClose={close}
        onDone={refetch}
      />
      {dialog?.action === 'merge' && (
        <MergeAccounts
          key={dialog.user._id}
          user={dialog.user}
          others={othersOf(dialog.user, rows)}
          onClose={close}
          onDone={refetch}
        />
      )}
    </Stack>
  );
}

const countOf = (shown: number, total: number) =>
  shown < total
    ? t('The first {shown} of {total} accounts. More appear as you merge or delete these', {
        shown,
        total: showNumber(total),
      })
    : t('{shown} accounts', { shown });

/** The names of school systems by id, for readers who see several at once. */
function useClientNames(): ReadonlyMap<string, string> | undefined {
  const enabled = useUser().role === 'SuperAdmin';
  const { data } = useQuery({ ...callQuery(clientCalls.getClients, {}), enabled });
  return useMemo(
    () => (enabled ? new Map(data?.map(({ _id, full_name }) => [_id, full_name])) : undefined),
    [enabled, data],
  );
}

/** The accounts that one can be merged into: of the same role, sharing some of its data. */
const othersOf = (user: DuplicateUser, rows: readonly DuplicateUser[]) =>
  rows.filter((row) => isOther(row, user));

const isOther = (row: DuplicateUser, user: DuplicateUser) =>
  row._id !== user._id && row.client === user.client && row.group === user.group && row.role === user.role;
