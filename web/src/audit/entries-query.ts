import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AuditEntry, type AuditFilter, auditCalls } from '@waypost/contract/audit/calls';
import { callWithTotal } from '../client/call.ts';
import { keyOf } from '../client/queries.ts';

interface Page {
  rows: AuditEntry[];
  total: number;
}

/** Entries a page: as many as a table draws at once. */
const PAGE = 100;

/** The entries of a filter, read page by page; each begins after the last entry of the one before. */
export function entriesQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(auditCalls.getAuditEntries, filter), 'in parts'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      callWithTotal(auditCalls.getAuditEntries, { ...filter, limit: PAGE, before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => (last.rows.length < PAGE ? undefined : last.rows.at(-1)?._id),
  });
}
