import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import {
  anEntry,
  aRunningProject as aProject,
  aProjectRow,
  PROJECT_ID as id,
} from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';
import { randomId } from '../../client/random-id.ts';
import type { QueuedEntry } from './hours-queue.ts';
import { queueStore } from './queue-store.ts';

const LOG = '/api/project_createHoursLogEntry';
const today = new Date().toLocaleDateString('en-CA');
const maya = aSession();

const lost = () => {
  throw new TypeError('no connection');
};
const anAnswer = (log: Answer = lost, given: Record<string, Answer> = {}) =>
  answer({
    '/api/current-user': maya,
    '/api/getSettings': someSettings(),
    '/api/getProjectsByStudent': [],
    '/api/loadStudentProject': aProject(),
    [LOG]: log,
    ...given,
  });

const sentIn = (requests: ReturnType<typeof answer>) =>
  requests.filter(({ path }) => path === LOG).map(({ body }) => body as Record<string, unknown>);

/** An entry on this phone since an earlier visit. */
async function aWaiting(given: Partial<QueuedEntry> = {}): Promise<QueuedEntry> {
  const waiting: QueuedEntry = {
    key: randomId(),
    account: maya.user._id,
    project_id: id,
    saved_at: 1,
    refused: null,
    entry: { start_date: '2026-03-02', end_date: '2026-03-02', total_hours: 3, text_log: 'Painted.' },
    ...given,
  };
  await queueStore.put(waiting);
  return waiting;
}

const panel = async () => within(await screen.findByRole('region', { name: 'Saved on this phone' }));

async function logHours(log: string): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: /Activity log/ }), log);
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
}

afterEach(async () => {
  for (const { key } of await queueStore.list()) await queueStore.remove(key);
});

test('without a connection, hours are saved on this phone, and sent once on the next visit', async () => {
  const requests = anAnswer();
  const first = openApp(`/project/${id}/hours`);
  await logHours('Painted.');
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText('Saved on this phone')).toBeTruthy();
  expect(notice.getByText('We’ll send it when you’re back online.')).toBeTruthy();
  const rows = (await panel()).getAllByRole('listitem');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.textContent).toContain('1.00 hours');
  expect(rows[0]?.textContent).toContain('Waiting to be sent');
  expect(rows[0]?.textContent).toContain('Painted.');
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toHaveProperty('value', '');
  first.unmount();

  const again = anAnswer(aProject({ hours: [anEntry({ total_hours: 1, text_log: 'Painted.' })] }));
  openApp('/projects/viewall');
  expect(await screen.findByText('The entry on this phone was sent.')).toBeTruthy();
  expect(sentIn(again)).toEqual([sentIn(requests)[0]]);
  expect(sentIn(again)[0]).toMatchObject({ project_id: id, start_date: today, text_log: 'Painted.' });
  expect(await queueStore.list()).toEqual([]);
});

test('a guest Wi-Fi’s login page does not count as an answer', async () => {
  anAnswer('<html>Accept our terms</html>');
  openApp(`/project/${id}/hours`);
  await logHours('Painted.');
  expect((await panel()).getByText('Waiting to be sent')).toBeTruthy();
});

