import { screen, waitFor, within } from '@testing-library/dom';
import type { ListedUser } from '@waypost/contract/people/directory/calls';
import { expect, test } from 'vitest';
import { aListedUser } from '../../../testing/listed.ts';
import { kindOf } from '../../../testing/notices.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { linesOf } from '../../../testing/saved.ts';
import { type Answer, answer, partOf, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const ME = '00000000-0000-4000-8000-0000000000a1';

function open(rows: ListedUser[], answers: Record<string, Answer> = {}, address = '?approved=All&year=All') {
  const requests = answer({
    '/api/current-user': aSession({ _id: ME, role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [],
    '/api/getPrograms': [],
    '/api/getFocusAreas': [],
    '/api/filterUsers': () => rows,
    '/api/searchUsers': [],
    ...answers,
  });
  return { requests, ...openApp(`/admin/user_search${address}`) };
}

const more = async (name: string) => {
  const button = await screen.findByRole('button', { name: `More for ${name}` });
  await userEvent.click(button);
  const row = button.closest('tr');
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
};
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
const sentTo = (requests: RecordedRequest[], path: string) =>
  requests.filter((one) => one.path === path).map(({ body }) => body);
const business = aListedUser({ _id: 'b', role: 'Business', business_name: 'Bayside Marine' });

test('staff send an unconfirmed person the link again, or confirm the email themselves', async () => {
  const nia = aListedUser({ unconfirmed: true, approved: false, email: 'maya@example.test' });
  const { requests } = open([nia], {
    '/api/resendConfirmationOf': { message: 'success' },
    '/api/confirmEmailOf': { message: 'success' },
  });
  const row = await more('Maya Okafor');
  await userEvent.click(row.getByRole('button', { name: 'Send confirmation link again' }));
  expect(await screen.findByText(/We sent the link to maya@example.test again/)).toBeTruthy();
  await more('Maya Okafor');
  await userEvent.click(row.getByRole('button', { name: 'Confirm email' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Confirm email' }));
  expect(await screen.findByText('Maya Okafor’s email is confirmed.')).toBeTruthy();
  expect(sentTo(requests, '/api/resendConfirmationOf')).toEqual([{ _id: 'maya' }]);
  expect(sentTo(requests, '/api/confirmEmailOf')).toEqual([{ _id: 'maya' }]);
  await more('Maya Okafor');
  expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull();
});

test('a student’s row links to a masquerade and to the contact log', async () => {
  open([aListedUser()]);
  const maya = await more('Maya Okafor');
  const masquerade = maya.getByRole('link', { name: 'Masquerade as Maya Okafor' });
  expect(masquerade.getAttribute('href')).toBe(`/admin/masquerade/${ME}/maya`);
  const log = maya.getByRole('link', { name: 'Maya Okafor’s contact log' });
  expect(log.getAttribute('href')).toBe('/profile/view/maya#contact-log');
});

test('a business has no contact log, and shows how many years it has been active', async () => {
  const { createdAt } = { createdAt: `${new Date().getFullYear() - 2}-06-01T12:00:00.000Z` };
  open([{ ...business, createdAt }], {}, '?role=Business');
  const row = await more('Bayside Marine');
  expect(row.queryByRole('link', { name: /^Contact log/ })).toBeNull();
  expect(row.getByRole('cell', { name: '3' })).toBeTruthy();
});

test('deactivates a teacher, saying that they can no longer log in, and activates them again', async () => {
  const tess = aListedUser({ _id: 'tess', role: 'Teacher', first_name: 'Tess', last_name: 'Reed' });
  const { requests } = open(
    [tess],
    { '/api/swapApprovalStatus': ({ body }: RecordedRequest) => body },
    '?role=Teacher',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate Tess Reed' }));
  const asking = await dialog();
  expect(asking.getByText(/can no longer log in\./)).toBeTruthy();
  await userEvent.click(asking.getByRole('button', { name: 'Deactivate' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Activate Tess Reed' }));
  await screen.findByRole('button', { name: 'Deactivate Tess Reed' });
  expect(sentTo(requests, '/api/swapApprovalStatus')).toEqual([
    { _id: 'tess', approved: false },
    { _id: 'tess', approved: true },
  ]);
});

test('Undo in the notice activates the account again', async () => {
  const tess = aListedUser({ _id: 'tess', role: 'Teacher', first_name: 'Tess', last_name: 'Reed' });
  const { requests } = open(
    [tess],
    { '/api/swapApprovalStatus': ({ body }: RecordedRequest) => body },
    '?role=Teacher',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate Tess Reed' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Deactivate' }));
  // Wait for the dialog to close, because that re-renders the notices.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Deactivate Tess Reed' });
  expect(sentTo(requests, '/api/swapApprovalStatus')).toEqual([
    { _id: 'tess', approved: false },
    { _id: 'tess', approved: true },
  ]);
  // An approval offers no Undo, because the account would then count as deactivated.
  await screen.findByText('Tess Reed is approved.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a teacher’s row links an Admin to that teacher’s form', async () => {
  const teacher = aListedUser({ _id: 'tess', role: 'Teacher', first_name: 'Tess', last_name: 'Reed' });
  open([], { '/api/searchUsers': [teacher] }, '?search=tess');
  const link = await screen.findByRole('link', { name: 'Tess Reed' });
  expect(link.getAttribute('href')).toBe('/admins/tess');
});

test('during a masquerade, the link to the next one keeps the original Admin', async () => {
  const session = aSession(
    { _id: ME, role: 'Admin' },
    { is_masquerade: true, admin_id: 'sam', admin_name: 'Sam Lee' },
  );
  open([aListedUser()], { '/api/current-user': session });
  await screen.findByText('Sam Lee');
  const maya = await more('Maya Okafor');
  const masquerade = maya.getByRole('link', { name: 'Masquerade as Maya Okafor' });
  expect(masquerade.getAttribute('href')).toBe('/admin/masquerade/sam/maya');
});

test('asks before resetting a password, and says how the person logs in next', async () => {
  const { requests } = open([aListedUser()], { '/auth/adminResetPassword': { message: 'success' } });
  const maya = await more('Maya Okafor');
  await userEvent.click(maya.getByRole('button', { name: 'Reset password' }));
  const asking = await dialog();
  expect(asking.getByText(/default password, once within 24 hours/)).toBeTruthy();
  expect(sentTo(requests, '/auth/adminResetPassword')).toEqual([]);
  await userEvent.click(asking.getByRole('button', { name: 'Reset password' }));
  const notice = (await screen.findByText('Password reset')).closest('[role="alert"]');
  expect(notice?.textContent).toContain('Maya Okafor gets an email with a link to set a new password.');
  expect(sentTo(requests, '/auth/adminResetPassword')).toEqual([{ _id: 'maya' }]);
});

test('shows why a password cannot be reset without a default, and keeps the dialog open', async () => {
  const words = 'Your school system has no default password yet.';
  open([aListedUser()], { '/auth/adminResetPassword': refused(409, 'conflict', words) });
  const maya = await more('Maya Okafor');
  await userEvent.click(maya.getByRole('button', { name: 'Reset password' }));
  const asking = await dialog();
  await userEvent.click(asking.getByRole('button', { name: 'Reset password' }));
  expect((await asking.findByRole('alert')).textContent).toBe(words);
});

test('asks before logging someone out everywhere, and keeps their password', async () => {
  const { requests } = open([aListedUser()], { '/auth/endSessionsOfUser': { message: 'success' } });
  const maya = await more('Maya Okafor');
  await userEvent.click(maya.getByRole('button', { name: 'Log out everywhere' }));
  const asking = await dialog();
  expect(asking.getByText(/The password stays the same/)).toBeTruthy();
  await userEvent.click(asking.getByRole('button', { name: 'Log out everywhere' }));
  expect(await screen.findByText('Maya Okafor is logged out everywhere.')).toBeTruthy();
  expect(sentTo(requests, '/auth/endSessionsOfUser')).toEqual([{ _id: 'maya' }]);
});

test('a student’s data is exported with the password, and a wrong one says so', async () => {
  const wrong = refused(400, 'invalid-input', 'Check your form for errors', {
    password: ['Wrong password entered'],
  });
  const { requests } = open([aListedUser()], {
    '/api/exportPerson': ({ body }: RecordedRequest) =>
      (body as { password: string }).password === 'a boat on the bay' ? 'the archive' : wrong,
  });
  const maya = await more('Maya Okafor');
  await userEvent.click(maya.getByRole('button', { name: 'Export data' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Export data' }));
  await userEvent.click(asking.getByRole('button', { name: 'Export data' }));
  expect(await asking.findByText('password is required')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'wrong');
  await userEvent.click(asking.getByRole('button', { name: 'Export data' }));
  expect(await asking.findByText('Wrong password entered')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'a boat on the bay');
  const saved = await userEvent.saveFile(asking.getByRole('button', { name: 'Export data' }));
  expect([saved.name, saved.text]).toEqual(['Maya Okafor.tar.gz', '"the archive"']);
  expect(kindOf(await screen.findByText('Maya Okafor’s data is saved as a file.'))).toBe('success');
  expect(sentTo(requests, '/api/exportPerson').at(-1)).toEqual({
    _id: 'maya',
    password: 'a boat on the bay',
  });
});

const ERASURE = {
  name: 'Maya Okafor',
  counts: [
    { kind: 'applications', count: 2 },
    { kind: 'hours', count: 1 },
    { kind: 'audit', count: 3 },
  ],
};

test('a student’s data is erased after a preview, the typed name and the password', async () => {
  const rows = [aListedUser(), waiting('a', 'Ann')];
  const { requests } = open(rows, {
    '/api/previewErasure': ERASURE,
    '/api/erasePerson': ({ body }: RecordedRequest) => {
      if ((body as { password: string }).password !== 'a boat on the bay')
        return refused(400, 'invalid-input', 'Check your form for errors', {
          password: ['Wrong password entered'],
        });
      rows.shift();
      return { message: 'success' };
    },
  });
  const maya = await more('Maya Okafor');
  await userEvent.click(maya.getByRole('button', { name: 'Erase all data' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Erase all data' }));
  const list = within(await asking.findByRole('list', { name: 'What is deleted' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 applications',
    '1 entry of hours',
    'The name in 3 entries of the audit trail, which stay without it',
  ]);
  const press = () => userEvent.click(asking.getByRole('button', { name: 'Erase all data' }));
  await press();
  expect(await asking.findByText('type the name exactly as it is shown')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Type Maya Okafor to confirm/), 'maya okafor');
  await press();
  expect(await asking.findByText('password is required')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'wrong');
  await press();
  expect(await asking.findByText('Wrong password entered')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'a boat on the bay');
  await press();
  expect(await screen.findByText('Everything about Maya Okafor is erased.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'More for Maya Okafor' })).toBeNull());
  const filled = { _id: 'maya', name: 'maya okafor' };
  expect(sentTo(requests, '/api/erasePerson')).toEqual([
    { ...filled, password: 'wrong' },
    { ...filled, password: 'a boat on the bay' },
  ]);
});

test('offers export and erase only to an Admin, and not during a masquerade', async () => {
  for (const session of [
    aSession({ _id: ME, role: 'Teacher' }),
    aSession({ _id: ME, role: 'Admin' }, { is_masquerade: true, admin_id: 'sam', admin_name: 'Sam Lee' }),
  ]) {
    const { unmount } = open([aListedUser()], { '/api/current-user': session });
    const maya = await more('Maya Okafor');
    expect(maya.getByRole('button', { name: 'Delete' })).toBeTruthy();
    for (const name of ['Export data', 'Erase all data'])
      expect(maya.queryByRole('button', { name })).toBeNull();
    unmount();
  }
});

test('turns off two-step login of someone who lost their phone, after a confirmation', async () => {
  const { requests } = open([aListedUser({ second_factor: true }), waiting('a', 'Ann')], {
    '/auth/resetSecondFactor': { message: 'success' },
  });
  expect((await more('Ann Lee')).queryByRole('button', { name: 'Turn off two-step login' })).toBeNull();
  const maya = await more('Maya Okafor');
  await userEvent.click(maya.getByRole('button', { name: 'Turn off two-step login' }));
  const asking = await dialog();
  expect(asking.getByText(/Make sure that this request comes from/)).toBeTruthy();
  await userEvent.click(asking.getByRole('button', { name: 'Turn off two-step login' }));
  expect(await screen.findByText(/logs in with the password alone/)).toBeTruthy();
  expect(sentTo(requests, '/auth/resetSecondFactor')).toEqual([{ _id: 'maya' }]);
  expect((await more('Maya Okafor')).queryByRole('button', { name: 'Turn off two-step login' })).toBeNull();
});

test('says what a deletion removes, and removes the person from the list', async () => {
  const rows = [aListedUser()];
  const { requests } = open(rows, {
    '/api/deleteUser': () => {
      rows.pop();
      return { message: 'success' };
    },
  });
  const maya = await more('Maya Okafor');
  await userEvent.click(maya.getByRole('button', { name: 'Delete' }));
  const asking = await dialog();
  expect(asking.getByText(/You are going to delete/).textContent).toContain('contact log are deleted too');
  await userEvent.click(asking.getByRole('button', { name: 'Delete' }));
  const notice = (await screen.findByText('Maya Okafor was deleted.')).closest('[role="alert"]');
  expect(notice?.textContent).toContain('User Deleted');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Maya Okafor/ })).toBeNull());
  expect(sentTo(requests, '/api/deleteUser')).toEqual([{ user: { _id: 'maya' } }]);
});

test('shows the server’s reason when someone cannot be deleted, and keeps them', async () => {
  const message = 'Maya Okafor has a placement that is still running. Deactivate the account instead.';
  open([aListedUser()], { '/api/deleteUser': { message } });
  const maya = await more('Maya Okafor');
  await userEvent.click(maya.getByRole('button', { name: 'Delete' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByText('User not deleted')).toBeTruthy();
  expect(screen.getByRole('row', { name: /Maya Okafor/ })).toBeTruthy();
});

const waiting = (id: string, name: string, overrides: Partial<ListedUser> = {}) =>
  aListedUser({ _id: id, first_name: name, last_name: 'Lee', approved: false, ...overrides });

test('activates several accounts together, and names each one that is refused', async () => {
  const words = 'This student’s signed agreement must be on file before the account can be approved.';
  const { requests } = open([waiting('a', 'Ann'), waiting('b', 'Bea'), waiting('c', 'Cy')], {
    '/api/swapApprovalStatus': ({ body }: RecordedRequest & { body: { _id: string } }) =>
      body._id === 'b' ? refused(409, 'conflict', words) : { approved: true },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 3 shown' }));
  await userEvent.click(screen.getByRole('button', { name: 'Activate 3 accounts' }));
  expect(await screen.findByText('2 accounts are activated.')).toBeTruthy();
  const warning = screen.getByText('1 account wasn’t changed').closest('[role="alert"]');
  expect(warning?.textContent).toContain(`Bea Lee: ${words}`);
  expect(sentTo(requests, '/api/swapApprovalStatus')).toEqual(
    ['a', 'b', 'c'].map((_id) => ({ _id, approved: true })),
  );
  const approvedIn = (name: RegExp) => within(screen.getByRole('row', { name })).queryByText('Approved');
  expect([/Ann/, /Bea/, /Cy/].map((name) => approvedIn(name) !== null)).toEqual([true, false, true]);
});

test('updates the number waiting for approval after activating several accounts', async () => {
  let approved = false;
  open([waiting('a', 'Ann')], {
    '/api/filterUsers': ({ body }: RecordedRequest & { body: { approved: string } }) =>
      body.approved === 'Waiting' ? partOf(approved ? 0 : 1, []) : [waiting('a', 'Ann')],
    '/api/swapApprovalStatus': () => {
      approved = true;
      return { approved };
    },
  });
  await screen.findByRole('button', { name: 'Waiting for approval (1)' });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Ann Lee' }));
  await userEvent.click(screen.getByRole('button', { name: 'Activate 1 account' }));
  expect(await screen.findByRole('button', { name: 'Waiting for approval (0)' })).toBeTruthy();
});

test('asks before deactivating several accounts, and skips those that are not active', async () => {
  const { requests } = open([aListedUser(), waiting('b', 'Bea')], {
    '/api/swapApprovalStatus': { approved: false },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Maya Okafor' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bea Lee' }));
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate 1 account' }));
  const asking = await dialog();
  expect(sentTo(requests, '/api/swapApprovalStatus')).toEqual([]);
  await userEvent.click(asking.getByRole('button', { name: 'Deactivate 1 account' }));
  expect(await screen.findByText('1 account is deactivated and logged out.')).toBeTruthy();
  expect(sentTo(requests, '/api/swapApprovalStatus')).toEqual([{ _id: 'maya', approved: false }]);
});

test('another list starts with no one selected', async () => {
  open([aListedUser()]);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Maya Okafor' }));
  await userEvent.choose(screen.getByLabelText('Approval'), 'Approved');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deactivate 1 account' })).toBeNull());
});

test('exports all businesses regardless of the filters, with formulas kept as text', async () => {
  const exported = {
    _id: 'b',
    email: 'bay@bay.test',
    business_name: '=Bayside',
    approved: true,
    createdAt: '2025-03-04T15:00:00.000Z',
    location: {
      street: '1 Main',
      city: 'Annapolis',
      state: 'MD',
      zip: '21401',
      lat: 1,
      lon: 1,
      userOverwroteLocation: false,
    },
    focus_areas: ['Boats', 'Bread'],
    schools: [],
    contact_name: 'Grace, Ann',
    contact_email: '',
    contact_phone: '',
    admin_name: '',
    admin_email: '',
    admin_phone: '',
  };
  open([business], { '/api/getAllBusinesses': [exported] }, '?role=Business');
  const saved = await userEvent.saveFile(
    await screen.findByRole('button', { name: 'Export all businesses' }),
  );
  expect(await screen.findByText('1 row saved as businesses.csv.')).toBeTruthy();
  const [header, row] = linesOf(saved);
  expect(header).toContain('Business,Email,Approved,Signed up,Years active');
  expect(row).toContain(`"'=Bayside",bay@bay.test,Yes,03/04/2025,`);
  expect(row).toContain('"Grace, Ann"');
  expect(row).toContain('Boats; Bread');
});
