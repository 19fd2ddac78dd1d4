import {
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query';
import { call, type Wire } from './call.ts';
import { CallFailed, type FailureKind, isFailure, isMissing } from './failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `quiet`: the screen reports every failure itself. `noticed`: the screen has no place for the failure,
     * so a notice has to report it.
     */
    queryMeta: { quiet?: boolean; noticed?: boolean };
    /** `quiet`: the screen reports a failure itself, without the general notice. */
    mutationMeta: { quiet?: boolean };
  }
}

/** The cache key of a call's reply: its path and input. */
export function keyOf(to: { path: string }, input?: unknown): readonly unknown[] {
  return input === undefined ? [to.path] : [to.path, input];
}

/** A query for a call's reply: `useQuery(callQuery(projectCalls.loadStudentProject, { project_id }))`. */
export function callQuery<In, Out>(to: Wire<In, Out>, input: In, options: QueryChoices = {}) {
  return queryOptions({
    queryKey: keyOf(to, input),
    queryFn: ({ signal }) => call(to, input, { signal, timeout: options.timeout }),
    meta: { quiet: options.quiet ?? false, noticed: options.noticed ?? false },
    staleTime: options.staleTime ?? 0,
  });
}

/** A query for the subject of a screen's URL. If it does not exist, a not-found page replaces the screen. */
export function subjectQuery<In, Out>(to: Wire<In, Out>, input: In, options: QueryChoices = {}) {
  return {
    ...callQuery(to, input, options),
    // If the subject is deleted while it is shown, the screen stays until the user leaves, because they may
    // be typing.
    throwOnError: (error: Error, { state }: { state: { data: unknown } }) =>
      isMissing(error) && state.data === undefined,
  };
}

export interface QueryChoices {
  quiet?: boolean;
  noticed?: boolean;
  /** How long a cached reply counts as fresh, in milliseconds. */
  staleTime?: number;
  /** Timeout in milliseconds. */
  timeout?: number;
}

/** For a query prefetched when someone points at a link, so that opening the screen does not send it again. */
export const loadedAhead = { staleTime: 5_000 } as const;

/** How often to poll for the other side's actions while the page is visible. */
const REFRESH_MS = 5_000;

/** Polls while the screen is open and visible, so each side sees the other's actions without reloading. */
export const keepFresh = { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true } as const;

type CallChoices<In, Out, Context> = Omit<UseMutationOptions<Out, Error, In, Context>, 'mutationFn'> & {
  quiet?: boolean;
  /** Sends it even if the page is left meanwhile. */
  keepalive?: boolean;
};

/** A mutation for a call: `const approve = useCall(hoursCalls.approveHours, { onSuccess })`. */
export function useCall<In, Out, Context = unknown>(
  to: Wire<In, Out>,
  { quiet = false, keepalive, ...options }: CallChoices<In, Out, Context> = {},
) {
  return useMutation({
    ...options,
    mutationFn: (input: In) => call(to, input, { keepalive }),
    meta: { quiet },
  });
}

/** After a change: invalidates the replies of these calls, with any input. */
export function refresh(queries: QueryClient, ...calls: readonly { path: string }[]): Promise<unknown> {
  return Promise.all(calls.map((to) => invalidate(queries, { queryKey: [to.path] })));
}

/** After a change: refetches the matching queries that are shown, and the others when they are opened. */
export function invalidate(queries: QueryClient, filters: InvalidateQueryFilters = {}): Promise<void> {
  // A request that was sent before the change may return the earlier state, which would count as fresh.
  void queries.cancelQueries(filters.refetchType === 'none' ? { ...filters, type: 'inactive' } : filters);
  return queries.invalidateQueries(filters);
}

/**
 * `onFailure` is called for each failure that the screen does not report itself. A failed first load is
 * explained in place, with a way to retry; a server or connection error also shows a notice
 * (docs/behavior/client.md#loading). A failed refresh of existing content shows only a notice.
 */
export function makeQueryClient(onFailure: (error: unknown) => void): QueryClient {
  const reportUnlessShown = (error: unknown, isShown: boolean) => {
    // `call.ts` has already reported an expired session.
    if (!isShown && !isFailure(error, 'no-session')) onFailure(error);
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, state }) => {
        const isExplained = state.data === undefined && meta?.noticed !== true && !isFault(error);
        reportUnlessShown(error, meta?.quiet === true || isExplained);
      },
    }),
    mutationCache: new MutationCache({
      // A change may alter more than what its screen refetches, so every screen that is opened later asks anew.
      onSuccess: () => void invalidate(queries, { predicate: mayChange, refetchType: 'none' }),
      onError: (error, _input, _before, { meta }) => reportUnlessShown(error, meta?.quiet === true),
    }),
    defaultOptions: {
      queries: { retry: isWorthRetrying, refetchOnWindowFocus: false },
      // Without a connection, a save fails immediately instead of waiting silently.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queries;
}

/** Replies that stay fresh forever are updated by the changes that alter them, like the session. */
const mayChange = ({ options }: Query) =>
  !('staleTime' in options && options.staleTime === Number.POSITIVE_INFINITY);

/** Whether the call failed for a reason unrelated to its input. */
const isFault = (error: unknown) => !(error instanceof CallFailed) || FAULTS.includes(error.kind);
const FAULTS: readonly FailureKind[] = ['our-fault', 'unknown', 'no-connection', 'out-of-time'];

// The server will refuse the same call again, but a connection may return.
function isWorthRetrying(tries: number, error: unknown): boolean {
  return tries < 1 && error instanceof CallFailed && error.kind === 'no-connection';
}
