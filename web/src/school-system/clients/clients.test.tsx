import { screen, waitFor, within } from '@testing-library/dom';
import type { ClientAdmin } from '@waypost/contract/people/admins/calls';
import type { Client } from '@waypost/contract/school-system/clients/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

const id = '00000000-0000-4000-8000-0000000000c1';
const owner = '00000000-0000-4000-8000-0000000000f1';
const session = aSession({ _id: owner, role: 'SuperAdmin', first_name: 'Olive', last_name: 'Owens' });

const aClient = (overrides: Partial<Client> = {}): Client => ({
  _id: id,
  full_name: 'Patuxent River Schools',
  short_name: 'PRS',
  max_users: 100,
  users: 12,
  revision: 1,
  ...overrides,
});

const anAdmin = (overrides: Partial<ClientAdmin> = {}): ClientAdmin => ({
  _id: '00000000-0000-4000-8000-0000000000a1',
  role: 'Admin',
  client: id,
  first_name: 'Grace',
  last_name: 'Hopper',
  email: 'grace@prs.test',
  createdAt: '2026-03-01T00:00:00.000Z',
  profile_pic_id_fk: null,
  revision: 1,
  invited: false,
  ...overrides,
});

const asOwner = (answers: Record<string, Answer> = {}) =>
  answer({
    '/api/current-user': session,
    '/api/getSettings': someSettings(),
    '/api/getClientById': aClient(),
    '/api/getAdminsByClient': [anAdmin()],
    '/api/getClients': [aClient()],
    '/api/getBackups': { daily: null },
    '/api/getClientErasure': { erase_on: null, needs_code: false },
    ...answers,
  });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const sentTo = (requests: ReturnType<typeof answer>, path: string) =>
  requests.filter((one) => one.path === path).map((one) => one.body);

test('on a phone, the accounts in use end at the edge of the card, like its other values', async () => {
  await resizeWindow(360, 740);
  asOwner();
  openApp('/waypost/dashboard');
  const users = await screen.findByText('12 of 100 accounts');
  const short = screen.getByRole('cell', { name: 'PRS' }).getBoundingClientRect();
  expect(Math.abs(users.getBoundingClientRect().right - short.right)).toBeLessThan(1);
});

test('the list of clients links to each client, and to a new one', async () => {
  asOwner();
  const { router } = openApp('/waypost/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'Patuxent River Schools' }));
  await heading('Patuxent River Schools');
  expect(router.state.location.pathname).toBe(`/waypost/editClient/${id}`);
  await userEvent.click(screen.getByRole('link', { name: 'All school systems' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Create a school system' }));
  await heading('New school system');
});

test('a client is erased after its name, the password and a code, and until then it can be stopped', async () => {
  let day: string | null = null;
  const erasure = () => ({ erase_on: day, needs_code: true });
  const requests = asOwner({
    '/api/getClientErasure': erasure,
    '/api/startClientErasure': ({ body }: RecordedRequest) => {
      if ((body as { code: string }).code === '000000')
        return refused(400, 'invalid-input', 'Check your form for errors', { code: ['This code is wrong'] });
      day = '2026-03-18';
      return erasure();
    },
    '/api/stopClientErasure': () => {
      day = null;
      return erasure();
    },
  });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Erase the school system' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Erase the school system' }));
  const press = () => userEvent.click(asking.getByRole('button', { name: 'Erase the school system' }));
  await userEvent.fill(asking.getByLabelText(/^Type Patuxent River Schools to confirm/), 'Patuxent');
  await press();
  expect(await asking.findByText('type the name exactly as it is shown')).toBeTruthy();
  await userEvent.fill(
    asking.getByLabelText(/^Type Patuxent River Schools to confirm/),
    'Patuxent River Schools',
  );
  await press();
  expect(await asking.findByText('password is required')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'a boat on the bay');
  await press();
  expect(await asking.findByText('the code is required')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Code/), '000000');
  await press();
  expect(await asking.findByText('This code is wrong')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Code/), '123456');
  await press();
  expect(
    await screen.findByText('It will be erased on 03/18/2026, with all accounts, records, and files.'),
  ).toBeTruthy();
  expect(sentTo(requests, '/api/startClientErasure').at(-1)).toEqual({
    id,
    name: 'Patuxent River Schools',
    password: 'a boat on the bay',
    code: '123456',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Stop the erasure' }));
  expect(await screen.findByText('Patuxent River Schools will not be erased.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Erase the school system' })).toBeTruthy();
  expect(sentTo(requests, '/api/stopClientErasure')).toEqual([{ id }]);
});

