import { screen, waitFor, within } from '@testing-library/dom';
import { PART_MAX } from '@waypost/contract/list-part';
import type { DuplicateUser } from '@waypost/contract/oversight/duplicates/calls';
import { bothApplied } from '@waypost/contract/oversight/duplicates/rules';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, partOf, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

const admin = '00000000-0000-4000-8000-0000000000f1';

const aDuplicate = (overrides: Partial<DuplicateUser> = {}): DuplicateUser => ({
  _id: 'a',
  client: 'c1',
  group: 1,
  same: ['name'],
  role: 'Student',
  email: 'maya@one.test',
  first_name: 'Maya',
  last_name: 'Torres',
  business_name: '',
  unconfirmed: false,
  approved: true,
  deactivated: false,
  second_factor: false,
  __v: 1,
  createdAt: '2026-03-01T12:00:00.000Z',
  graduation_year: 2027,
  school_attending: 'Severn River High School',
  affiliated_program: '',
  focus_areas: [],
  schools: [],
  programs: [],
  profile_pic_id_fk: null,
  agreement_file_id_fk: null,
  ...overrides,
});
const students = [aDuplicate(), aDuplicate({ _id: 'b', email: 'maya@two.test', approved: false })];
const business = { role: 'Business', business_name: 'Bayside Marine' } as const;
const businesses = [
  aDuplicate({ ...business, _id: 'x', email: 'x@bayside.test', same: ['name', 'phone'] }),
  aDuplicate({ ...business, _id: 'y', email: 'y@bayside.test', same: ['name', 'phone'], approved: false }),
];

function asStaff(answers: Record<string, Answer> = {}, role: 'Admin' | 'SuperAdmin' = 'Admin') {
  return answer({
    '/api/current-user': aSession({ _id: admin, role }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [{ _id: 's', name: 'Severn River High School', location: null }],
    '/api/getFocusAreas': [{ _id: 'f', name: 'Marine' }],
    '/api/getClients': [{ _id: 'c1', full_name: 'Chesapeake Bay Public Schools', short_name: 'CB' }],
    '/api/findDuplicateUsers': ({ body }: RecordedRequest) =>
      (body as { role: string }).role === 'Business' ? businesses : students,
    ...answers,
  });
}
const open = (search = '') => openApp(`/admin/duplicateUsersReport${search}`);
const sentTo = (requests: RecordedRequest[], path: string) =>
  requests.filter((one) => one.path === path).map(({ body }) => body);

test('shows duplicate businesses, and students and teachers with their school, in two tables', async () => {
  asStaff();
  open();
  const first = await screen.findByRole('table', { name: 'Duplicate business accounts' });
  expect(within(first).getAllByText('name, phone')).toHaveLength(2);
  expect(within(first).getByRole('row', { name: /name, phone *with y@bayside\.test/ })).toBeDefined();
  const second = await screen.findByRole('table', { name: 'Duplicate student and teacher accounts' });
  expect(within(second).getAllByText('Severn River High School')).toHaveLength(2);
});

test('breaks a long email only after its @ and dots, and the page never scrolls sideways', async () => {
  const email = 'christopher.montgomery.again.cbps@demo.waypost.test';
  const long = [
    aDuplicate({ approved: false }),
    aDuplicate({ _id: 'b', email, approved: false, school_attending: 'Chesapeake Bay Middle School' }),
  ];
  asStaff({
    '/api/findDuplicateUsers': ({ body }: RecordedRequest) =>
      (body as { role: string }).role === 'Business' ? businesses : long,
  });
  await resizeWindow(1440);
  open();
  const table = await screen.findByRole('table', { name: 'Duplicate student and teacher accounts' });
  const shown = () => [...table.querySelectorAll('[data-email]')].filter((one) => one.textContent === email);
  await waitFor(() => expect(shown()).toHaveLength(2));
  const lines = (node: ChildNode) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  for (const one of shown())
    for (const part of one.childNodes) if (part.nodeType === Node.TEXT_NODE) expect(lines(part)).toBe(1);
  const actions = within(table)
    .getAllByRole('button', { name: /^Delete/ })
    .map((one) => one.getBoundingClientRect().right);
  expect(Math.max(...actions)).toBeLessThanOrEqual(table.parentElement?.getBoundingClientRect().right ?? 0);
  await resizeWindow(320);
  await waitFor(() =>
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth),
  );
});

