import { beforeEach, expect, test } from 'vitest';
import { CallFailed, type FailureKind } from './failure.ts';
import { makeQueryClient } from './queries.ts';

const told: unknown[] = [];
const queries = () => makeQueryClient((error) => told.push(error));
const failing = (kind: FailureKind) => () => Promise.reject(new CallFailed(kind, 'Something went wrong'));

beforeEach(() => {
  told.length = 0;
});

/** Reads something that fails, over what was read before if there was anything. */
async function fail(kind: FailureKind, meta: { quiet?: boolean; noticed?: boolean }, before?: string) {
  const client = queries();
  if (before !== undefined) client.setQueryData(['a list'], before);
  await client.fetchQuery({ queryKey: ['a list'], queryFn: failing(kind), meta }).catch(() => undefined);
  return told.length;
}

test('a refused first load is explained in place, without a notice', async () => {
  expect(await fail('not-found', {})).toBe(0);
});

test.each(['our-fault', 'unknown', 'no-connection', 'out-of-time'] as const)(
  'a first load that fails with %s shows a notice as well',
  async (kind) => {
    expect(await fail(kind, {})).toBe(1);
  },
);

test('a notice tells that what stands there could not be read anew', async () => {
  expect(await fail('our-fault', {}, 'an older reply')).toBe(1);
});

test('a notice tells of what has no place of its own', async () => {
  expect(await fail('our-fault', { noticed: true })).toBe(1);
});

test('what a screen tells itself is told by no notice', async () => {
  expect(await fail('our-fault', { quiet: true }, 'an older reply')).toBe(0);
});

test.each([{}, { quiet: true }])('an ended session is always told of', async (meta) => {
  expect(await fail('no-session', meta)).toBe(1);
});

test.each([
  [{}, 1],
  [{ quiet: true }, 0],
])('a change that failed is told of unless its screen does so: %o', async (meta, times) => {
  const client = queries();
  const change = client.getMutationCache().build(client, { mutationFn: failing('our-fault'), meta });
  await change.execute(undefined).catch(() => undefined);
  expect(told).toHaveLength(times);
});
