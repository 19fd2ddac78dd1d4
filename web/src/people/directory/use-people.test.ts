import { expect, test, vi } from 'vitest';
import { isFailure } from '../../client/failure.ts';
import { makeQueryClient } from '../../client/queries.ts';
import { peopleQuery } from './use-people.ts';

test('a list of people times out after 5000 milliseconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  });
  const failed = vi.fn();
  void makeQueryClient(() => {})
    .fetchInfiniteQuery(peopleQuery({ role: 'Student' }))
    .catch(failed);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isFailure(failed.mock.calls[0]?.[0], 'out-of-time')).toBe(true);
});