test('on a desktop, an account’s actions are side by side, and resetting is on the row of the filters', async () => {
  asStaff();
  await resizeWindow(1440);
  open('?approved=Approved');
  const merge = await screen.findByRole('button', { name: 'Merge Bayside Marine, y@bayside.test' });
  const middle = (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  };
  const cell = merge.closest('td');
  const actions = [...(cell?.querySelectorAll<HTMLElement>('.mantine-Button-root') ?? [])];
  expect(actions.map((one) => one.textContent)).toEqual(['Approve', 'Masquerade', 'Merge', 'Delete']);
  expect(new Set(actions.map(middle)).size).toBe(1);
  const controls = [screen.getByLabelText('Approval'), screen.getByRole('button', { name: 'Reset filters' })];
  expect(new Set(controls.map(middle)).size).toBe(1);
});

test('both tables say when there are no duplicates', async () => {
  asStaff({ '/api/findDuplicateUsers': [] });
  open();
  expect(await screen.findByText('There are not any duplicate business accounts.')).toBeDefined();
  expect(await screen.findByText('There are not any duplicate student or teacher accounts.')).toBeDefined();
});

test('says how many of all duplicates it shows when one reply cannot hold them', async () => {
  asStaff({ '/api/findDuplicateUsers': partOf(1200, students) });
  open();
  const counts = () =>
    screen.getAllByText(/^The first 2 of 1,200 accounts. More appear as you merge or delete these/);
  await waitFor(() => expect(counts()).toHaveLength(2));
});

test('offers to retry when a list could not be loaded', async () => {
  asStaff({ '/api/findDuplicateUsers': refused(500, 'our-fault', 'Something went wrong') });
  open();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2));
});

test('approves an account, and offers to masquerade as it', async () => {
  const requests = asStaff({ '/api/swapApprovalStatus': { approved: true } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Approve Bayside Marine, y@/ }));
  expect(await screen.findByText('Bayside Marine is approved.')).toBeDefined();
  expect(sentTo(requests, '/api/swapApprovalStatus')).toEqual([{ _id: 'y', approved: true }]);
  expect(screen.getByText('Needs the agreement')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Masquerade as Maya Torres, maya@one.test' });
  expect(link.getAttribute('href')).toBe(`/admin/masquerade/${admin}/a`);
});

test('someone masquerading as an Admin first returns to their own account', async () => {
  const behind = '00000000-0000-4000-8000-0000000000f9';
  const session = { ...aSession({ _id: admin, role: 'Admin' }), is_masquerade: true, admin_id: behind };
  asStaff({ '/api/current-user': session });
  open();
  const link = await screen.findByRole('link', { name: 'Masquerade as Maya Torres, maya@one.test' });
  expect(link.getAttribute('href')).toBe(`/admin/masquerade/${behind}/a`);
});