test('creates a client and opens it, ready for its first administrator', async () => {
  const requests = asOwner({
    '/api/createClient': { message: 'success', client: aClient({ users: 0 }) },
    '/api/getAdminsByClient': [],
  });
  const { router } = openApp('/waypost/editClient');
  await userEvent.fill(await screen.findByLabelText(/Full name/), 'Patuxent River Schools');
  await userEvent.fill(screen.getByLabelText(/Short name/), 'PRS');
  await userEvent.fill(screen.getByLabelText(/Maximum users/), '100');
  await userEvent.click(screen.getByRole('button', { name: 'Create school system' }));
  expect(await screen.findByText('Client successfully created.')).toBeDefined();
  await heading('Patuxent River Schools');
  expect(router.state.location.pathname).toBe(`/waypost/editClient/${id}`);
  expect(await screen.findByText('No administrators yet')).toBeDefined();
  expect(sentTo(requests, '/api/createClient')).toEqual([
    { full_name: 'Patuxent River Schools', short_name: 'PRS', max_users: 100 },
  ]);
});

test('suggests a short name and a maximum, and creates the client with its first administrator', async () => {
  const requests = asOwner({
    '/api/createClient': { message: 'success', client: aClient({ users: 0 }) },
    '/api/createAdmin': { message: 'success' },
  });
  openApp('/waypost/editClient');
  await userEvent.type(await screen.findByLabelText(/Full name/), 'Patuxent River Schools');
  expect(screen.getByLabelText(/Short name/)).toHaveProperty('value', 'PRS');
  await userEvent.type(screen.getByLabelText(/First and last name/), 'Grace Hale');
  await userEvent.type(screen.getByLabelText(/Email/), 'grace@prs.test');
  await userEvent.click(screen.getByRole('button', { name: 'Create school system' }));
  expect(await screen.findByText('Admin successfully created.')).toBeDefined();
  await heading('Patuxent River Schools');
  expect(sentTo(requests, '/api/createClient')).toEqual([
    { full_name: 'Patuxent River Schools', short_name: 'PRS', max_users: 1000 },
  ]);
  expect(sentTo(requests, '/api/createAdmin')).toEqual([
    { client: id, first_name: 'Grace', last_name: 'Hale', email: 'grace@prs.test' },
  ]);
});

test('the suggested short name never replaces one that was typed', async () => {
  asOwner();
  openApp('/waypost/editClient');
  const short = await screen.findByLabelText(/Short name/);
  await userEvent.type(screen.getByLabelText(/Full name/), 'Patuxent River');
  await userEvent.type(short, 'X');
  await userEvent.type(screen.getByLabelText(/Full name/), ' Schools');
  expect(short).toHaveProperty('value', 'PRX');
});

test('an administrator needs a first and a last name, and an email', async () => {
  const requests = asOwner();
  openApp('/waypost/editClient');
  await userEvent.type(await screen.findByLabelText(/Full name/), 'Patuxent River Schools');
  const name = screen.getByLabelText(/First and last name/);
  await userEvent.type(name, 'Grace');
  await userEvent.click(screen.getByRole('button', { name: 'Create school system' }));
  expect(await screen.findByText('enter a first and a last name')).toBeDefined();
  expect(screen.getByText('this field is required')).toBeDefined();
  expect(document.activeElement).toBe(name);
  expect(sentTo(requests, '/api/createClient')).toEqual([]);
});

