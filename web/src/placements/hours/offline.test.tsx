import type { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aProject, aProjectRow, PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { writeOfflineData } from './forget-offline.ts';
import { type OfflinePlacement, readOfflineData } from './offline-store.ts';
import { queueStore } from './queue-store.ts';

const LOG = '/api/project_createHoursLogEntry';
const OTHER = '00000000-0000-4000-8000-0000000000a2';
const maya = aSession();
const account = maya.user._id;
const boatyard = { project_id: id, title: 'Boatyard Intern', business: 'Bayside Marine' };
/** The days of a placement in these tests. */
const days = { first_day: '2026-02-16', last_day: '2026-08-31' };
const bakery = { project_id: OTHER, title: 'Baker', business: 'Bay Bread' };

const online = (given: Record<string, Answer> = {}) =>
  answer({
    '/api/current-user': maya,
    '/api/getSettings': someSettings(),
    '/api/getProjectsByStudent': [aProjectRow()],
    '/api/loadStudentProject': aProject(),
    [LOG]: aProject(),
    ...given,
  });

/** A page that comes to the front tries again by itself. These tests press the button. */
const ignore = (event: Event) => event.stopImmediatePropagation();

let queries: QueryClient;

/** Opens the application without a connection. */
function openOffline(placements: OfflinePlacement[] = [boatyard]) {
  writeOfflineData({ account, placements });
  document.addEventListener('visibilitychange', ignore, true);
  answer({});
  ({ queries } = openApp(`/project/${id}/hours`));
}

const typeLog = async (text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: /Activity log/ }), text);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Waits until all requests have failed. One that was repeated later would open the screen before the test does. */
const quiet = () => waitFor(() => expect(queries.isFetching()).toBe(0));

async function offline(): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'You’re offline' });
  await press('Try again');
  await screen.findByText('There is still no connection.');
  await quiet();
}

async function saveOffline(): Promise<void> {
  await press('Save hours');
  await screen.findByRole('region', { name: 'Saved on this phone' });
  await quiet();
}

/** The service worker's registration, which a test's server does not have. */
const stubRegister = () =>
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue({} as ServiceWorkerRegistration);

afterEach(async () => {
  document.removeEventListener('visibilitychange', ignore, true);
  for (const { key } of await queueStore.list()) await queueStore.remove(key);
});

test('opened without a connection, a student logs hours, which are sent once it is back', async () => {
  openOffline();
  await offline();
  expect(screen.getByText('Boatyard Intern · Bayside Marine')).toBeTruthy();
  await typeLog('Painted.');
  await saveOffline();
  const panel = within(screen.getByRole('region', { name: 'Saved on this phone' }));
  expect(panel.getByText('Waiting to be sent')).toBeTruthy();
  expect(await queueStore.list()).toMatchObject([{ account, project_id: id, refused: null }]);

  const requests = online();
  await press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hours Log' })).toBeTruthy();
  expect(await screen.findByText('The entry on this phone was sent.')).toBeTruthy();
  const sent = requests.filter(({ path }) => path === LOG);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ project_id: id, total_hours: 1, text_log: 'Painted.' });
  expect(await queueStore.list()).toEqual([]);
});

test('tries again every half minute, and opens the screen once the connection is back', async () => {
  const intervals = vi.spyOn(window, 'setInterval');
  openOffline();
  await offline();
  online();
  const [again] = intervals.mock.calls.findLast(([, milliseconds]) => milliseconds === 30_000) ?? [];
  (again as () => void)();
  expect(await screen.findByRole('heading', { level: 1, name: 'Hours Log' })).toBeTruthy();
});

test('keeps what is being typed when the connection returns, until it is saved', async () => {
  openOffline();
  await offline();
  await typeLog('Painted.');
  const requests = online();
  await press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: 'You’re back online' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toHaveProperty('value', 'Painted.');
  await press('Save hours');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hours Log' })).toBeTruthy();
  await waitFor(() => expect(requests.filter(({ path }) => path === LOG)).toHaveLength(1));
});

test('the form can be closed without saving', async () => {
  openOffline();
  await offline();
  await typeLog('Painted.');
  online();
  await press('Try again');
  await press('Continue');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hours Log' })).toBeTruthy();
  expect(await queueStore.list()).toEqual([]);
});

test('with several placements, the student chooses one', async () => {
  openOffline([boatyard, bakery]);
  await userEvent.choose(await screen.findByRole('combobox', { name: 'Placement' }), 'Baker · Bay Bread');
  await typeLog('Kneaded.');
  await press('Save hours');
  await screen.findByRole('region', { name: 'Saved on this phone' });
  expect(await queueStore.list()).toMatchObject([{ account, project_id: OTHER }]);
});

