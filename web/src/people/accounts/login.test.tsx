import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const password = () => screen.findByLabelText('Password');
const button = () => screen.findByRole('button', { name: 'Log in' });

/** A server with one account, whose session starts with the correct password. */
function answerLogin(settings = someSettings(), session = aSession({ role: 'Admin' })) {
  let open = false;
  return answer({
    '/api/current-user': () => (open ? session : []),
    '/api/getSettings': settings,
    '/auth/login': ({ body }: { body: unknown }) => {
      open = (body as { password: string }).password === 'a boat on the bay';
      return { message: open ? 'success' : 'Wrong Name/PW' };
    },
  });
}

test('says that a password is wrong, and keeps the input', async () => {
  answerLogin();
  openApp('/login');
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@waypost.test');
  await userEvent.type(await password(), 'wrong');
  await userEvent.click(await button());
  expect(await screen.findByText('Unsuccessful Login')).toBeDefined();
  expect(screen.getByText('Wrong Name/PW')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@waypost.test');
});

test('sends the input unchanged: the login has no rules of its own', async () => {
  const requests = answerLogin();
  openApp('/login');
  await userEvent.type(await screen.findByLabelText('Email'), 'no email');
  await userEvent.click(await button());
  expect(await screen.findByText('Wrong Name/PW')).toBeDefined();
  expect(requests.find((one) => one.path === '/auth/login')?.body).toEqual({
    email: 'no email',
    password: '',
  });
});

test('the correct password continues via /default', async () => {
  const requests = answerLogin();
  const { router } = openApp('/login');
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@waypost.test');
  await userEvent.type(await password(), 'a boat on the bay{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'));
  expect(requests.find((one) => one.path === '/auth/login')?.body).toEqual({
    email: 'ada@waypost.test',
    password: 'a boat on the bay',
  });
});

test('returns to the requested page', async () => {
  answerLogin();
  const { router } = openApp('/login?next=%2Fpassword');
  await userEvent.type(await password(), 'a boat on the bay{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/password'));
});

test('redirects a person with an initial password to choose their own first', async () => {
  answerLogin(someSettings(), aSession({ role: 'Teacher' }, { must_change_password: true }));
  const { router } = openApp('/login?next=%2Fadmin%2Fdashboard');
  await userEvent.type(await password(), 'a boat on the bay{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/password'));
  expect(await screen.findByText('Choose a password of your own')).toBeDefined();
});

test('the login links to the sign-up and to a forgotten password', async () => {
  answerLogin();
  openApp('/login');
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await link('Create an account')).toBe('/signup');
  expect(await link('Forgot your password?')).toBe('/forgot');
});

test('in the demo, one tap fills in an account of each role', async () => {
  answerLogin(someSettings({ demo: true }));
  openApp('/login');
  for (const role of ['Student', 'Business', 'Teacher', 'Admin', 'SuperAdmin']) {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${role}`) }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(
      `${role.toLowerCase()}@demo.waypost.test`,
    );
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('waypost-demo');
  }
  expect(document.activeElement).toBe(await button());
});

test('shows no accounts outside the demo', async () => {
  answerLogin();
  openApp('/login');
  await button();
  await screen.findByText('CBPS');
  expect(screen.queryByText('This is the demo')).toBeNull();
});

test('the password field shows the same focus ring as other fields', async () => {
  answer({ '/api/current-user': [], '/api/getSettings': someSettings() });
  openApp('/login');
  await userEvent.click(await screen.findByLabelText('Email'));
  const ring = getComputedStyle(screen.getByLabelText('Email')).outline;
  await userEvent.tab();
  const frame = screen.getByLabelText('Password').closest('.mantine-PasswordInput-input');
  expect(ring).toContain('solid 2px');
  expect(frame && getComputedStyle(frame).outline).toBe(ring);
});

test('says that the computer is shared only if it was chosen', async () => {
  const requests = answerLogin();
  const { router } = openApp('/login');
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@waypost.test');
  await userEvent.click(await screen.findByLabelText('This is a shared computer'));
  await userEvent.type(await password(), 'a boat on the bay{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'));
  expect(requests.find((one) => one.path === '/auth/login')?.body).toEqual({
    email: 'ada@waypost.test',
    password: 'a boat on the bay',
    is_shared_computer: true,
  });
});
