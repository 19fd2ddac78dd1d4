import { type InfiniteData, infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { type FilterUsersInput, type ListedUser, peopleCalls } from '@waypost/contract/people/calls';
import { displayName } from '@waypost/contract/profiles/rules';
import { callWithTotal } from '../client/call.ts';
import { notify } from '../client/notices.ts';
import { keyOf, useCall } from '../client/queries.ts';
import { fits } from './people-filter.ts';

/** Rows read at once: as many as a table draws at once. */
const PART = 100;
/** A list of students is given up sooner than other calls (document 1, section 9). */
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
        { ...filter, limit: PART, offset: pageParam },
        { signal, timeout: LIST_TIMEOUT_MS },
      ),
    initialPageParam: 0,
    getNextPageParam: (last: Part, parts: Part[]) => nextOffset(last, parts, filter),
  });
}

/** Whoever has been approved since the list was read counts no longer: the next part begins earlier by them. */
export function nextOffset(last: Part, parts: readonly Part[], filter: FilterUsersInput): number | undefined {
  const still = parts.flatMap(({ rows }) => rows).filter((row) => fits(row, filter)).length;
  return last.rows.length > 0 && still < last.total ? still : undefined;
}

/** Activates an account, or deactivates it. The lists show it at once, and take it back where it failed. */
export function useApproval({ quiet = false }: { quiet?: boolean } = {}) {
  const queries = useQueryClient();
  const lists = [peopleCalls.filterUsers, peopleCalls.searchUsers];
  const show = (changed: ListedUser) => {
    for (const list of lists)
      queries.setQueriesData<InfiniteData<Part> | Part>(
        { queryKey: [list.path] },
        (kept) =>
          kept &&
          ('pages' in kept ? { ...kept, pages: kept.pages.map(withRow(changed)) } : withRow(changed)(kept)),
      );
  };
  const swap = useCall(peopleCalls.swapApprovalStatus, { quiet });
  return async function setApproved(row: ListedUser, approved: boolean): Promise<void> {
    show({ ...row, approved, deactivated: !approved });
    try {
      await swap.mutateAsync({ _id: row._id, approved });
    } catch (error) {
      show(row);
      throw error;
    }
    const name = displayName(row) || row.email;
    notify.success(
      approved ? `${name} is approved.` : `${name} is de-activated and logged out.`,
      approved ? 'Activated' : 'De-Activated',
    );
  };
}

const withRow = (changed: ListedUser) => (part: Part) => ({
  ...part,
  rows: part.rows.map((row) => (row._id === changed._id ? changed : row)),
});
