import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render.tsx';
import { userEvent } from '../../testing/user-event.ts';
import { Disclosure } from './Disclosure.tsx';
import { UnsavedChanges } from './UnsavedChanges.tsx';

let history: RouterHistory | undefined;
afterEach(() => history?.destroy());

/** A form's screen and another one, in a separate router. */
function openForm(isDirty: () => boolean) {
  const root = createRootRoute({ component: Outlet });
  const form = createRoute({
    getParentRoute: () => root,
    path: '/form',
    component: () => (
      <>
        <UnsavedChanges when={isDirty} />
        <a href="/other">plain</a>
        <Link to={'/other' as string}>Elsewhere</Link>
      </>
    ),
  });
  const other = createRoute({
    getParentRoute: () => root,
    path: '/other',
    component: () => <p>The other screen</p>,
  });
  window.history.replaceState(null, '', '/form');
  history = createBrowserHistory();
  const router = createRouter({
    routeTree: root.addChildren([form, other]),
    history,
  });
  // Only the component under test is shared with the app, so this router has another type.
  renderPart(<RouterProvider router={router as never} />);
}

const leave = async () => userEvent.click(await screen.findByRole('link', { name: 'Elsewhere' }));

test('leaving with unsaved changes asks first, and staying keeps them', async () => {
  openForm(() => true);
  await leave();
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect(screen.queryByText('The other screen')).toBeNull();
});

test('confirming leaves the screen', async () => {
  openForm(() => true);
  await leave();
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('The other screen')).toBeTruthy();
});

test('leaving without unsaved changes does not ask, as determined at that moment', async () => {
  let dirty = true;
  openForm(() => dirty);
  await screen.findByRole('link', { name: 'Elsewhere' });
  dirty = false;
  await leave();
  expect(await screen.findByText('The other screen')).toBeTruthy();
});

test('closing the page with unsaved changes asks too', async () => {
  const listening = vi.spyOn(window, 'addEventListener');
  openForm(() => true);
  await screen.findByRole('link', { name: 'Elsewhere' });
  const closing = new Event('beforeunload', { cancelable: true });
  for (const [kind, listener] of listening.mock.calls)
    if (kind === 'beforeunload' && typeof listener === 'function') listener(closing);
  expect(closing.defaultPrevented).toBe(true);
});

function openMenu() {
  const chosen = vi.fn();
  renderPart(
    <>
      <Disclosure label="Site Admin">
        <button type="button" onClick={chosen}>
          Schools
        </button>
      </Disclosure>
      <button type="button">After</button>
      <p style={{ marginTop: 300 }}>Plain words</p>
    </>,
  );
  const toggle = screen.getByRole('button', { name: 'Site Admin' });
  return { chosen, toggle, isOpen: () => toggle.getAttribute('aria-expanded') === 'true' };
}

test('a menu opens and closes with its button, and closes after a choice', async () => {
  const { chosen, toggle, isOpen } = openMenu();
  expect(isOpen()).toBe(false);
  await userEvent.click(toggle);
  expect(isOpen()).toBe(true);
  await userEvent.click(toggle);
  expect(isOpen()).toBe(false);
  await userEvent.click(toggle);
  await userEvent.click(screen.getByRole('button', { name: 'Schools' }));
  expect(chosen).toHaveBeenCalledTimes(1);
  expect(isOpen()).toBe(false);
});

test('Escape closes a menu and returns the focus to its button', async () => {
  const { toggle, isOpen } = openMenu();
  await userEvent.click(toggle);
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(toggle);
});

test('a menu closes when the focus leaves it or something else is pressed', async () => {
  const { toggle, isOpen } = openMenu();
  await userEvent.click(toggle);
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('After');
  expect(isOpen()).toBe(false);
  await userEvent.click(toggle);
  await userEvent.click(screen.getByText('Plain words'));
  expect(isOpen()).toBe(false);
});
