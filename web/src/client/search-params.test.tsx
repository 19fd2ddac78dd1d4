import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { mount } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { useAddress, yearIn, yearOrAllIn } from './search-params.ts';

test('accepts only years that a list can be filtered by', () => {
  expect([1900, 2027, 2200].map(yearIn)).toEqual([1900, 2027, 2200]);
  expect([2027, 'All'].map(yearOrAllIn)).toEqual([2027, 'All']);
  // The calls would reject these, and the screen would stay empty.
  for (const other of [1899, 2201, 2027.5, Number.NaN, '2027', 'all', null, undefined])
    expect([yearIn(other), yearOrAllIn(other)]).toEqual([undefined, undefined]);
});

const read = (search: Record<string, unknown>): { first?: unknown; second?: unknown } => search;

/** Changes two choices before the router shows the first one. */
function TwoChanges({ back }: { back: 'screen' | 'each change' }) {
  const [choices, change] = useAddress(read, { back });
  const both = () => {
    change({ first: 1 });
    change({ second: 2 });
  };
  return (
    <button type="button" onClick={both}>
      {JSON.stringify(choices)}
    </button>
  );
}

test.each(['screen', 'each change'] as const)(
  'of two quick changes both count, and Back undoes: %s',
  async (back) => {
    window.history.replaceState(null, '', '/');
    const router = createRouter({
      routeTree: createRootRoute({ component: () => <TwoChanges back={back} /> }),
    });
    mount(<RouterProvider router={router as never} />);
    const before = router.history.location.state.__TSR_index;
    await userEvent.click(await screen.findByRole('button'));
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe('{"first":1,"second":2}'));
    if (back === 'screen') return expect(router.history.location.state.__TSR_index).toBe(before);
    // Before the router shows the first of them, both are one step.
    window.history.back();
    await waitFor(() => expect(screen.getByRole('button').textContent).toBe('{}'));
  },
);
