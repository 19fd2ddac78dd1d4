import { screen } from '@testing-library/dom';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { Loaded, type QueryResult } from './Loaded.tsx';

const query = (overrides: Partial<QueryResult<string[]>>): QueryResult<string[]> => ({
  data: undefined,
  error: null,
  isPending: true,
  refetch: () => {},
  ...overrides,
});

const shown = (state: QueryResult<string[]>) => (
  <Loaded query={state} empty={<p>Nothing yet</p>}>
    {(rows) => <p>{rows.join(' and ')}</p>}
  </Loaded>
);

test('a loading indicator appears only after half a second', () => {
  vi.useFakeTimers();
  renderPart(shown(query({})));
  flushSync(() => void vi.advanceTimersByTime(499));
  expect(screen.queryByText('Loading')).toBeNull();
  flushSync(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('a failure shows its own message and a retry button', async () => {
  const refetch = vi.fn();
  renderPart(shown(query({ isPending: false, error: new Error('Waypost could not be reached.'), refetch })));
  expect(screen.getByRole('alert').textContent).toContain('Waypost could not be reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('shows the empty state without data, and the content otherwise', () => {
  const { unmount } = renderPart(shown(query({ isPending: false, data: [] })));
  expect(screen.getByText('Nothing yet')).toBeTruthy();
  unmount();
  renderPart(shown(query({ isPending: false, data: ['one', 'two'] })));
  expect(screen.getByText('one and two')).toBeTruthy();
});

test('keeps the content when a refresh fails', () => {
  renderPart(shown(query({ isPending: false, data: ['one'], error: new Error('lost') })));
  expect(screen.getByText('one')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
