import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { signOffCalls } from '@waypost/contract/placements/sign-off/calls';
import { callWithTotal } from '../../client/call.ts';
import { keyOf } from '../../client/queries.ts';

const PART = 50;

interface QueuePage {
  rows: ProjectRow[];
  total: number;
}

/**
 * The queue, in parts. Refetched each time the screen opens, and otherwise left unchanged, so that nothing
 * moves while someone works through it.
 */
export const queueQuery = infiniteQueryOptions({
  queryKey: [...keyOf(signOffCalls.getSignOffs), 'in parts'],
  queryFn: ({ pageParam, signal }): Promise<QueuePage> =>
    callWithTotal(signOffCalls.getSignOffs, { after: pageParam, limit: PART }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ rows }: QueuePage) => (rows.length < PART ? undefined : rows.at(-1)?._id),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});
