import { screen, waitFor, within } from '@testing-library/dom';
import type { Locale } from '@waypost/contract/i18n';
import type { Role } from '@waypost/contract/roles';
import { afterEach, expect, test } from 'vitest';
import { anApplication } from '../../../testing/applications.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aStudent } from '../../../testing/profiles.ts';
import { anEntry, aProject } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';
import { switchLocale } from '../../client/locale.ts';

afterEach(() => switchLocale('en'));

const agreement = { _id: 'g', name: 'student_agreement_file', path: 'files/g/agreement.pdf' };

function open(role: Role, approved = true, locale: Locale | null = null, confirmed = true) {
  const requests = answer({
    '/api/current-user': aSession({ role, _id: 'viewer' }, { locale }),
    '/api/getSettings': someSettings(),
    '/api/user': aStudent({
      _id: 'seen',
      email: 'maya@bay.test',
      approved,
      confirmed,
      agreement_file_id_fk: agreement,
      createdAt: '2026-01-05T15:00:00.000Z',
    }),
    '/api/getApplicationsByStudent': [
      anApplication({ _id: 'one', status: 'Accepted', business_status: 'open' }),
      anApplication({ _id: 'two', status: 'Declined', opportunity_title: 'Sail maker' }),
    ],
    '/api/getProjectsByStudentId': [
      aProject({
        createdAt: '2026-03-04T15:00:00.000Z',
        hours: [anEntry({ start_date: '2026-03-05', total_hours: 40, business_approved: 1 })],
      }),
    ],
    '/api/getGuardians': [],
    '/api/getAgreements': [],
    '/auth/adminResetPassword': { message: 'success' },
    '/api/resendConfirmationOf': { message: 'success' },
    '/api/confirmEmailOf': { message: 'success' },
    '/api/previewErasure': { name: 'Maya Okafor', counts: [{ kind: 'applications', count: 2 }] },
    '/api/erasePerson': { message: 'success' },
    '/api/filterUsers': [],
    '/api/searchUsers': [],
    '/api/getSchools': [],
    '/api/getPrograms': [],
    '/api/getFocusAreas': [],
    '/api/swapApprovalStatus': ({ body }: { body: unknown }) => body,
  });
  openApp('/profile/view/seen');
  return (path: string) => requests.filter((one) => one.path === path);
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const actions = async () => within(await screen.findByRole('group', { name: 'Account actions' }));

test('staff find applications, placements with their hours, and a timeline on a student’s page', async () => {
  const sent = open('Teacher');
  const applications = await region('Applications');
  const application = await applications.findByRole('link', { name: 'Sail maker' });
  expect(application.getAttribute('href')).toBe('/application/view/two');
  expect(applications.getByText('Declined')).toBeTruthy();
  const placements = await region('Placements');
  expect(await placements.findByText('40.00')).toBeTruthy();
  const timeline = await region('Timeline');
  expect((await timeline.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '01/05/2026Account created',
    '03/02/2026Applied: Boat builder',
    '03/02/2026Applied: Sail maker',
    '03/03/2026Application declined: Sail maker',
    '03/04/2026Boatyard Intern: Placement accepted',
    '03/05/2026Boatyard Intern: First hours',
  ]);
  expect(await region('Contact log')).toBeTruthy();
  for (const list of ['/api/getApplicationsByStudent', '/api/getProjectsByStudentId'])
    expect(sent(list)).toHaveLength(1);
});

test('staff email, masquerade as, and reset the password of a student from the page', async () => {
  const sent = open('Admin');
  const act = await actions();
  const href = (name: string) => act.getByRole('link', { name }).getAttribute('href');
  expect(href('Email Maya Okafor')).toBe('mailto:maya@bay.test');
  expect(href('Masquerade as Maya Okafor')).toBe('/admin/masquerade/viewer/seen');
  await userEvent.click(act.getByRole('button', { name: 'Reset password' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  await userEvent.click(asking.getByRole('button', { name: 'Reset password' }));
  await waitFor(() =>
    expect(sent('/auth/adminResetPassword').map(({ body }) => body)).toEqual([{ _id: 'seen' }]),
  );
});

test('staff confirm the email of an unconfirmed student from the page, or send the link again', async () => {
  const sent = open('Teacher', false, null, false);
  const act = await actions();
  await userEvent.click(act.getByRole('button', { name: 'Send confirmation link again' }));
  await waitFor(() => expect(sent('/api/resendConfirmationOf')).toMatchObject([{ body: { _id: 'seen' } }]));
  await userEvent.click(act.getByRole('button', { name: 'Confirm email' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  await userEvent.click(asking.getByRole('button', { name: 'Confirm email' }));
  await waitFor(() => expect(act.queryByRole('button', { name: 'Confirm email' })).toBeNull());
  expect(sent('/api/confirmEmailOf')).toMatchObject([{ body: { _id: 'seen' } }]);
});

test.each([
  ['en', 'Account actions'],
  ['es', 'Acciones de la cuenta'],
] as const)('on a phone, account actions have even edges and whole labels in %s', async (locale, name) => {
  await resizeWindow(360);
  open('Admin', true, locale);
  const group = await screen.findByRole('group', { name });
  const buttons = [...group.querySelectorAll<HTMLElement>('.mantine-Button-root')];
  expect(buttons).toHaveLength(5);
  // Two of them share a row.
  for (const edge of ['left', 'right'] as const) {
    const at = (one: Element) => Math.round(one.getBoundingClientRect()[edge]);
    expect(buttons.filter((one) => at(one) === at(group))).toHaveLength(4);
  }
  const cut = buttons.filter((one) => one.scrollWidth > one.clientWidth);
  expect(cut.map((one) => one.textContent)).toEqual([]);
});

test('an Admin erases a student from the page, which leads back to the search', async () => {
  const sent = open('Admin');
  const data = await region('Personal data');
  await userEvent.click(await data.findByRole('button', { name: 'Erase all data' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Erase all data' }));
  expect(await asking.findByText('2 applications')).toBeTruthy();
  await userEvent.fill(asking.getByLabelText(/^Type Maya Okafor to confirm/), 'Maya Okafor');
  await userEvent.fill(asking.getByLabelText(/^Current password/), 'a boat on the bay');
  await userEvent.click(asking.getByRole('button', { name: 'Erase all data' }));
  expect(await screen.findByRole('heading', { name: 'User Search', level: 1 })).toBeTruthy();
  expect(sent('/api/erasePerson').map(({ body }) => body)).toEqual([
    { _id: 'seen', name: 'Maya Okafor', password: 'a boat on the bay' },
  ]);
});

test('offers a teacher neither export nor erase', async () => {
  open('Teacher');
  await region('Contact log');
  expect(screen.queryByRole('region', { name: 'Personal data' })).toBeNull();
});

test('an approval shows on the page at once', async () => {
  const sent = open('Teacher', false);
  await screen.findByText('Not approved');
  await userEvent.click((await actions()).getByRole('button', { name: 'Activate Maya Okafor' }));
  expect(await screen.findByText('Approved')).toBeTruthy();
  expect(screen.queryByText('Not approved')).toBeNull();
  expect(sent('/api/swapApprovalStatus').map(({ body }) => body)).toEqual([{ _id: 'seen', approved: true }]);
});

test('a business sees none of it on an applicant’s profile', async () => {
  const sent = open('Business');
  await screen.findByRole('region', { name: 'Documents' });
  for (const name of ['Applications', 'Placements', 'Timeline', 'Contact log'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Account actions' })).toBeNull();
  expect(sent('/api/getApplicationsByStudent')).toEqual([]);
});