test.each([
  [{ message: 'User Exists' }, /^The school system was created, but another account has this email/],
  [
    refused(500, 'our-fault', 'Our own words'),
    /^The school system was created, but its administrator was not/,
  ],
])(
  'if the administrator is refused with %j, the client stays and is not created again',
  async (reply, words) => {
    let answered: Answer = reply;
    const requests = asOwner({
      '/api/createClient': { message: 'success', client: aClient({ users: 0 }) },
      '/api/editClient': { message: 'success', client: aClient({ users: 0 }) },
      '/api/createAdmin': () => answered,
    });
    const { router } = openApp('/waypost/editClient');
    await userEvent.type(await screen.findByLabelText(/Full name/), 'Patuxent River Schools');
    await userEvent.type(screen.getByLabelText(/First and last name/), 'Grace Hale');
    const email = screen.getByLabelText(/Email/);
    await userEvent.type(email, 'grace@prs.test');
    await userEvent.click(screen.getByRole('button', { name: 'Create school system' }));
    expect(await screen.findByText(words)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(router.state.location.pathname).toBe('/waypost/editClient');
    answered = { message: 'success' };
    await userEvent.fill(email, 'hale@prs.test');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Admin successfully created.')).toBeDefined();
    await heading('Patuxent River Schools');
    expect(sentTo(requests, '/api/createClient')).toHaveLength(1);
    expect(sentTo(requests, '/api/createAdmin').at(-1)).toMatchObject({ client: id, email: 'hale@prs.test' });
  },
);

test('shows errors at the fields of an empty form, and sends nothing', async () => {
  const requests = asOwner();
  openApp('/waypost/editClient');
  await userEvent.click(await screen.findByRole('button', { name: 'Create school system' }));
  expect(await screen.findAllByText('this field is required')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByLabelText(/Full name/));
  expect(sentTo(requests, '/api/createClient')).toEqual([]);
});

test('changes a client’s names and number of users', async () => {
  const requests = asOwner({
    '/api/editClient': { message: 'success', client: aClient({ max_users: 250 }) },
  });
  openApp(`/waypost/editClient/${id}`);
  expect(await screen.findByLabelText(/Full name/)).toHaveProperty('value', 'Patuxent River Schools');
  expect(screen.getByLabelText(/Short name/)).toHaveProperty('value', 'PRS');
  const max = await screen.findByLabelText(/Maximum users/);
  await userEvent.clear(max);
  await userEvent.type(max, '250');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Client successfully edited.')).toBeDefined();
  expect(sentTo(requests, '/api/editClient')).toMatchObject([{ _id: id, max_users: 250 }]);
});

test('a client that does not exist redirects to /default', async () => {
  asOwner({ '/api/getClientById': refused(404, 'not-found', 'There is no such thing') });
  const { router } = openApp(`/waypost/editClient/${id}`);
  await heading('Waypost Clients');
  expect(router.state.location.pathname).toBe('/waypost/dashboard');
});

test('offers to retry when a client could not be loaded', async () => {
  asOwner({ '/api/getClientById': refused(500, 'our-fault', 'Something went wrong') });
  openApp(`/waypost/editClient/${id}`);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});

test('invites an administrator', async () => {
  const requests = asOwner({ '/api/createAdmin': { message: 'success' } });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Add an administrator' }));
  await userEvent.type(screen.getByLabelText(/First name/), 'Ada');
  await userEvent.type(screen.getByLabelText(/Last name/), 'Lovelace');
  await userEvent.type(screen.getByLabelText(/Email/), 'ada@prs.test');
  await userEvent.click(screen.getByRole('button', { name: 'Create Admin' }));
  expect(await screen.findByText('Admin successfully created.')).toBeDefined();
  expect(sentTo(requests, '/api/createAdmin')).toEqual([
    { client: id, first_name: 'Ada', last_name: 'Lovelace', email: 'ada@prs.test' },
  ]);
  await waitFor(() => expect(screen.queryByLabelText(/First name/)).toBeNull());
});

test('warns about an email that is already taken, and keeps the input', async () => {
  asOwner({ '/api/editAdmin': { message: 'User Exists' } });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  const email = screen.getByLabelText(/Email/);
  await userEvent.clear(email);
  await userEvent.type(email, 'taken@prs.test');
  await userEvent.click(screen.getByRole('button', { name: 'Edit Admin' }));
  expect(await screen.findByText('Check the Email')).toBeDefined();
  expect(screen.getByText('User Exists')).toBeDefined();
  expect(screen.getByText('another account has this email')).toBeDefined();
  expect(screen.getByLabelText(/Email/)).toHaveProperty('value', 'taken@prs.test');
});

test('offers to masquerade as an administrator, and shows who has not accepted their invitation', async () => {
  asOwner({ '/api/getAdminsByClient': [anAdmin(), anAdmin({ _id: 'b', first_name: 'Ida', invited: true })] });
  openApp(`/waypost/editClient/${id}`);
  const link = await screen.findByRole('link', { name: 'Masquerade as Grace Hopper' });
  expect(link.getAttribute('href')).toBe(`/admin/masquerade/${owner}/${anAdmin()._id}`);
  const row = screen.getByRole('row', { name: /Ida Hopper/ });
  expect(within(row).getByText('Invited, no password yet')).toBeDefined();
});

test('asks before deleting an administrator, and confirms it', async () => {
  const requests = asOwner({ '/api/deleteAdmin': { message: 'success' } });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Grace Hopper' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  expect(sentTo(requests, '/api/deleteAdmin')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Admin successfully deleted.')).toBeDefined();
  expect(sentTo(requests, '/api/deleteAdmin')).toEqual([{ id: anAdmin()._id }]);
});

