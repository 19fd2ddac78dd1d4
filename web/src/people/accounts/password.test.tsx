import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function fillIn(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await userEvent.fill(await field(label), value);
  }
}

describe('requesting a new password', () => {
  const open = (reply: Answer) => {
    const requests = answer({
      '/api/current-user': [],
      '/api/getSettings': someSettings(),
      '/auth/resetPassword': reply,
    });
    openApp('/forgot');
    return requests;
  };

  test('sends the email, and the screen says where', async () => {
    const requests = open({ message: 'success' });
    await fillIn({ Email: 'ada@waypost.test' });
    await press('Send the link');
    expect((await screen.findAllByText('Email Sent')).length).toBeGreaterThan(0);
    expect(screen.getByText('ada@waypost.test')).toBeDefined();
    expect(requests.at(-1)?.body).toEqual({ email: 'ada@waypost.test' });
  });

  test('says that an unknown email has no account', async () => {
    open({ message: 'wrong email' });
    await fillIn({ Email: 'nobody@waypost.test' });
    await press('Send the link');
    expect(await screen.findByText('No User Found')).toBeDefined();
    expect((await field('Email')).value).toBe('nobody@waypost.test');
  });

  test('requires an email', async () => {
    const requests = open({ message: 'success' });
    await press('Send the link');
    expect(await screen.findByText('email is required')).toBeDefined();
    expect(requests.some((one) => one.path === '/auth/resetPassword')).toBe(false);
  });

  test('says to wait after too many requests', async () => {
    open(refused(429, 'too-many', 'Try again in 60 minutes.'));
    await fillIn({ Email: 'ada@waypost.test' });
    await press('Send the link');
    expect((await screen.findAllByText('Try again in 60 minutes.')).length).toBeGreaterThan(0);
  });
});

describe('the link in the email', () => {
  const found = { message: 'success', _id: 'u1', email: 'ada@waypost.test' };
  const open = (answers: Record<string, Answer>) => {
    const requests = answer({
      '/api/current-user': [],
      '/api/getSettings': someSettings(),
      '/auth/findUserByCode': found,
      ...answers,
    });
    return { requests, ...openApp('/forgotPassword/the-code') };
  };
  const chosen = { 'New password': 'a heron by the pier', 'Confirm new password': 'a heron by the pier' };

  test('shows whose password it sets, sets it, and opens the login with their email', async () => {
    const { requests, router } = open({ '/auth/changePasswordById': { message: 'success' } });
    expect((await field('Account')).value).toBe('ada@waypost.test');
    await fillIn(chosen);
    await press('Set password');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect((await field('Email')).value).toBe('ada@waypost.test');
    expect(router.state.location.href).not.toContain('ada');
    expect(requests.find((one) => one.path === '/auth/findUserByCode')?.body).toEqual({ code: 'the-code' });
    expect(requests.find((one) => one.path === '/auth/changePasswordById')?.body).toEqual({
      _id: 'u1',
      new_password: 'a heron by the pier',
    });
  });

  test('shows a message when the link has expired, and links to a new one', async () => {
    open({ '/auth/findUserByCode': { message: 'expired' } });
    expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot');
  });

  test('shows the same message when the link expires before it is used', async () => {
    open({ '/auth/changePasswordById': { message: 'expired' } });
    await fillIn(chosen);
    await press('Set password');
    expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeDefined();
  });

  test('rejects a password that is not repeated', async () => {
    const { requests } = open({});
    await fillIn({ ...chosen, 'Confirm new password': 'a hero by the pier' });
    await press('Set password');
    expect(await screen.findByText('this field must match the other password')).toBeDefined();
    expect(screen.getByText("Passwords Don't Match")).toBeDefined();
    expect(requests.some((one) => one.path === '/auth/changePasswordById')).toBe(false);
  });

  test('offers to retry when the link could not be checked', async () => {
    let tries = 0;
    open({
      '/auth/findUserByCode': () => {
        tries += 1;
        return tries === 1 ? refused(500, 'our-fault', 'Something went wrong') : found;
      },
    });
    await press('Try again');
    expect((await field('Account')).value).toBe('ada@waypost.test');
  });
});

