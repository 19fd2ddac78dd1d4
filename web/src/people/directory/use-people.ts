import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { PART_MAX } from '@waypost/contract/list-part';
import {
  type FilterUsersInput,
  type ListedUser,
  peopleCalls,
} from '@waypost/contract/people/directory/calls';
import { profileCalls, type SeenUser } from '@waypost/contract/people/profiles/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import { useCallback, useMemo } from 'react';
import { callWithTotal } from '../../client/call.ts';
import { changeCached, rowsOf } from '../../client/list-queries.ts';
import { notify } from '../../client/notices.ts';
import { callQuery, invalidate, keyOf, refresh, useCall } from '../../client/queries.ts';
import { fits } from './people-filter.ts';

/** The first part is small, so that the list shows quickly. Later parts have the maximum size. */
const FIRST_PART = 100;
/** A list of people has a shorter timeout than other calls (docs/behavior/client.md#time-limits). */
const LIST_TIMEOUT_MS = 5_000;

/** The account fields that row actions and profile actions need. */
export type Account = Pick<
  ListedUser,
  | '_id'
  | 'role'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'business_name'
  | 'approved'
  | 'unconfirmed'
  | 'agreement_file_id_fk'
>;

interface PeoplePage {
  rows: ListedUser[];
  total: number;
}

/** A list of people, loaded in parts. */
export function peopleQuery(filter: FilterUsersInput) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(peopleCalls.filterUsers, filter), 'in parts'],
    queryFn: ({ pageParam, signal }): Promise<PeoplePage> =>
      callWithTotal(
        peopleCalls.filterUsers,
        { ...filter, limit: pageParam === 0 ? FIRST_PART : PART_MAX, offset: pageParam },
        { signal, timeout: LIST_TIMEOUT_MS },
      ),
    initialPageParam: 0,
    getNextPageParam: (last: PeoplePage, parts: PeoplePage[]) => nextOffset(last, parts, filter),
  });
}

/**
 * The offset does not count people approved since the list was loaded, because they no longer match. Stops after a part
 * without new people, which can happen while an approval is still being sent.
 */
function nextOffset(
  last: PeoplePage,
  parts: readonly PeoplePage[],
  filter: FilterUsersInput,
): number | undefined {
  const rows = rowsOf(parts);
  const still = rows.filter((row) => fits(row, filter)).length;
  const broughtSomebody = rows.length > rowsOf(parts.slice(0, -1)).length;
  return broughtSomebody && still < last.total ? still : undefined;
}

const lists = [peopleCalls.filterUsers, peopleCalls.searchUsers];

/** Updates the cached lists before they are refetched. */
export function useShown() {
  const queries = useQueryClient();
  return useMemo(() => shownBy(queries), [queries]);
}

function shownBy(queries: QueryClient) {
  const change = (how: (part: PeoplePage) => PeoplePage) => {
    for (const list of lists)
      changeCached<InfiniteData<PeoplePage> | PeoplePage>(queries, list, (kept) =>
        'pages' in kept ? { ...kept, pages: kept.pages.map(how) } : how(kept),
      );
  };
  return {
    /** Also on the account's own profile. */
    show: (changed: Change) => {
      change(withRow(changed));
      const { approved, unconfirmed } = changed;
      queries.setQueryData<SeenUser>(
        callQuery(profileCalls.getUser, { id: changed._id }).queryKey,
        (kept) =>
          kept && {
            ...kept,
            ...(approved !== undefined && { approved }),
            ...(unconfirmed !== undefined && { confirmed: !unconfirmed }),
          },
      );
    },
    /** Refetches the number waiting for approval; the visible lists stay as they are. */
    recount: () =>
      invalidate(queries, {
        queryKey: [peopleCalls.filterUsers.path],
        predicate: ({ queryKey }) => queryKey.at(-1) === 'with total',
      }),
    /** Removes a deleted person from every cached list, then refetches the lists. */
    drop: (gone: Account) => {
      change(withoutRow(gone));
      void refresh(queries, ...lists);
    },
  };
}

/** Activates or deactivates an account. The lists show it immediately, and revert if it fails. */
export function useApproval({ quiet = false }: { quiet?: boolean } = {}) {
  const { show, recount } = useShown();
  const { mutateAsync: swap } = useCall(peopleCalls.swapApprovalStatus, { quiet });
  return useCallback(
    async function swapTo(row: Account, approved: boolean): Promise<void> {
      show({ ...row, approved, deactivated: !approved });
      try {
        await swap({ _id: row._id, approved });
      } catch (error) {
        show(row);
        throw error;
      }
      void recount();
      const name = accountName(row);
      notify.success(
        approved ? t('{name} is approved.', { name }) : t('{name} is deactivated and logged out.', { name }),
        approved ? t('Activated') : t('De-Activated'),
        // An approval cannot simply be undone, because the account would then count as deactivated.
        approved ? undefined : () => swapTo(row, true).catch(() => undefined),
      );
    },
    [show, recount, swap],
  );
}

type Change = Partial<ListedUser> & Pick<ListedUser, '_id'>;

const withoutRow = (gone: Account) => (part: PeoplePage) => ({
  ...part,
  rows: part.rows.filter((row) => row._id !== gone._id),
});

// Keep the fields that only a report's rows have.
const withRow = (changed: Change) => (part: PeoplePage) => ({
  ...part,
  rows: part.rows.map((row) => (row._id === changed._id ? { ...row, ...changed } : row)),
});