test('shows an error when an administrator could not be deleted, and keeps the row', async () => {
  asOwner({ '/api/deleteAdmin': { message: 'fail' } });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Grace Hopper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Something went wrong');
  expect(screen.queryByText(/successfully/)).toBeNull();
});

test('warns when a client or an administrator could not be saved, and keeps the input', async () => {
  const failed = refused(500, 'our-fault', 'Our own words');
  asOwner({ '/api/editClient': failed, '/api/createAdmin': failed });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.type(await screen.findByLabelText(/Full name/), ' and Creek');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Something went wrong')).toBeDefined();
  expect(screen.getByText('Uh Oh')).toBeDefined();
  expect(screen.getByLabelText(/Full name/)).toHaveProperty('value', 'Patuxent River Schools and Creek');
  await userEvent.click(screen.getByRole('button', { name: 'Close this notice' }));
  await waitFor(() => expect(screen.queryByText('Uh Oh')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Add an administrator' }));
  await userEvent.type(screen.getByLabelText(/First name/), 'Ada');
  await userEvent.type(screen.getByLabelText(/Last name/), 'Lovelace');
  await userEvent.type(screen.getByLabelText(/Email/), 'ada@prs.test');
  await userEvent.click(screen.getByRole('button', { name: 'Create Admin' }));
  expect(await screen.findByText('Uh Oh')).toBeDefined();
  expect(screen.getByLabelText(/First name/)).toHaveProperty('value', 'Ada');
});

test('says why a client that still has users cannot be deleted', async () => {
  asOwner();
  openApp(`/waypost/editClient/${id}`);
  expect(await screen.findByText(/It still has 12 users/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Delete the school system' })).toBeNull();
});

test('deletes an empty client after a confirmation', async () => {
  asOwner({
    '/api/getClientById': aClient({ users: 0 }),
    '/api/getAdminsByClient': [],
    '/api/deleteClient': { message: 'success' },
  });
  const { router } = openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the school system' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('School system deleted.')).toBeDefined();
  await heading('Waypost Clients');
  expect(router.state.location.pathname).toBe('/waypost/dashboard');
});

test('keeps a client that got a new user in the meantime', async () => {
  asOwner({
    '/api/getClientById': aClient({ users: 0 }),
    '/api/getAdminsByClient': [],
    '/api/deleteClient': { message: 'failt' },
  });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the school system' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await within(dialog).findByText('It has users again, so it wasn’t deleted.')).toBeDefined();
  expect(await screen.findByText('Uh Oh')).toBeDefined();
});

test('only a SuperAdmin can open a client', async () => {
  answer({ '/api/current-user': aSession({ role: 'Admin' }), '/api/getSettings': someSettings() });
  const { router } = openApp(`/waypost/editClient/${id}`);
  await waitFor(() => expect(router.state.location.pathname).toBe('/permissionsError'));
});

test('shows the age of the newest backup on the first screen', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  asOwner({ '/api/getBackups': { daily: { newest: hoursAgo(3), kept: 14 } } });
  openApp('/waypost/dashboard');
  expect((await screen.findByText(/^Last backup: .* \(14 kept\)$/)).textContent).not.toContain('stopped');
});

test('warns when backups have stopped', async () => {
  const newest = new Date(Date.now() - 60 * 3_600_000).toISOString();
  asOwner({ '/api/getBackups': { daily: { newest, kept: 14 } } });
  openApp('/waypost/dashboard');
  expect((await screen.findByText('Backups have stopped')).dataset.tone).toBe('attention');
  expect(screen.getByText(/^Last backup: /)).toBeDefined();
});

test('warns when a server has no backups', async () => {
  asOwner();
  openApp('/waypost/dashboard');
  expect((await screen.findByText('No daily backup is set up')).dataset.tone).toBe('attention');
});
