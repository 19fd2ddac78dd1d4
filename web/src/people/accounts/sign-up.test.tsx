import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const BAY = { _id: '00000000-0000-4000-8000-0000000000c1', full_name: 'Chesapeake Bay Public Schools' };
const HILL = { _id: '00000000-0000-4000-8000-0000000000c2', full_name: 'Hill County Schools' };

interface World {
  clients?: object[];
  signUp?: unknown;
}

function openSignUp(address: string, { clients = [BAY, HILL], signUp = { message: 'success' } }: World = {}) {
  let open = false;
  const requests = answer({
    '/api/current-user': () => (open ? aSession({ __v: 0, approved: false }) : []),
    '/api/getSettings': someSettings(),
    '/api/getClients': clients,
    '/auth/signup': () => {
      open = (signUp as { message?: string }).message === 'success';
      return signUp;
    },
  });
  return { requests, ...openApp(address) };
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const create = async () => userEvent.click(await screen.findByRole('button', { name: 'Create account' }));

async function fillIn(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await userEvent.fill(await field(label), value);
  }
}

const aStudent = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Email: 'ada@waypost.test',
  Password: 'a boat on the bay',
  'Confirm password': 'a boat on the bay',
};

test('tells browsers what each field is for, so that they can fill in all of them', async () => {
  openSignUp(`/signup?client=${BAY._id}&type=Student`);
  const tokens = await Promise.all(
    Object.keys(aStudent).map(async (label) => (await field(label)).autocomplete),
  );
  expect(tokens).toEqual(['given-name', 'family-name', 'email', 'new-password', 'new-password']);
});

test('asks for a school system before the kind of account', async () => {
  const { router } = openSignUp('/signup');
  const type = await screen.findByRole('button', { name: /^Student/ });
  await userEvent.click(type);
  expect(await screen.findByText('Choose a school system first')).toBeDefined();
  const select = screen.getByRole('combobox', { name: /^School system/ });
  expect(document.activeElement).toBe(select);
  await userEvent.type(select, 'hill');
  await userEvent.click(await screen.findByRole('option', { name: HILL.full_name }));
  await userEvent.click(type);
  await waitFor(() => expect(router.state.location.search).toEqual({ client: HILL._id, type: 'Student' }));
  expect((await screen.findAllByText(/Student account, Hill County Schools/)).length).toBeGreaterThan(0);
});

test('selects the only school system', async () => {
  const { router } = openSignUp('/signup', { clients: [BAY] });
  await userEvent.click(await screen.findByRole('button', { name: /^Business/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ client: BAY._id, type: 'Business' }));
});

test('says when there is no school system yet', async () => {
  openSignUp('/signup', { clients: [] });
  expect(await screen.findByText('No school systems yet')).toBeDefined();
});

test('a URL with an unknown school system starts at the first step', async () => {
  openSignUp('/signup?client=none&type=Student');
  expect(await screen.findByText('What kind of account?')).toBeDefined();
});

test('a student signs up and continues to the profile', async () => {
  const { requests, router } = openSignUp(`/signup?client=${BAY._id}&type=Student`);
  await fillIn(aStudent);
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
  expect(requests.find((one) => one.path === '/auth/signup')?.body).toEqual({
    client: BAY._id,
    type: 'Student',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@waypost.test',
    password: 'a boat on the bay',
  });
});

test('asks a business for its name, and for no other', async () => {
  const { requests } = openSignUp(`/signup?client=${BAY._id}&type=Business`);
  const { 'First name': _, 'Last name': __, ...account } = aStudent;
  await fillIn({ 'Business name': 'Bayside Marine', ...account });
  expect(screen.queryByLabelText(/^First name/)).toBeNull();
  await create();
  await waitFor(() =>
    expect(requests.find((one) => one.path === '/auth/signup')?.body).toMatchObject({
      type: 'Business',
      business_name: 'Bayside Marine',
    }),
  );
});

test('every invalid field shows its error, and the first has the focus', async () => {
  const { requests } = openSignUp(`/signup?client=${BAY._id}&type=Student`);
  await fillIn({ 'Last name': 'Lovelace', Email: 'ada', Password: 'short', 'Confirm password': 'shorter' });
  await create();
  expect(await screen.findByText('this field is required')).toBeDefined();
  expect(screen.getByText('must be a valid email address')).toBeDefined();
  expect(screen.getByText('choose a password of at least 10 characters')).toBeDefined();
  expect(screen.getByText('Passwords Must Match')).toBeDefined();
  await waitFor(async () => expect(document.activeElement).toBe(await field('First name')));
  expect(requests.some((one) => one.path === '/auth/signup')).toBe(false);
});

test('tells an existing user so, and clears the form', async () => {
  openSignUp(`/signup?client=${BAY._id}&type=Student`, { signUp: { message: 'User Exists' } });
  await fillIn(aStudent);
  await create();
  expect(await screen.findByText('This user already exists.')).toBeDefined();
  for (const label of Object.keys(aStudent)) expect((await field(label)).value).toBe('');
});

test('shows the server’s error about a password at its field, and keeps the input', async () => {
  const common = 'this password is too common; choose another';
  openSignUp(`/signup?client=${BAY._id}&type=Student`, {
    signUp: refused(400, 'invalid-input', 'Check your form for errors', { password: [common] }),
  });
  await fillIn({ ...aStudent, Password: 'password123', 'Confirm password': 'password123' });
  await create();
  expect(await screen.findByText(common)).toBeDefined();
  expect((await field('Email')).value).toBe('ada@waypost.test');
});

test('shows the server’s message when a school system is full', async () => {
  const full = 'This school system has reached its number of users. Contact an administrator';
  openSignUp(`/signup?client=${BAY._id}&type=Student`, { signUp: refused(409, 'conflict', full) });
  await fillIn(aStudent);
  await create();
  expect((await screen.findAllByText(full)).length).toBeGreaterThan(0);
});
