import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ProjectRow } from '@waypost/contract/projects/calls';
import { signOffCalls } from '@waypost/contract/sign-off/calls';
import { callWithTotal } from '../client/call.ts';
import { keyOf } from '../client/queries.ts';

const PART = 50;

interface Part {
  rows: ProjectRow[];
  total: number;
}

/**
 * The queue in parts. It is read anew each time the screen opens, and stays as it is while somebody works through it,
 * so that nothing moves under their hands.
 */
export const queueQuery = infiniteQueryOptions({
  queryKey: [...keyOf(signOffCalls.getSignOffs), 'in parts'],
  queryFn: ({ pageParam, signal }): Promise<Part> =>
    callWithTotal(signOffCalls.getSignOffs, { after: pageParam, limit: PART }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ rows }: Part) => (rows.length < PART ? undefined : rows.at(-1)?._id),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});
