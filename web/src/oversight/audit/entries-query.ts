import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AuditEntry, type AuditFilter, auditCalls } from '@waypost/contract/oversight/audit/calls';
import { callWithTotal } from '../../client/call.ts';
import { keyOf } from '../../client/queries.ts';

interface Page {
  rows: AuditEntry[];
  total: number;
}

/** Entries per page: as many as a table renders at once. */
const PAGE = 100;

/**
 * The entries that match a filter, page by page; each page starts after the last entry of the previous one.
 */
export function entriesQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(auditCalls.getAuditEntries, filter), 'in parts'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      callWithTotal(auditCalls.getAuditEntries, { ...filter, limit: PAGE, before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => (last.rows.length < PAGE ? undefined : last.rows.at(-1)?._id),
  });
}
