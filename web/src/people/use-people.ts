import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { PART_MAX } from '@waypost/contract/list-part';
import { type FilterUsersInput, type ListedUser, peopleCalls } from '@waypost/contract/people/calls';
import { displayName } from '@waypost/contract/profiles/rules';
import { useCallback, useMemo } from 'react';
import { callWithTotal } from '../client/call.ts';
import { notify } from '../client/notices.ts';
import { keyOf, refresh, rowsOf, useCall } from '../client/queries.ts';
import { fits } from './people-filter.ts';

/** Rows read at first, so that they are there soon; after them as many as there may be at once. */
const FIRST_PART = 100;
/** A list of people is given up sooner than other calls (docs/behavior/client.md#time-limits). */
const LIST_TIMEOUT_MS = 5_000;

interface Part {
  rows: ListedUser[];
  total: number;
}

/** A list of people, read part by part. */
export function peopleQuery(filter: FilterUsersInput) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(peopleCalls.filterUsers, filter), 'in parts'],
    queryFn: ({ pageParam, signal }): Promise<Part> =>
      callWithTotal(
        peopleCalls.filterUsers,
        { ...filter, limit: pageParam === 0 ? FIRST_PART : PART_MAX, offset: pageParam },
        { signal, timeout: LIST_TIMEOUT_MS },
      ),
    initialPageParam: 0,
    getNextPageParam: (last: Part, parts: Part[]) => nextOffset(last, parts, filter),
  });
}

/**
 * People approved since the list was read no longer count, so the next page starts that much earlier. One that
 * brought nobody new, as while an approval is still on its way, is the last.
 */
function nextOffset(last: Part, parts: readonly Part[], filter: FilterUsersInput): number | undefined {
  const rows = rowsOf(parts);
  const still = rows.filter((row) => fits(row, filter)).length;
  const broughtSomebody = rows.length > rowsOf(parts.slice(0, -1)).length;
  return broughtSomebody && still < last.total ? still : undefined;
}

const lists = [peopleCalls.filterUsers, peopleCalls.searchUsers];

/** Changes what the lists show, before they are read again. */
export function useShown() {
  const queries = useQueryClient();
  return useMemo(() => shownBy(queries), [queries]);
}

function shownBy(queries: QueryClient) {
  const change = (how: (part: Part) => Part) => {
    for (const list of lists)
      queries.setQueriesData<InfiniteData<Part> | Part>(
        { queryKey: [list.path] },
        (kept) => kept && ('pages' in kept ? { ...kept, pages: kept.pages.map(how) } : how(kept)),
      );
  };
  return {
    show: (changed: ListedUser) => change(withRow(changed)),
    /** How many wait for approval is counted anew; the lists themselves stay as they are looked at. */
    recount: () =>
      queries.invalidateQueries({
        queryKey: [peopleCalls.filterUsers.path],
        predicate: ({ queryKey }) => queryKey.at(-1) === 'with total',
      }),
    /** A deleted person leaves every list; lists that are not loaded count one less. */
    drop: (gone: ListedUser) => {
      change(withoutRow(gone));
      void refresh(queries, ...lists);
    },
  };
}

/** Activates an account, or deactivates it. The lists show it at once, and take it back where it failed. */
export function useApproval({ quiet = false }: { quiet?: boolean } = {}) {
  const { show, recount } = useShown();
  const { mutateAsync: swap } = useCall(peopleCalls.swapApprovalStatus, { quiet });
  return useCallback(
    async (row: ListedUser, approved: boolean): Promise<void> => {
      show({ ...row, approved, deactivated: !approved });
      try {
        await swap({ _id: row._id, approved });
      } catch (error) {
        show(row);
        throw error;
      }
      void recount();
      const name = displayName(row) || row.email;
      notify.success(
        approved ? t('{name} is approved.', { name }) : t('{name} is de-activated and logged out.', { name }),
        approved ? t('Activated') : t('De-Activated'),
      );
    },
    [show, recount, swap],
  );
}

const withoutRow = (gone: ListedUser) => (part: Part) => ({
  ...part,
  rows: part.rows.filter((row) => row._id !== gone._id),
});

// What a report counts of somebody stands in its rows alone, and stays there.
const withRow = (changed: ListedUser) => (part: Part) => ({
  ...part,
  rows: part.rows.map((row) => (row._id === changed._id ? { ...row, ...changed } : row)),
});
