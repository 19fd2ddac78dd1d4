import { screen, waitFor, within } from '@testing-library/dom';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { statisticsLabels } from '@waypost/contract/opportunities/opportunities/rules';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { rememberedHome, rememberHome } from '../../app/likely-home.ts';
import { keyOf } from '../../client/queries.ts';

const OWNER = '00000000-0000-4000-8000-0000000000a1';
const BUSINESS = '00000000-0000-4000-8000-0000000000b1';

const owner = aSession({ _id: OWNER, role: 'SuperAdmin', first_name: 'Sam', last_name: 'Lee' });
const acting = aSession(
  { _id: BUSINESS, role: 'Business', business_name: 'Bayside Marine' },
  { is_masquerade: true, admin_id: OWNER, admin_name: 'Sam Lee' },
);

/** A server whose only session belongs to the last person it masqueraded as. */
function open(address: string, first: CurrentUser, answers: Record<string, Answer> = {}) {
  let session = first;
  const requests = answer({
    '/api/current-user': () => session,
    '/api/getSettings': someSettings(),
    '/api/getOpportunities': [],
    '/api/getBusinessInternshipStats': statisticsLabels.map((label) => ({ label, value: 0 })),
    '/api/getClients': [],
    '/auth/masquerade': ({ body }: { body: { id: string } }) => {
      session = body.id === OWNER ? owner : acting;
      return session.user;
    },
    '/api/user/set_masquerade': { message: 'success' },
    '/api/user/end_masquerade': { message: 'success' },
    ...answers,
  });
  return { ...openApp(address), requests };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const banner = () => screen.findByRole('complementary', { name: 'Masquerade' });
const posts = (requests: { method: string; path: string; body: unknown }[]) =>
  requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

test('starting a masquerade says so briefly, then opens the person’s start screen', async () => {
  const { requests } = open(`/admin/masquerade/${OWNER}/${BUSINESS}`, owner);
  const began = Date.now();
  expect(await heading('Masquerading')).toBeTruthy();
  expect(await screen.findByText('Bayside Marine')).toBeTruthy();
  expect(await heading('Manage Opportunities')).toBeTruthy();
  expect(Date.now() - began).toBeGreaterThanOrEqual(1400);
  expect(posts(requests)).toEqual([
    ['/auth/masquerade', { id: BUSINESS }],
    ['/api/user/set_masquerade', { adminUser_id: OWNER }],
  ]);
});

test('a browser keeps the home screen of its own user, not that of the person', async () => {
  rememberHome('/waypost/dashboard');
  open(`/admin/masquerade/${OWNER}/${BUSINESS}`, owner);
  expect(await heading('Manage Opportunities')).toBeTruthy();
  expect(rememberedHome()).toBe('/waypost/dashboard');
});

test('the banner and the header’s icon name both people and the role', async () => {
  open('/opportunity/all', acting);
  expect((await banner()).textContent).toContain('Sam Lee is masquerading as Bayside Marine (Business)');
  const header = screen.getByRole('banner');
  expect(await within(header).findByText('Business: Bayside Marine')).toBeTruthy();
});

test('without a masquerade there is no banner or icon', async () => {
  open('/waypost/dashboard', owner);
  await heading('Waypost Clients');
  expect(screen.queryByRole('complementary', { name: 'Masquerade' })).toBeNull();
  expect(screen.queryByText(/Masquerading as/)).toBeNull();
});

test('stopping re-authenticates, says that it is over, and clears the cache', async () => {
  const { requests, queries } = open('/opportunity/all', acting);
  await heading('Manage Opportunities');
  const listed = { queryKey: keyOf(opportunityCalls.getOpportunities) };
  expect(queries.getQueryCache().findAll(listed)).not.toEqual([]);
  await userEvent.click(within(await banner()).getByRole('button', { name: 'Exit masquerade' }));
  expect(await heading('Waypost Clients')).toBeTruthy();
  expect(posts(requests)).toEqual([
    ['/auth/masquerade', { id: OWNER }],
    ['/api/user/end_masquerade', { adminUser_id: OWNER }],
  ]);
  expect(queries.getQueryCache().findAll(listed)).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Masquerade' })).toBeNull());
});

test('stopping sends no request as the wrong person', async () => {
  const { requests } = open('/opportunity/all', acting);
  await heading('Manage Opportunities');
  await userEvent.click(within(await banner()).getByRole('button', { name: 'Exit masquerade' }));
  await heading('Waypost Clients');
  const left = requests.findIndex(({ path }) => path === '/api/user/end_masquerade');
  const after = requests.slice(left + 1).map(({ path }) => path);
  expect(after).not.toContain('/api/getOpportunities');
});

test('explains a refused masquerade and offers to retry', async () => {
  const words = 'Your account is not approved yet';
  const { requests } = open(`/admin/masquerade/${OWNER}/${BUSINESS}`, owner, {
    '/auth/masquerade': refused(403, 'unapproved', words),
  });
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(posts(requests)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(posts(requests)).toHaveLength(2));
  expect(await heading('Masquerading')).toBeTruthy();
});

test('a failed stop changes nothing', async () => {
  open('/opportunity/all', acting, { '/auth/masquerade': refused(500, 'our-fault', 'Something went wrong') });
  await heading('Manage Opportunities');
  await userEvent.click(within(await banner()).getByRole('button', { name: 'Exit masquerade' }));
  expect(await screen.findByText('500 ERROR')).toBeTruthy();
  expect(await heading('Manage Opportunities')).toBeTruthy();
  expect(await banner()).toBeTruthy();
});

test('students and businesses cannot start a masquerade', async () => {
  open(`/admin/masquerade/${OWNER}/${BUSINESS}`, aSession({ role: 'Student' }));
  expect(await heading('Something Went Wrong')).toBeTruthy();
});