test('a failed save is repeated with the same key, and a new entry gets another', async () => {
  let isBroken = true;
  const requests = anAnswer(() =>
    isBroken ? refused(500, 'our-fault', 'Something went wrong') : aProject({ hours: [anEntry()] }),
  );
  openApp(`/project/${id}/hours`);
  await logHours('Painted.');
  await screen.findByText('Error Saving.');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  await screen.findByText('Hours logged');
  await logHours('Painted.');
  await waitFor(() => expect(sentIn(requests)).toHaveLength(3));
  const [first, second, third] = sentIn(requests).map(({ entry_key }) => entry_key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a refused entry stays with its reason until it is corrected', async () => {
  const { key } = await aWaiting();
  const reason = 'must be within the past year';
  const wrong = refused(400, 'invalid-input', 'Check your form for errors', { start_date: [reason] });
  const requests = anAnswer((one: { body: unknown }) =>
    (one.body as { entry_key: string }).entry_key === key ? wrong : aProject({ hours: [anEntry()] }),
  );
  openApp(`/project/${id}/hours`);
  expect(await screen.findByText('Hours not accepted')).toBeTruthy();
  const waiting = await panel();
  expect(await waiting.findByText('Not accepted')).toBeTruthy();
  expect(waiting.getByText(reason)).toBeTruthy();

  await userEvent.click(waiting.getByRole('button', { name: 'Correct the entry for Mon 03/02/2026' }));
  expect(screen.getByRole('heading', { name: 'Correct hours' })).toBe(document.activeElement);
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toHaveProperty('value', 'Painted.');
  const day = screen.getByRole('textbox', { name: /^Day/ });
  await userEvent.clear(day);
  const [year, month, date] = today.split('-');
  await userEvent.type(day, `${month}/${date}/${year}`);
  // It covers the button in a window of this height.
  await userEvent.click(screen.getByRole('button', { name: 'Close this notice' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved on this phone' })).toBeNull());
  expect(sentIn(requests)).toHaveLength(2);
  expect(sentIn(requests)[1]).toMatchObject({ start_date: today, total_hours: 3, text_log: 'Painted.' });
  expect(sentIn(requests)[1]?.entry_key).not.toBe(key);
  expect(await queueStore.list()).toEqual([]);
});

test('a refused entry can be deleted, after a confirmation', async () => {
  await aWaiting({ refused: 'This placement was terminated, so no hours can be added' });
  const requests = anAnswer();
  openApp(`/project/${id}/hours`);
  const waiting = await panel();
  await userEvent.click(waiting.getByRole('button', { name: 'Delete the entry for Mon 03/02/2026' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(dialog.getByText('3.00 hours on Mon 03/02/2026 will be lost.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete entry' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved on this phone' })).toBeNull());
  expect(sentIn(requests)).toEqual([]);
});

test('no one else sees or sends the entries of another account', async () => {
  const theirs = await aWaiting({ account: '00000000-0000-4000-8000-000000000002' });
  const requests = anAnswer(aProject());
  openApp(`/project/${id}/hours`);
  await logHours('Painted.');
  expect(await screen.findByText('Hours logged')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Saved on this phone' })).toBeNull();
  expect(sentIn(requests).map(({ entry_key }) => entry_key)).not.toContain(theirs.key);
  expect(await queueStore.list()).toEqual([theirs]);
});

test('nothing is sent if another tab has logged in someone else meanwhile', async () => {
  const mine = await aWaiting();
  const other = aSession({ _id: '00000000-0000-4000-8000-000000000002' });
  let reads = 0;
  const requests = anAnswer(aProject(), { '/api/current-user': () => (reads++ === 0 ? maya : other) });
  openApp(`/project/${id}/hours`);
  await panel();
  await waitFor(() => expect(reads).toBeGreaterThan(1));
  expect(sentIn(requests)).toEqual([]);
  expect(await queueStore.list()).toEqual([mine]);
});

test.each(['a form', 'the queue'])(
  'an entry from %s names its account, and stays here while someone else is logged in',
  async (from) => {
    const elsewhere = refused(409, 'someone-else', 'Someone else is logged in here now');
    if (from === 'the queue') await aWaiting();
    const requests = anAnswer(elsewhere);
    const { restarts } = openApp(`/project/${id}/hours`);
    if (from === 'a form') await logHours('Painted.');
    await waitFor(() => expect(restarts).toEqual(['/default']));
    // The queue may have sent it once more before the page starts again.
    const users = requests.filter(({ path }) => path === LOG).map(({ user }) => user);
    expect(new Set(users)).toEqual(new Set([maya.user._id]));
    const entries = (await queueStore.list()).map(({ account, refused: why }) => [account, why]);
    expect(entries).toEqual([[maya.user._id, null]]);
  },
);

test('an Admin who acts as the student needs a connection', async () => {
  anAnswer(lost, {
    '/api/current-user': { ...maya, is_masquerade: true, admin_id: 'a', admin_name: 'Grace' },
  });
  openApp(`/project/${id}/hours`);
  await logHours('Painted.');
  expect(await screen.findByText('No connection')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toHaveProperty('value', 'Painted.');
  expect(await queueStore.list()).toEqual([]);
});

async function pressLogout(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Maya Okafor' }));
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Logout' }));
}
const ENDED = { '/auth/logout': { message: 'success' } };

test('logging out sends what is waiting first', async () => {
  const { key } = await aWaiting();
  let isOnline = false;
  const requests = anAnswer(() => (isOnline ? aProject() : lost()), ENDED);
  openApp(`/project/${id}/hours`);
  await panel();
  await waitFor(() => expect(sentIn(requests)).toHaveLength(1));
  isOnline = true;
  await pressLogout();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(sentIn(requests).map(({ entry_key }) => entry_key)).toEqual([key, key]);
  expect(await queueStore.list()).toEqual([]);
});

test('logging out asks before it deletes hours that could not be sent, and leaves those of others', async () => {
  await aWaiting({ refused: 'must be within the past year' });
  const theirs = await aWaiting({ account: '00000000-0000-4000-8000-000000000002' });
  const requests = anAnswer(lost, ENDED);
  openApp(`/project/${id}/hours`);
  await panel();
  await pressLogout();
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out without sending your hours?' }));
  expect(dialog.getByText(/^1 entry of hours is saved only on this phone, and will be deleted/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Stay logged in' }));
  expect(requests.map(({ path }) => path)).not.toContain('/auth/logout');
  expect(await queueStore.list()).toHaveLength(2);
  await pressLogout();
  await userEvent.click(await screen.findByRole('button', { name: 'Log out and delete' }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  await waitFor(async () => expect(await queueStore.list()).toEqual([theirs]));
});

const lastWeek = [
  anEntry({ _id: 'e1', start_date: '2026-02-24', end_date: '2026-02-24', total_hours: 2 }),
  anEntry({ _id: 'e2', total_hours: 3.5, text_log: 'Sanded the keel.' }),
];

test('a chip sets common hours, and another repeats the last entry', async () => {
  anAnswer(lost, { '/api/loadStudentProject': aProject({ hours: lastWeek }) });
  openApp(`/project/${id}/hours`);
  const chips = within(await screen.findByRole('group', { name: 'Common hours' }));
  const hours = screen.getByRole('textbox', { name: /^Hours/ });
  await userEvent.click(chips.getByRole('button', { name: '3.00 h' }));
  expect(hours).toHaveProperty('value', '3');
  expect(chips.getByRole('button', { name: '3.00 h' }).getAttribute('aria-pressed')).toBe('true');
  expect(chips.getByRole('button', { name: '2.00 h' }).getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(chips.getByRole('button', { name: 'Same as last time: 3.50 h' }));
  expect(hours).toHaveProperty('value', '3.5');
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toHaveProperty('value', 'Sanded the keel.');
  await userEvent.click(chips.getByRole('button', { name: 'Same as last time: 3.50 h' }));
  expect(hours).toHaveProperty('value', '1');
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toHaveProperty('value', '');
});

test('on a phone, two taps from the start screen log today’s usual hours', async () => {
  await resizeWindow(390, 844);
  const requests = anAnswer(aProject({ hours: lastWeek }), {
    '/api/getProjectsByStudent': [aProjectRow({ hours: lastWeek })],
    '/api/loadStudentProject': aProject({ hours: lastWeek }),
  });
  openApp('/projects/viewall');
  await userEvent.click(await screen.findByRole('link', { name: 'Log hours' }));
  const save = await screen.findByRole('button', { name: 'Save hours' });
  // In reach without scrolling, above the bottom bar.
  const bar = screen.getByRole('navigation', { name: 'Bottom' }).getBoundingClientRect();
  const { top, bottom } = save.getBoundingClientRect();
  expect(top).toBeGreaterThan(bar.top - 120);
  expect(bottom).toBeLessThanOrEqual(bar.top);
  await userEvent.click(save);
  await screen.findByText('Hours logged');
  expect(sentIn(requests)).toMatchObject([
    { start_date: today, end_date: today, total_hours: 3.5, text_log: 'Sanded the keel.' },
  ]);
});

test('today’s hours are not prefilled twice, and the form says what is logged', async () => {
  const hours = [...lastWeek, anEntry({ _id: 'e3', start_date: today, end_date: today, total_hours: 2 })];
  anAnswer(lost, { '/api/loadStudentProject': aProject({ hours }) });
  openApp(`/project/${id}/hours?like=last`);
  expect(await screen.findByText('You have already logged 2.00 hours for this day.')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /^Hours/ })).toHaveProperty('value', '1');
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toHaveProperty('value', '');
});
