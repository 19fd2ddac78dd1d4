import { screen, waitFor, within } from '@testing-library/dom';
import { defaultGraduationYear } from '@waypost/contract/people/directory/rules';
import { expect, test, vi } from 'vitest';
import { aListedUser } from '../../../testing/listed.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, partOf, type RecordedRequest, refused } from '../../../testing/server.ts';
import { recordCopied, userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

type FilterAsked = RecordedRequest & { body: Record<string, unknown> };

function open(address: string, answers: Record<string, Answer> = {}, role: 'Teacher' | 'Admin' = 'Admin') {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [{ _id: 's', name: 'Bay High', location: null }],
    '/api/getPrograms': [{ _id: 'p', name: 'Boats' }],
    '/api/getFocusAreas': [{ _id: 'f', name: 'Marine' }],
    '/api/filterUsers': [aListedUser()],
    '/api/searchUsers': [],
    ...answers,
  });
  return { requests, ...openApp(`/admin/user_search${address}`) };
}

/** The requests for the list itself, without those that count the accounts waiting. */
const filters = (requests: RecordedRequest[]) =>
  requests
    .filter((one): one is FilterAsked => one.path === '/api/filterUsers')
    .map(({ body }) => body)
    .filter((body) => Number(body.limit) >= 100);
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('starts with the approved students who graduate next', async () => {
  const { requests } = open('');
  expect(await row(/Maya Okafor/)).toBeTruthy();
  expect(filters(requests)).toMatchObject([
    { role: 'Student', approved: 'Approved', graduation_year: defaultGraduationYear(new Date()), offset: 0 },
  ]);
  expect(screen.getByText('1 student')).toBeTruthy();
});

test.each([360, 768, 1024, 1440])('shows emails in full in a window of %d pixels', async (width) => {
  await resizeWindow(width);
  const email = 'bianca.alvarez.87@students.bay.example';
  open('', { '/api/filterUsers': [aListedUser({ email })] });
  const shown = (await row(/Maya Okafor/)).getByText(email);
  const edge = Math.min(
    ...[shown, shown.parentElement ?? shown].map((box) => box.getBoundingClientRect().right),
  );
  // Each part fits on one line; the email can break only after the @.
  for (const part of shown.childNodes) {
    const range = document.createRange();
    range.selectNodeContents(part);
    expect(range.getClientRects().length, part.textContent ?? '').toBeLessThanOrEqual(1);
    expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(edge + 1);
  }
});

test('the list begins in the upper half of a desktop screen', async () => {
  await resizeWindow(1440, 900);
  open('', { '/api/filterUsers': [aListedUser({})] });
  const { top } = (await screen.findByRole('row', { name: /Maya Okafor/ })).getBoundingClientRect();
  expect(top).toBeLessThan(450);
});

test.each([
  ['students', '', 'Student'],
  ['businesses', '?role=Business', 'Business'],
])(
  'staff copy a sign-up link for %s, with the school system and the type chosen',
  async (_, address, type) => {
    const copied = recordCopied();
    open(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Copy sign-up link' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(copied()).toBe(`${window.location.origin}/signup?client=${aSession().user.client}&type=${type}`);
  },
);

test('a sign-up link is shown and selected if the browser refuses to copy it', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  open('');
  (await screen.findByRole('button', { name: 'Copy sign-up link' })).focus();
  await userEvent.keyboard('{Enter}');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Copy sign-up link' });
  expect(field).toBe(document.activeElement);
  const link = `${window.location.origin}/signup?client=${aSession().user.client}&type=Student`;
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(link);
  await screen.findByText('This browser does not let us copy. The link is selected: copy it yourself.');
});

test('a row shows the person, their school and their agreement, and links to the profile', async () => {
  open('');
  const maya = await row(/Maya Okafor/);
  expect(maya.getByRole('link', { name: 'Maya Okafor' }).getAttribute('href')).toBe('/profile/view/maya');
  for (const words of ['maya@example.test', 'Bay High', 'Boats', '2027', 'Approved'])
    expect(maya.getByText(words), words).toBeTruthy();
  const agreement = maya.getByRole('link', { name: /open Maya Okafor’s agreement/ });
  expect(agreement.getAttribute('href')).toBe('/files/g/agreement.pdf');
});

