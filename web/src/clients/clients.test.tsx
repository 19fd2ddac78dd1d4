import { screen, waitFor, within } from '@testing-library/react';
import type { Client, ClientAdmin } from '@waypost/contract/clients/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { type Answer, answer, refused } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';

const id = '00000000-0000-4000-8000-0000000000c1';
const owner = '00000000-0000-4000-8000-0000000000f1';
const session = aSession({ _id: owner, role: 'SuperAdmin', first_name: 'Olive', last_name: 'Owens' });

const aClient = (overrides: Partial<Client> = {}): Client => ({
  _id: id,
  full_name: 'Patuxent River Schools',
  short_name: 'PRS',
  max_users: 100,
  users: 12,
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
    ...answers,
  });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const sentTo = (asked: ReturnType<typeof answer>, path: string) =>
  asked.filter((one) => one.path === path).map((one) => one.body);

test('the list of clients links to each client, and to a new one', async () => {
  asOwner();
  const { router } = openApp('/waypost/dashboard');
  await userEvent.click(await screen.findByRole('link', { name: 'Patuxent River Schools' }));
  await heading('Patuxent River Schools');
  expect(router.state.location.pathname).toBe(`/waypost/editClient/${id}`);
  await userEvent.click(screen.getByRole('link', { name: 'All clients' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Create a client' }));
  await heading('New client');
});

test('creates a client and opens it, ready for its first administrator', async () => {
  const asked = asOwner({
    '/api/createClient': { message: 'success', client: aClient({ users: 0 }) },
    '/api/getAdminsByClient': [],
  });
  const { router } = openApp('/waypost/editClient');
  await userEvent.type(await screen.findByLabelText(/Full name/), 'Patuxent River Schools');
  await userEvent.type(screen.getByLabelText(/Short name/), 'PRS');
  await userEvent.type(screen.getByLabelText(/Maximum users/), '100');
  await userEvent.click(screen.getByRole('button', { name: 'Create the client' }));
  expect(await screen.findByText('Client successfully created.')).toBeDefined();
  await heading('Patuxent River Schools');
  expect(router.state.location.pathname).toBe(`/waypost/editClient/${id}`);
  expect(await screen.findByText('No administrators yet')).toBeDefined();
  expect(sentTo(asked, '/api/createClient')).toEqual([
    { full_name: 'Patuxent River Schools', short_name: 'PRS', max_users: 100 },
  ]);
});

test('shows errors at the fields of an empty form, and sends nothing', async () => {
  const asked = asOwner();
  openApp('/waypost/editClient');
  await userEvent.click(await screen.findByRole('button', { name: 'Create the client' }));
  expect(await screen.findAllByText('this field is required')).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByLabelText(/Full name/));
  expect(sentTo(asked, '/api/createClient')).toEqual([]);
});

test('changes a client’s names and number of users', async () => {
  const asked = asOwner({
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
  expect(sentTo(asked, '/api/editClient')).toMatchObject([{ _id: id, max_users: 250 }]);
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
  const asked = asOwner({ '/api/createAdmin': { message: 'success' } });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Add an administrator' }));
  await userEvent.type(screen.getByLabelText(/First name/), 'Ada');
  await userEvent.type(screen.getByLabelText(/Last name/), 'Lovelace');
  await userEvent.type(screen.getByLabelText(/Email/), 'ada@prs.test');
  await userEvent.click(screen.getByRole('button', { name: 'Create Admin' }));
  expect(await screen.findByText('Admin successfully created.')).toBeDefined();
  expect(sentTo(asked, '/api/createAdmin')).toEqual([
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
  const asked = asOwner({ '/api/deleteAdmin': { message: 'success' } });
  openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Grace Hopper' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  expect(sentTo(asked, '/api/deleteAdmin')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Admin successfully deleted.')).toBeDefined();
  expect(sentTo(asked, '/api/deleteAdmin')).toEqual([{ id: anAdmin()._id }]);
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
  expect(screen.queryByRole('button', { name: 'Delete the client' })).toBeNull();
});

test('deletes an empty client after a confirmation', async () => {
  asOwner({
    '/api/getClientById': aClient({ users: 0 }),
    '/api/getAdminsByClient': [],
    '/api/deleteClient': { message: 'success' },
  });
  const { router } = openApp(`/waypost/editClient/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the client' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Client successfully deleted.')).toBeDefined();
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
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the client' }));
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
  expect(await screen.findByText(/^Backups have stopped. Last backup: /)).toBeDefined();
});

test('says when a server has no backups', async () => {
  asOwner();
  openApp('/waypost/dashboard');
  expect(await screen.findByText(/No daily backup is set up/)).toBeDefined();
});
