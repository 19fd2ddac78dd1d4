import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { CallFailed, type FailureKind } from './failure.ts';
import { keepFresh, makeQueryClient, refresh } from './queries.ts';

const notices: unknown[] = [];
const queries = () => makeQueryClient((error) => notices.push(error));
const failing = (kind: FailureKind) => () => Promise.reject(new CallFailed(kind, 'Something went wrong'));

beforeEach(() => {
  notices.length = 0;
});

/** Reads something that fails, with or without an earlier reply in the cache. */
async function fail(kind: FailureKind, meta: { quiet?: boolean; noticed?: boolean }, before?: string) {
  const client = queries();
  if (before !== undefined) client.setQueryData(['a list'], before);
  await client.fetchQuery({ queryKey: ['a list'], queryFn: failing(kind), meta }).catch(() => undefined);
  return notices.length;
}

test('a refused first load is explained in place, without a notice', async () => {
  expect(await fail('not-found', {})).toBe(0);
});

test.each(['our-fault', 'unknown', 'no-connection', 'out-of-time'] as const)(
  'a first load that fails with %s also shows a notice',
  async (kind) => {
    expect(await fail(kind, {})).toBe(1);
  },
);

test('a failed refresh shows a notice', async () => {
  expect(await fail('our-fault', {}, 'an older reply')).toBe(1);
});

test('a failure without a place on the screen shows a notice', async () => {
  expect(await fail('our-fault', { noticed: true })).toBe(1);
});

test('a failure that the screen reports itself shows no notice', async () => {
  expect(await fail('our-fault', { quiet: true }, 'an older reply')).toBe(0);
});

test.each([{}, { quiet: true }])(
  'an expired session is reported by its call, and not again',
  async (meta) => {
    expect(await fail('no-session', meta)).toBe(0);
  },
);

test.each([
  [{}, 1],
  [{ quiet: true }, 0],
])('a failed change shows a notice unless its screen reports it: %o', async (meta, times) => {
  const client = queries();
  const change = client.getMutationCache().build(client, { mutationFn: failing('our-fault'), meta });
  await change.execute(undefined).catch(() => undefined);
  expect(notices).toHaveLength(times);
});

test('what the other side may change is read again every five seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queryFn = vi.fn(async () => 'a reply');
  const observer = new QueryObserver(queries(), { queryKey: ['interns'], queryFn, ...keepFresh });
  onTestFinished(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_001);
  expect(queryFn).toHaveBeenCalledTimes(3);
});

test('a list that was requested before a change and arrives after it is requested again when it is opened', async () => {
  const client = queries();
  const replies = ['without the new one', 'with the new one'];
  const list = { queryKey: ['/list'], queryFn: vi.fn(async () => replies.shift()), staleTime: 5_000 };
  const ahead = client.prefetchQuery(list);
  await refresh(client, { path: '/list' });
  await ahead;
  expect(await client.fetchQuery(list)).toBe('with the new one');
});

test('a list that is being loaded for the first time during a change shows the state after it', async () => {
  const client = queries();
  const replies = ['without the new one', 'with the new one'];
  const queryFn = async () => replies.shift();
  const observer = new QueryObserver(client, { queryKey: ['/list'], queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  await refresh(client, { path: '/list' });
  expect(observer.getCurrentResult().data).toBe('with the new one');
});

test.each(['fresh', 'still loading'])(
  'after any change, a reply that was %s is requested again',
  async (state) => {
    const client = queries();
    const replies = ['before the change', 'after the change'];
    const list = { queryKey: ['/list'], queryFn: async () => replies.shift(), staleTime: 60_000 };
    const early = client.prefetchQuery(list);
    if (state === 'fresh') await early;
    await client
      .getMutationCache()
      .build(client, { mutationFn: async () => 'saved' })
      .execute(undefined);
    expect(await client.fetchQuery(list)).toBe('after the change');
  },
);

test('a change neither interrupts nor repeats a reply that stays fresh forever', async () => {
  const client = queries();
  const queryFn = vi.fn(async () => 'the session');
  const session = { queryKey: ['/session'], queryFn, staleTime: Number.POSITIVE_INFINITY };
  const early = client.fetchQuery(session);
  await client
    .getMutationCache()
    .build(client, { mutationFn: async () => 'saved' })
    .execute(undefined);
  expect(await early).toBe('the session');
  await client.fetchQuery(session);
  expect(queryFn).toHaveBeenCalledTimes(1);
});