test.each([
  ['Admin', ['Students', 'Participating Partners', 'Teachers']],
  ['Teacher', ['Students', 'Participating Partners']],
] as const)('to a %s it offers %j', async (role, tabs) => {
  open('', {}, role);
  const nav = within(await screen.findByRole('navigation', { name: 'Roles' }));
  expect(nav.getAllByRole('link').map((tab) => tab.textContent)).toEqual(tabs);
});

test('filters are kept in the query string and sent to the server', async () => {
  const { requests, router } = open('');
  await row(/Maya Okafor/);
  await userEvent.choose(screen.getByLabelText('Graduation year'), 'All');
  await userEvent.choose(screen.getByLabelText('Approval'), 'Not Approved');
  await waitFor(() =>
    expect(filters(requests).at(-1)).toMatchObject({ approved: 'Not Approved', graduation_year: 'All' }),
  );
  expect(router.state.location.search).toMatchObject({ year: 'All', approved: 'Not Approved' });
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('a shared URL shows the same list', async () => {
  const { requests } = open('?role=Business&areas=["Marine"]&sort=approved', {
    '/api/filterUsers': [aListedUser({ role: 'Business', business_name: 'Bayside Marine' })],
  });
  expect(await row(/Bayside Marine/)).toBeTruthy();
  expect(filters(requests).at(-1)).toMatchObject({
    role: 'Business',
    focus_areas: ['Marine'],
    approved: 'All',
    sort: 'approved',
  });
});

test('the accounts waiting for approval and the filters share a row, so that the list begins higher up', async () => {
  open('', { '/api/filterUsers': partOf(4, [aListedUser()]) });
  const waiting = await screen.findByRole('button', { name: 'Waiting for approval (4)' });
  const year = screen.getByRole('combobox', { name: 'Graduation year' });
  expect(waiting.getBoundingClientRect().bottom).toBe(year.getBoundingClientRect().bottom);
});

test('counts the accounts waiting for approval, and one press lists them, longest wait first', async () => {
  const { requests } = open('', {
    '/api/filterUsers': ({ body }: FilterAsked) =>
      body.approved === 'Waiting' ? partOf(4, [aListedUser({ approved: false })]) : [aListedUser()],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Waiting for approval (4)' }));
  expect((await row(/Maya Okafor/)).getByText('Waiting for approval')).toBeTruthy();
  expect(filters(requests).at(-1)).toMatchObject({
    approved: 'Waiting',
    graduation_year: 'All',
    sort: 'approved',
  });
});

test('the accounts with an unconfirmed email are of every year, unless a year is chosen', async () => {
  const nia = aListedUser({ unconfirmed: true, approved: false, graduation_year: null });
  const { requests } = open('', { '/api/filterUsers': [nia] });
  await row(/Maya Okafor/);
  await userEvent.choose(screen.getByLabelText('Approval'), 'Unconfirmed');
  await waitFor(() =>
    expect(filters(requests).at(-1)).toMatchObject({ approved: 'Unconfirmed', graduation_year: 'All' }),
  );
  expect(screen.getByLabelText<HTMLSelectElement>('Graduation year').value).toBe('All');
  const year = screen.getByLabelText<HTMLSelectElement>('Graduation year').options[1]?.value ?? '';
  await userEvent.choose(screen.getByLabelText('Graduation year'), year);
  await waitFor(() => expect(filters(requests).at(-1)).toMatchObject({ graduation_year: Number(year) }));
});

test('shows a person once when rows move between two pages', async () => {
  const { requests } = open('', { '/api/filterUsers': partOf(3, [aListedUser()]) });
  await row(/Maya Okafor/);
  // The end of the list is visible, so the next part loads automatically.
  await waitFor(() => expect(filters(requests)).toHaveLength(2));
  await waitFor(() => expect(screen.getByText('1 student')).toBeTruthy());
  expect(screen.getAllByRole('row', { name: /Maya Okafor/ })).toHaveLength(1);
  expect(filters(requests)).toHaveLength(2);
});

test('a search also shows matches outside the filters', async () => {
  const business = aListedUser({ _id: 'b', role: 'Business', business_name: 'Bayside Marine' });
  const { requests } = open('?search=bay', { '/api/filterUsers': [], '/api/searchUsers': [business] });
  expect(await screen.findByText('No one matches')).toBeTruthy();
  const also = within(await screen.findByRole('region', { name: 'Found outside these filters' }));
  expect(also.getByRole('link', { name: 'Bayside Marine' })).toBeTruthy();
  expect(also.queryByText(/Type more to see fewer/)).toBeNull();
  expect(requests.find(({ path }) => path === '/api/searchUsers')?.query).toEqual({
    search: 'bay',
    limit: '50',
  });
});

test('an approval shows immediately, with a notice', async () => {
  const waiting = aListedUser({ approved: false });
  const { requests } = open('?approved=All&year=All', {
    '/api/filterUsers': [waiting],
    '/api/swapApprovalStatus': { approved: true },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Activate Maya Okafor' }));
  expect(await screen.findByText('Maya Okafor is approved.')).toBeTruthy();
  expect((await row(/Maya Okafor/)).getByText('Approved')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/swapApprovalStatus')?.body).toEqual({
    _id: 'maya',
    approved: true,
  });
});

test('an account approved in the waiting list stays in place and appears nowhere else', async () => {
  const waiting = aListedUser({ approved: false });
  open('?approved=Waiting&year=All&search=maya', {
    '/api/filterUsers': [waiting],
    '/api/searchUsers': [waiting, aListedUser({ _id: 'other', first_name: 'Mayhew' })],
    '/api/swapApprovalStatus': { approved: true },
  });
  const outside = within(await screen.findByRole('region', { name: 'Found outside these filters' }));
  await userEvent.click(screen.getByRole('button', { name: 'Activate Maya Okafor' }));
  expect(await screen.findByRole('button', { name: 'Deactivate Maya Okafor' })).toBeTruthy();
  expect(outside.getByRole('link', { name: /Mayhew/ })).toBeTruthy();
  expect(outside.queryByText(/Maya Okafor/)).toBeNull();
});

test('a refused approval is reverted, with the reason', async () => {
  open('?approved=All&year=All', {
    '/api/filterUsers': [aListedUser({ approved: false })],
    '/api/swapApprovalStatus': refused(409, 'conflict', 'The agreement was deleted meanwhile'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Activate Maya Okafor' }));
  expect((await screen.findAllByText('The agreement was deleted meanwhile')).length).toBeGreaterThan(0);
  expect((await row(/Maya Okafor/)).getByText('Waiting for approval')).toBeTruthy();
});

test('a student without an agreement cannot be approved', async () => {
  open('?approved=All&year=All', {
    '/api/filterUsers': [aListedUser({ approved: false, agreement_file_id_fk: null })],
  });
  const maya = await row(/Maya Okafor/);
  expect(maya.getByText('Agreement missing')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Activate Maya Okafor' })).toBeNull();
});

test('asks before deactivating, says what the person loses, and does nothing on Cancel', async () => {
  const { requests } = open('', { '/api/swapApprovalStatus': { approved: false } });
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Deactivate Maya Okafor' }));
  await press();
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(dialog.getByText(/Maya Okafor is logged out everywhere at once/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(requests.some(({ path }) => path === '/api/swapApprovalStatus')).toBe(false);
  await press();
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }),
  );
  expect(await screen.findByText('Maya Okafor is deactivated and logged out.')).toBeTruthy();
});

test('offers to retry when a list could not be loaded', async () => {
  let broken = true;
  open('', {
    '/api/filterUsers': () => (broken ? refused(500, 'our-fault', 'Something went wrong') : [aListedUser()]),
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await userEvent.click(retry);
  expect(await row(/Maya Okafor/)).toBeTruthy();
});