describe('changing the log in info', () => {
  const open = (reply: Answer, mustChoose = false) => {
    let chosen = false;
    const requests = answer({
      '/api/current-user': () =>
        aSession(
          { role: 'Admin', email: 'ada@waypost.test' },
          { must_change_password: mustChoose && !chosen },
        ),
      '/auth/sessions': [],
      '/auth/masquerades': [],
      '/auth/secondFactor': { since: null, recovery_codes_left: 0, required: false },
      '/api/getSettings': someSettings(),
      '/auth/changePassword': (one: unknown) => {
        chosen = true;
        return typeof reply === 'function' ? reply(one) : reply;
      },
    });
    return { requests, ...openApp('/password') };
  };
  const sent = (requests: { path: string; body: unknown }[]) =>
    requests.find((one) => one.path === '/auth/changePassword')?.body;

  test('starts with the current email; a new one takes effect immediately and gets a link', async () => {
    const { requests } = open({ message: 'success' });
    expect((await field('Email')).value).toBe('ada@waypost.test');
    await fillIn({ Email: 'ada.new@waypost.test', 'Current password': 'a boat on the bay' });
    await press('Save');
    expect(await screen.findByText(/Open the link we sent to ada.new@waypost.test/)).toBeDefined();
    expect((await field('Email')).value).toBe('ada.new@waypost.test');
    expect(sent(requests)).toEqual({
      email: 'ada.new@waypost.test',
      password: 'a boat on the bay',
      new_password: '',
    });
    expect((await field('Current password')).value).toBe('');
  });

  test.each([
    ['wrongPassword', 'Wrong password entered'],
    ['emailExists', 'Another user already is using that email. Contact an administrator'],
  ])('shows the reply %s, and keeps the input', async (message, sentence) => {
    open({ message });
    await fillIn({ 'Current password': 'a boat on the bay' });
    await press('Save');
    // At the field and in a notice.
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
    expect((await field('Current password')).value).toBe('a boat on the bay');
  });

  test('a new password takes effect immediately', async () => {
    open({ message: 'success' });
    const chosen = { 'New password': 'a heron by the pier', 'Confirm new password': 'a heron by the pier' };
    await fillIn({ 'Current password': 'a boat on the bay', ...chosen });
    await press('Save');
    expect(await screen.findByText('Log In Info Successfully Changed')).toBeDefined();
  });

  test('shows errors at missing fields', async () => {
    const { requests } = open({ message: 'success' });
    await userEvent.clear(await field('Email'));
    await press('Save');
    expect(await screen.findByText('email is required')).toBeDefined();
    expect(screen.getByText('password is required')).toBeDefined();
    expect(sent(requests)).toBeUndefined();
  });

  test('a new password must be repeated', async () => {
    const { requests } = open({ message: 'success' });
    await fillIn({
      'Current password': 'a boat on the bay',
      'New password': 'a heron by the pier',
      'Confirm new password': 'a hero by the pier',
    });
    await press('Save');
    expect(await screen.findByText('this field must match the other password')).toBeDefined();
    expect(screen.getByText("Passwords Don't Match")).toBeDefined();
    expect(sent(requests)).toBeUndefined();
  });

  test('after choosing a required password, a person continues', async () => {
    const { router } = open({ message: 'success' }, true);
    expect(await screen.findByText('Choose a password of your own')).toBeDefined();
    await fillIn({
      'Current password': 'welcome aboard',
      'New password': 'a heron by the pier',
      'Confirm new password': 'a heron by the pier',
    });
    await press('Save');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'));
  });
});

test.each([
  ['/login', { Email: 'username', Password$: 'current-password' }],
  ['/forgot', { Email: 'username' }],
  [
    '/forgotPassword/the-code',
    { Account: 'username', 'New password': 'new-password', 'Confirm new password': 'new-password' },
  ],
  [
    '/password',
    {
      Email: 'username',
      'Current password': 'current-password',
      'New password': 'new-password',
      'Confirm new password': 'new-password',
    },
  ],
])('%s tells password managers what each field is for', async (path, fields) => {
  answer({
    '/api/current-user': path === '/password' ? aSession({ role: 'Admin' }) : [],
    '/auth/sessions': [],
    '/auth/masquerades': [],
    '/auth/secondFactor': { since: null, recovery_codes_left: 0, required: false },
    '/api/getSettings': someSettings(),
    '/auth/findUserByCode': { message: 'success', _id: 'u1', email: 'ada@waypost.test' },
  });
  openApp(path);
  for (const [label, purpose] of Object.entries(fields))
    expect((await field(label)).autocomplete, label).toBe(purpose);
});
