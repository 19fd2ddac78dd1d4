import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { callWithTotal, type Wire } from './call.ts';
import { keyOf, type QueryChoices } from './queries.ts';

/** One page of a list, with the total number of rows. */
export function pageQuery<In, Row>(to: Wire<In, Row[]>, input: In, options: QueryChoices = {}) {
  return queryOptions({
    queryKey: [...keyOf(to, input), 'with total'],
    queryFn: ({ signal }) => callWithTotal(to, input, { signal, timeout: options.timeout }),
    meta: { quiet: options.quiet ?? false, noticed: options.noticed ?? false },
    staleTime: options.staleTime ?? 0,
  });
}

/** The rows of all loaded parts without duplicates, which occur when rows move between two requests. */
export function rowsOf<Row extends { _id: string }>(parts: readonly { rows: readonly Row[] }[]): Row[] {
  const known = new Set<string>();
  return parts.flatMap(({ rows }) => rows).filter(({ _id }) => !known.has(_id) && known.add(_id));
}

/**
 * Changes every cached reply of a call. A reply or a further part that is still loading was requested before the
 * change, so it is changed when it arrives.
 */
export function changeCached<Reply>(
  queries: QueryClient,
  to: { path: string },
  change: (reply: Reply) => Reply,
): void {
  const changeIn = (queryKey: QueryKey) =>
    queries.setQueriesData<Reply>({ queryKey }, (reply) => reply && change(reply));
  changeIn([to.path]);
  const loading = queries.getQueryCache().findAll({ queryKey: [to.path], fetchStatus: 'fetching' });
  for (const { promise, queryKey } of loading)
    promise?.then(
      () => changeIn(queryKey),
      () => undefined,
    );
}
