import { screen, waitFor, within } from '@testing-library/dom';
import type { LoginSession } from '@waypost/contract/people/sessions/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const here: LoginSession = {
  _id: 'here',
  browser: 'Firefox',
  system: 'Windows',
  createdAt: '2026-03-02T15:00:00.000Z',
  last_seen: '2026-03-04T15:00:00.000Z',
  is_current: true,
};
const phone = { ...here, _id: 'phone', browser: 'Safari', system: 'iPhone', is_current: false };
const unknown = { ...here, _id: 'unknown', browser: '', system: '', is_current: false };

function open(sessions: LoginSession[], answers: Record<string, Answer> = {}, masquerades = false) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Student' }, { is_masquerade: masquerades }),
    '/api/getSettings': someSettings(),
    '/api/getProjectsByStudent': [],
    '/api/getMailSettings': { muted: [] },
    '/auth/sessions': () => [...sessions],
    '/auth/masquerades': [],
    '/auth/secondFactor': { since: null, recovery_codes_left: 0, required: false },
    ...answers,
  });
  openApp('/password');
  return requests;
}

const section = async () => within(await screen.findByRole('region', { name: 'Where you’re logged in' }));
const ended = (requests: ReturnType<typeof open>) =>
  requests.filter(({ path }) => path === '/auth/endSessions').map(({ body }) => body);

test('lists each device, and only others can be logged out', async () => {
  open([here, phone, unknown]);
  const rows = await (await section()).findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
    'Firefox on Windows',
    'Safari on iPhone',
    'Unknown browser',
  ]);
  expect(rows[0]?.textContent).toContain('This device');
  expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([0, 1, 1]);
});

test('logging out another device requires the password, and removes it from the list', async () => {
  const sessions = [here, phone];
  const requests = open(sessions, {
    '/auth/endSessions': ({ body }: { body: unknown }) => {
      if ((body as { password: string }).password !== 'a boat on the bay')
        return { message: 'wrongPassword' };
      sessions.pop();
      return { message: 'success' };
    },
  });
  await userEvent.click(await (await section()).findByRole('button', { name: /^Log out Safari on iPhone/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out Safari on iPhone?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Log out' }));
  expect(await dialog.findByText('password is required')).toBeDefined();
  const field = dialog.getByLabelText(/^Current password/);
  await userEvent.fill(field, 'a bot on the bay');
  await userEvent.click(dialog.getByRole('button', { name: 'Log out' }));
  expect(await dialog.findByText('Wrong password entered')).toBeDefined();
  await userEvent.fill(field, 'a boat on the bay');
  await userEvent.click(dialog.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('Safari on iPhone is logged out.')).toBeDefined();
  expect(await (await section()).findAllByRole('listitem')).toHaveLength(1);
  expect(ended(requests).at(-1)).toEqual({ password: 'a boat on the bay', _id: 'phone' });
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('logs out all other devices together', async () => {
  const requests = open([here, phone, unknown], { '/auth/endSessions': { message: 'success' } });
  await userEvent.click(await (await section()).findByRole('button', { name: 'Log out everywhere else' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out everywhere else?' }));
  await userEvent.fill(dialog.getByLabelText(/^Current password/), 'a boat on the bay');
  await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere else' }));
  expect(await screen.findByText('You are logged out everywhere else.')).toBeDefined();
  expect(ended(requests)).toEqual([{ password: 'a boat on the bay' }]);
});

test('offers no other logout when this is the only session', async () => {
  open([here]);
  await (await section()).findAllByRole('listitem');
  expect((await section()).queryByRole('button')).toBeNull();
});

test('hides a person’s sessions during a masquerade', async () => {
  const requests = open([here, phone], {}, true);
  await screen.findByRole('heading', { name: 'Emails' });
  expect(screen.queryByRole('region', { name: 'Where you’re logged in' })).toBeNull();
  expect(requests.some(({ path }) => path === '/auth/sessions')).toBe(false);
});

test('shows who acted as the person, and nothing if nobody did', async () => {
  open([here], {
    '/auth/masquerades': [
      { _id: 'm1', by: 'Tess Reed', from: '2026-03-04T15:00:00.000Z', until: '2026-03-04T15:20:00.000Z' },
    ],
  });
  const helped = await screen.findByRole('region', { name: 'Who used your account to help you' });
  expect(within(helped).getByText('Tess Reed')).toBeDefined();
  expect(within(helped).getByText(/^03\/04\/2026.* to 03\/04\/2026/)).toBeDefined();
});
