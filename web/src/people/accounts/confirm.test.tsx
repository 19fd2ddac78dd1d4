import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the mailed link confirms by a button press, not by being opened', async () => {
  const requests: unknown[] = [];
  answer({
    '/api/current-user': [],
    '/api/getSettings': someSettings(),
    '/auth/findConfirmation': { message: 'waiting' },
    '/auth/confirmEmail': (body: unknown) => {
      requests.push(body);
      return { message: 'expired' };
    },
  });
  openApp('/confirm/abc');
  expect(await heading('Confirm your email')).toBeTruthy();
  expect(requests).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm email' }));
  expect(await heading('This link no longer works')).toBeTruthy();
  expect(requests).toMatchObject([{ path: '/auth/confirmEmail', body: { code: 'abc' } }]);
});

test.each([
  ['confirmed', 'Your email is confirmed'],
  ['expired', 'This link no longer works'],
])('a link that is opened again says so: %s', async (message, title) => {
  answer({
    '/api/current-user': [],
    '/api/getSettings': someSettings(),
    '/auth/findConfirmation': { message },
  });
  openApp('/confirm/abc');
  expect(await heading(title)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
});

/** Opens the emailed link in a browser with this session. */
async function confirmAs(user: object, session: object, isEnough: boolean): Promise<void> {
  let confirmed = 'confirmed' in user;
  const requests = answer({
    '/api/current-user': () => aSession({ __v: 0, approved: false, confirmed }, session),
    '/api/getSettings': someSettings(),
    '/auth/findConfirmation': { message: 'waiting' },
    '/auth/confirmEmail': () => {
      confirmed = true;
      return { message: 'success' };
    },
  });
  const { router } = openApp('/confirm/abc');
  if (!isEnough) {
    const button = await screen.findByRole('button', { name: 'Confirm email' });
    // Wait until the session has loaded, because only then could the screen confirm by itself.
    await screen.findAllByText('Maya Okafor');
    expect(requests.map(({ path }) => path)).not.toContain('/auth/confirmEmail');
    await userEvent.click(button);
  }
  expect(await screen.findByText('Your email is confirmed.')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/confirm/abc'));
  expect(requests.filter(({ path }) => path === '/auth/confirmEmail')).toMatchObject([
    { body: { code: 'abc' } },
  ]);
}

test('in the browser of the sign-up, opening the mailed link is enough', async () => {
  await confirmAs({}, {}, true);
});

test('in the browser of another account, it takes the button press', async () => {
  await confirmAs({ confirmed: true }, {}, false);
});

test('someone who masquerades has to press the button', async () => {
  await confirmAs({}, { is_masquerade: true }, false);
});

test('tells an unconfirmed student so on every screen, with a link to what they can do', async () => {
  answer({
    '/api/current-user': aSession({ confirmed: false, approved: false, email: 'nia@example.test' }),
    '/api/getSettings': someSettings({ outbox: true }),
    '/auth/resendConfirmation': { message: 'success' },
  });
  const { router } = openApp('/resources');
  const notice = await screen.findByRole('region', { name: 'Confirm your email' });
  expect(notice.textContent).toContain('look around in the meantime');
  expect(router.state.location.pathname).toBe('/resources');
  await userEvent.click(screen.getByRole('link', { name: 'Didn’t get it?' }));
  expect(await heading('Confirm your email')).toBeTruthy();
  expect(screen.getByText('nia@example.test')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read it in the outbox' }).getAttribute('href')).toBe('/outbox');
  expect(screen.getByRole('link', { name: 'Change address' }).getAttribute('href')).toBe('/password');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText(/We sent the link to nia@example.test again/)).toBeTruthy();
});