test('asks before hours outside of the placement stay on the phone', async () => {
  openOffline([{ ...boatyard, days: { first_day: '2025-01-01', last_day: '2025-01-31' } }]);
  await typeLog('Painted.');
  await press('Save hours');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save hours outside of the placement?' }));
  expect(await queueStore.list()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save hours' }));
  await screen.findByRole('region', { name: 'Saved on this phone' });
  expect(await queueStore.list()).toMatchObject([{ account, project_id: id }]);
});

test('shows the usual error for a lost connection when nothing is stored', async () => {
  answer({});
  openApp(`/project/${id}/hours`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Something Went Wrong' })).toBeTruthy();
});

test('entries saved for one account are not sent under another', async () => {
  openOffline();
  await offline();
  await typeLog('Painted.');
  await saveOffline();
  const requests = online({ '/api/current-user': aSession({ _id: OTHER }) });
  await press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: 'Hours Log' })).toBeTruthy();
  await waitFor(() => expect(readOfflineData()).toBeNull());
  expect(requests.filter(({ path }) => path === LOG)).toEqual([]);
  expect(await queueStore.list()).toMatchObject([{ account }]);
});

test.each([
  ['the hours log', `/project/${id}/hours`],
  ['My Jobs', '/projects/viewall'],
])('opening %s stores an active placement, and nothing else about it', async (_, address) => {
  const register = stubRegister();
  online();
  openApp(address);
  await waitFor(() => expect(readOfflineData()).toEqual({ account, placements: [{ ...boatyard, days }] }));
  expect(register.mock.calls).toEqual([['/service-worker.js']]);
});

test('deletes a stored placement that accepts no more hours', async () => {
  const register = stubRegister();
  writeOfflineData({ account, placements: [boatyard, bakery] });
  online({ '/api/loadStudentProject': aProject({ business_status: 'terminated' }) });
  const { unmount } = openApp(`/project/${id}/hours`);
  await waitFor(() => expect(readOfflineData()).toEqual({ account, placements: [bakery] }));
  unmount();
  register.mockClear();
  online({ '/api/loadStudentProject': aProject({ _id: OTHER, business_status: 'terminated' }) });
  openApp(`/project/${OTHER}/hours`);
  await waitFor(() => expect(readOfflineData()).toBeNull());
  expect(register).not.toHaveBeenCalled();
});

test('My Jobs removes a stored placement that was deleted', async () => {
  stubRegister();
  writeOfflineData({ account, placements: [boatyard, bakery] });
  online();
  openApp('/projects/viewall');
  await waitFor(() => expect(readOfflineData()).toEqual({ account, placements: [{ ...boatyard, days }] }));
});

test('leaving the screen, such as by logging out, stores nothing afterwards', async () => {
  let registered = () => {};
  stubRegister().mockReturnValue(
    new Promise((resolve) => {
      registered = () => resolve({} as ServiceWorkerRegistration);
    }),
  );
  online();
  const { router } = openApp('/projects/viewall');
  await waitFor(() => expect(navigator.serviceWorker.register).toHaveBeenCalled());
  await router.navigate({ to: '/profile' });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  registered();
  await new Promise((done) => setTimeout(done));
  expect(readOfflineData()).toBeNull();
});

test.each([
  ['an Admin who acts as the student', { ...maya, is_masquerade: true, admin_id: 'a', admin_name: 'Grace' }],
  ['a teacher', aSession({ _id: OTHER, role: 'Teacher' })],
])('stores nothing for %s, and deletes what was stored', async (_, session) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const register = stubRegister();
  writeOfflineData({ account, placements: [boatyard] });
  online({ '/api/current-user': session });
  openApp(`/project/${id}/hours`);
  await screen.findByText('No hours yet');
  await waitFor(() => expect(readOfflineData()).toBeNull());
  // Long after the screen would have prepared the phone.
  await vi.advanceTimersByTimeAsync(60_000);
  await import('./prepare-offline.ts');
  expect(register).not.toHaveBeenCalled();
});

test('logging out deletes it, even in a browser that ignores Clear-Site-Data', async () => {
  writeOfflineData({ account, placements: [boatyard] });
  stubRegister();
  online({ '/auth/logout': { message: 'success' } });
  await caches.open('stored files');
  openApp('/profile');
  await press('Maya Okafor');
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(readOfflineData()).toBeNull());
  await waitFor(async () => expect(await caches.keys()).toEqual([]));
});
