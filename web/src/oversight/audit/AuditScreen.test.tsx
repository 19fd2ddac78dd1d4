import { screen, waitFor, within } from '@testing-library/dom';
import type { AuditEntry } from '@waypost/contract/oversight/audit/calls';
import { expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, partOf, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const anEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  _id: 'e1',
  at: '2026-03-04T19:05:00.000Z',
  action: 'view student',
  actor: { _id: 'g', name: 'Grace Hopper' },
  admin: null,
  subject: { _id: 'm', name: 'Maya Torres' },
  details: null,
  ...overrides,
});

const asAdmin = (entries: Answer, role: 'Admin' | 'SuperAdmin' | 'Teacher' = 'Admin') =>
  answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/getAuditEntries': entries,
    '/api/getAuditHead': { entries: 12, code: `12:${'ab'.repeat(32)}` },
  });
const queries = (requests: ReturnType<typeof answer>) =>
  requests.filter(({ path }) => path === '/api/getAuditEntries').map(({ query }) => query);

test('an entry shows its time, who acted, what they did, and to whom', async () => {
  asAdmin(partOf(1, [anEntry({ details: { file: 'resume.pdf' }, action: 'open student file' })]));
  openApp('/admin/audit');
  const row = await screen.findByRole('row', { name: /Maya Torres/ });
  expect(within(row).getByText('03/04/2026 2:05 PM EST')).toBeDefined();
  expect(within(row).getByText('Grace Hopper')).toBeDefined();
  expect(within(row).getByText('Opened a student’s file')).toBeDefined();
  expect(within(row).getByText('file: resume.pdf')).toBeDefined();
  expect(screen.getByText('1 entry')).toBeDefined();
});

test('an export names the exported list in words', async () => {
  const details = { call: 'filterUsers', rows: 3, role: 'Student', school_attending: 'Bay High' };
  asAdmin(partOf(1, [anEntry({ action: 'export list', subject: null, details })]));
  openApp('/admin/audit');
  expect(await screen.findByText('Students, 3 rows, schools: Bay High')).toBeDefined();
});

test('an action taken while masquerading names both people', async () => {
  asAdmin(partOf(1, [anEntry({ admin: { _id: 'a', name: 'Ada Min' } })]));
  openApp('/admin/audit');
  const row = await screen.findByRole('row', { name: /Ada Min/ });
  expect(within(row).getByText('as Grace Hopper')).toBeDefined();
});

test('filters are sent to the server and kept in the query string', async () => {
  const requests = asAdmin(partOf(1, [anEntry()]));
  const { router } = openApp('/admin/audit');
  await userEvent.choose(await screen.findByLabelText('What was done'), 'Deleted a user');
  await userEvent.type(screen.getByLabelText('From'), '03/01/2026');
  await userEvent.type(screen.getByLabelText('To'), '03/01/2026');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Done by or to' }), 'maya{Enter}');
  await waitFor(() =>
    expect(queries(requests).at(-1)).toEqual({
      action: 'delete user',
      person: 'maya',
      from: new Date(2026, 2, 1).toISOString(),
      until: new Date(2026, 2, 2).toISOString(),
      limit: '100',
    }),
  );
  const kept = { action: 'delete user', person: 'maya', from: '2026-03-01', to: '2026-03-01' };
  expect(router.state.location.search).toEqual(kept);
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('filters in the query string are applied on load', async () => {
  const requests = asAdmin(partOf(0, []));
  openApp('/admin/audit?action=activate&person=maya');
  expect(await screen.findByText('Nothing matches')).toBeDefined();
  expect(queries(requests)).toEqual([{ action: 'activate', person: 'maya', limit: '100' }]);
  expect(screen.getByLabelText('What was done')).toHaveProperty('value', 'activate');
});

test('a long list loads more entries after the last one shown', async () => {
  // A screen tall enough to show all of them.
  vi.stubGlobal('innerHeight', 10_000);
  const page = Array.from({ length: 100 }, (_, index) => anEntry({ _id: `e${index}` }));
  const requests = asAdmin(({ query }: { query: Record<string, string> }) =>
    query.before === 'e99'
      ? partOf(101, [anEntry({ _id: 'last', subject: { _id: 'x', name: 'The Oldest' } })])
      : partOf(101, page),
  );
  openApp('/admin/audit');
  expect(await screen.findByText('101 entries')).toBeDefined();
  // The next part loads when its position comes near the screen.
  await userEvent.keyboard('{End}');
  expect(await screen.findByText('The Oldest')).toBeDefined();
  expect(queries(requests).map(({ before }) => before)).toEqual([undefined, 'e99']);
});

test('says when nothing was recorded, and when loading failed', async () => {
  asAdmin(partOf(0, []));
  const { unmount } = openApp('/admin/audit');
  expect(await screen.findByText('Nothing recorded yet')).toBeDefined();
  unmount();
  asAdmin(refused(500, 'our-fault', 'Something went wrong'));
  openApp('/admin/audit');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});

test('a SuperAdmin reads the platform’s audit trail, and a Teacher has no access', async () => {
  asAdmin(partOf(1, [anEntry({ action: 'create client' })]), 'SuperAdmin');
  const { unmount } = openApp('/waypost/audit');
  const table = await screen.findByRole('table', { name: 'Audit trail' });
  expect(within(table).getByText('Created a school system')).toBeDefined();
  unmount();
  asAdmin(partOf(0, []), 'Teacher');
  const { router } = openApp('/admin/audit');
  await waitFor(() => expect(router.state.location.pathname).toBe('/permissionsError'));
});

test('shows the code of the last entry, to write down', async () => {
  asAdmin(partOf(1, [anEntry()]));
  openApp('/admin/audit');
  expect(await screen.findByText(`12:${'ab'.repeat(32)}`)).toBeDefined();
});

test('shows that code only below loaded entries, which would push it down', async () => {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const requests = asAdmin(() => loaded.then(() => partOf(1, [anEntry()])));
  openApp('/admin/audit');
  await screen.findByRole('heading', { name: 'Audit trail' });
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/getAuditHead')).toBe(true));
  await screen.findByText('Loading');
  expect(screen.queryByText(/^12:/)).toBeNull();
  load();
  expect(await screen.findByText(/^12:/)).toBeDefined();
});
