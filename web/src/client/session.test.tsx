import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { aSession } from '../../testing/people.ts';
import { mount } from '../../testing/render.tsx';
import { makeQueryClient } from './queries.ts';
import { clearUserCache, endSession, sessionQuery, useUser } from './session.ts';

const Name = () => <p>{useUser().email}</p>;

test('a part of a screen that appears after the session has ended still knows its user, and clearing the cache removes it', () => {
  const queries = makeQueryClient(() => undefined);
  queries.setQueryData(sessionQuery.queryKey, aSession({ email: 'maya@school.test' }));
  endSession(queries);
  const { container } = mount(
    <QueryClientProvider client={queries}>
      <Name />
    </QueryClientProvider>,
  );
  expect(container.textContent).toBe('maya@school.test');
  clearUserCache(queries);
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ).toEqual([null]);
});
