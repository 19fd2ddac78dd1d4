import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query';
import { call, callWithTotal, type Wire } from './call.ts';
import { CallFailed, type FailureKind, isFailure, isMissing } from './failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `quiet`: the screen tells of every failure itself. `noticed`: nothing stands in the place of what could not
     * be read, so that a notice has to tell of it.
     */
    queryMeta: { quiet?: boolean; noticed?: boolean };
    /** `quiet`: the screen tells of a failure itself, the general catalogue stays silent. */
    mutationMeta: { quiet?: boolean };
  }
}

/** The key under which a call's reply is kept: its path, then what it was asked with. */
export function keyOf(to: { path: string }, input?: unknown): readonly unknown[] {
  return input === undefined ? [to.path] : [to.path, input];
}

/** A call's reply as a query: `useQuery(callQuery(projectCalls.loadStudentProject, { project_id }))`. */
export function callQuery<In, Out>(to: Wire<In, Out>, input: In, options: QueryChoices = {}) {
  return queryOptions({
    queryKey: keyOf(to, input),
    queryFn: ({ signal }) => call(to, input, { signal, timeout: options.timeout }),
    meta: { quiet: options.quiet ?? false, noticed: options.noticed ?? false },
    staleTime: options.staleTime ?? 0,
  });
}

/** What a screen's address names: without it, the page that says so takes the screen's place. */
export function subjectQuery<In, Out>(to: Wire<In, Out>, input: In, options: QueryChoices = {}) {
  return {
    ...callQuery(to, input, options),
    // What has gone while it is looked at stays until the screen is left: somebody may be typing.
    throwOnError: (error: Error, { state }: { state: { data: unknown } }) =>
      isMissing(error) && state.data === undefined,
  };
}

/** One page of a list, with how many rows there are in all. */
export function pageQuery<In, Row>(to: Wire<In, Row[]>, input: In, options: QueryChoices = {}) {
  return queryOptions({
    queryKey: [...keyOf(to, input), 'with total'],
    queryFn: ({ signal }) => callWithTotal(to, input, { signal, timeout: options.timeout }),
    meta: { quiet: options.quiet ?? false, noticed: options.noticed ?? false },
    staleTime: options.staleTime ?? 0,
  });
}

/** The rows of a list's parts, each once: where rows have moved between two readings, one comes with both. */
export function rowsOf<Row extends { _id: string }>(parts: readonly { rows: readonly Row[] }[]): Row[] {
  const known = new Set<string>();
  return parts.flatMap(({ rows }) => rows).filter(({ _id }) => !known.has(_id) && known.add(_id));
}

interface QueryChoices {
  quiet?: boolean;
  noticed?: boolean;
  /** Milliseconds during which the kept reply is good enough. */
  staleTime?: number;
  /** Milliseconds until the call is given up. */
  timeout?: number;
}

/** How often the other side's steps are looked for, while somebody has the page before them. */
const REFRESH_MS = 5_000;

/** Keeps a reply fresh while its screen is open and seen: each side's steps reach the other without reloading. */
export const keepFresh = { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true } as const;

type CallChoices<In, Out, Context> = Omit<UseMutationOptions<Out, Error, In, Context>, 'mutationFn'> & {
  quiet?: boolean;
};

/** A call that changes something: `const approve = useCall(hoursCalls.approveHours, { onSuccess })`. */
export function useCall<In, Out, Context = unknown>(
  to: Wire<In, Out>,
  { quiet = false, ...options }: CallChoices<In, Out, Context> = {},
) {
  return useMutation({ ...options, mutationFn: (input: In) => call(to, input), meta: { quiet } });
}

/** Reads again whatever these calls brought, with any input. */
export function refresh(queries: QueryClient, ...calls: readonly { path: string }[]): Promise<unknown> {
  return Promise.all(calls.map((to) => queries.invalidateQueries({ queryKey: [to.path] })));
}

/**
 * `onFailure` is called for each failure that the screen does not explain itself. A first load that fails is
 * explained in place, with a way to try again; a fault of the server or the connection also shows a notice
 * (docs/behavior/client.md#loading). A refresh that fails behind older content shows only a notice.
 */
export function makeQueryClient(onFailure: (error: unknown) => void): QueryClient {
  const tell = (error: unknown, isTold: boolean) => {
    // That the session has ended concerns every screen, whatever it tells itself.
    if (!isTold || isFailure(error, 'no-session')) onFailure(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, state }) => {
        const isExplained = state.data === undefined && meta?.noticed !== true && !isFault(error);
        tell(error, meta?.quiet === true || isExplained);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _before, { meta }) => tell(error, meta?.quiet === true),
    }),
    defaultOptions: {
      queries: { retry: isWorthRetrying, refetchOnWindowFocus: false },
      // Without a connection a save fails at once and says so, instead of waiting in silence.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Whether the call failed for a reason that has nothing to do with what was asked. */
const isFault = (error: unknown) => !(error instanceof CallFailed) || FAULTS.includes(error.kind);
const FAULTS: readonly FailureKind[] = ['our-fault', 'unknown', 'no-connection', 'out-of-time'];

// What the server refused it will refuse again; a connection may have come back.
function isWorthRetrying(tries: number, error: unknown): boolean {
  return tries < 1 && error instanceof CallFailed && error.kind === 'no-connection';
}