test('merges an account into the other one', async () => {
  const requests = asStaff({ '/api/mergeUsers': { message: 'success' } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Merge Maya Torres, maya@two.test' }));
  const dialog = await screen.findByRole('dialog', { name: 'Merge two accounts' });
  // With one other account, there is nothing to choose.
  const sentences = within(dialog)
    .getAllByText('Maya Torres')
    .map((name) => name.parentElement?.textContent);
  expect(sentences).toContain('Maya Torres (maya@one.test) is kept.');
  expect(within(dialog).queryByLabelText('Account to keep')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('The accounts were merged.')).toBeDefined();
  expect(sentTo(requests, '/api/mergeUsers')).toEqual([{ keep: 'a', remove: 'b' }]);
});

test('of several other accounts, chooses the one to keep', async () => {
  const third = aDuplicate({ _id: 'c', email: 'maya@three.test' });
  const requests = asStaff({
    '/api/mergeUsers': { message: 'success' },
    '/api/findDuplicateUsers': ({ body }: RecordedRequest) =>
      (body as { role: string }).role === 'Business' ? businesses : [...students, third],
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Merge Maya Torres, maya@two.test' }));
  const dialog = await screen.findByRole('dialog', { name: 'Merge two accounts' });
  await userEvent.choose(within(dialog).getByLabelText('Account to keep'), 'c');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('The accounts were merged.')).toBeDefined();
  expect(sentTo(requests, '/api/mergeUsers')).toEqual([{ keep: 'c', remove: 'b' }]);
});

test('explains why a merge that would lose data is refused', async () => {
  const sentence = bothApplied('Boat builder');
  asStaff({ '/api/mergeUsers': refused(409, 'conflict', sentence) });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Merge Maya Torres, maya@two.test' }));
  const dialog = await screen.findByRole('dialog', { name: 'Merge two accounts' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
  expect(await within(dialog).findByText(sentence)).toBeDefined();
});

test('deletes an account after a confirmation, or says why it cannot be deleted', async () => {
  let reply = 'Maya Torres has an internship under way.';
  const requests = asStaff({ '/api/deleteUser': () => ({ message: reply }) });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Maya Torres, maya@one.test' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  expect(sentTo(requests, '/api/deleteUser')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await within(dialog).findByText(reply)).toBeDefined();
  reply = 'success';
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  const notice = (await screen.findByText(/was deleted\./)).closest('[role]');
  expect(notice?.textContent).toContain('User Deleted');
  expect(sentTo(requests, '/api/deleteUser')[0]).toEqual({ user: { _id: 'a' } });
});

test('keeps the filters in the query string, and applies them to both tables', async () => {
  const requests = asStaff();
  const { router } = open();
  await screen.findByRole('table', { name: 'Duplicate business accounts' });
  expect(screen.queryByRole('columnheader', { name: 'School system' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Schools/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Severn River High School' }));
  await userEvent.click(screen.getByRole('button', { name: /^Focus areas/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Marine' }));
  await userEvent.choose(screen.getByLabelText('Approval'), 'Not approved');
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      schools: ['Severn River High School'],
      areas: ['Marine'],
      approved: 'Not Approved',
    }),
  );
  const filter = {
    schools: ['Severn River High School'],
    focus_areas: ['Marine'],
    approved: 'Not Approved',
    limit: PART_MAX,
  };
  await waitFor(() =>
    expect(sentTo(requests, '/api/findDuplicateUsers').slice(-2)).toEqual([
      { role: 'Business', ...filter },
      { role: 'NotBusiness', ...filter },
    ]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('applies filters from the query string, and says why nothing matches', async () => {
  const requests = asStaff({ '/api/findDuplicateUsers': [] });
  open('?approved=Approved&schools=["Severn+River+High+School"]&areas=nonsense');
  await waitFor(() => expect(screen.getAllByText(/Change or reset the filters/)).toHaveLength(2));
  expect(sentTo(requests, '/api/findDuplicateUsers')[0]).toEqual({
    role: 'Business',
    schools: ['Severn River High School'],
    focus_areas: [],
    approved: 'Approved',
    limit: PART_MAX,
  });
});

test('a SuperAdmin sees duplicates of every school system, and acts only by masquerading', async () => {
  const requests = asStaff({}, 'SuperAdmin');
  open();
  await screen.findByRole('table', { name: 'Duplicate business accounts' });
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Masquerade/ })).toHaveLength(4));
  expect(screen.queryByRole('button', { name: /^(Merge|Delete|Approve)/ })).toBeNull();
  expect(await screen.findAllByText('Chesapeake Bay Public Schools')).toHaveLength(4);
  // Schools and focus areas belong to a single school system.
  expect(requests.map(({ path }) => path)).not.toContain('/api/getSchools');
  expect(screen.getByLabelText('Approval')).toBeDefined();
});

test('a Teacher cannot open it', async () => {
  answer({ '/api/current-user': aSession({ role: 'Teacher' }), '/api/getSettings': someSettings() });
  const { router } = open();
  await waitFor(() => expect(router.state.location.pathname).toBe('/permissionsError'));
});

test('students and teachers appear below the loaded businesses, so that they do not move', async () => {
  let load = (_: DuplicateUser[]) => {};
  const loaded = new Promise<DuplicateUser[]>((resolve) => {
    load = resolve;
  });
  const requests = asStaff({
    '/api/findDuplicateUsers': ({ body }: RecordedRequest) =>
      (body as { role: string }).role === 'Business' ? loaded : students,
  });
  open();
  await screen.findByRole('heading', { name: 'Businesses' });
  await waitFor(() => expect(sentTo(requests, '/api/findDuplicateUsers')).toHaveLength(2));
  expect(screen.queryByRole('heading', { name: 'Students and teachers' })).toBeNull();
  load([]);
  await screen.findByRole('heading', { name: 'Students and teachers' });
  expect(screen.getByText('There are not any duplicate business accounts.')).toBeTruthy();
});
