import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeCached } from './list-queries.ts';
import { makeQueryClient } from './queries.ts';

test('a row that is changed while the next part of its list loads stays changed', async () => {
  const client = makeQueryClient(() => undefined);
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['/list', 'in parts'],
    queryFn: async ({ pageParam }) => [{ id: pageParam, saved: false }],
    initialPageParam: 0,
    getNextPageParam: (_last, parts) => parts.length,
  });
  onTestFinished(list.subscribe(() => undefined));
  const rows = () => list.getCurrentResult().data?.pages.flat();
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
  const more = list.fetchNextPage();
  changeCached<{ pages: { id: number; saved: boolean }[][] }>(client, { path: '/list' }, (kept) => ({
    ...kept,
    pages: kept.pages.map((part) => part.map((row) => (row.id === 0 ? { ...row, saved: true } : row))),
  }));
  expect(rows()).toEqual([{ id: 0, saved: true }]);
  await more;
  await vi.waitFor(() =>
    expect(rows()).toEqual([
      { id: 0, saved: true },
      { id: 1, saved: false },
    ]),
  );
});
