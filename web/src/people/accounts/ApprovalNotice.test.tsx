import { focusManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/dom';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import type { User } from '@waypost/contract/people/profiles/calls';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';

const agreement = { _id: 'f', name: 'agreement.pdf', path: '/files/f/agreement.pdf' };

function openAs(user: Partial<User>, address = '/contact') {
  let session: CurrentUser = aSession(user);
  const change = (to: Partial<User>) => {
    session = aSession({ ...user, ...to });
  };
  answer({ '/api/current-user': () => session, '/api/getSettings': someSettings() });
  openApp(address);
  return { change };
}

const notice = () => screen.findByRole('region', { name: 'Approval of your account' });
const noNotice = () => expect(screen.queryByRole('region', { name: 'Approval of your account' })).toBeNull();

test('tells a student whose agreement is on file to wait, and what they can do meanwhile', async () => {
  openAs({ role: 'Student', approved: false, agreement_file_id_fk: agreement });
  const shown = await notice();
  expect(shown.textContent).toContain('Your account is waiting for approval.');
  expect(shown.textContent).toContain('You can browse opportunities now.');
  expect(within(shown).queryByRole('link')).toBeNull();
});

test('tells a student without an agreement that approval needs it, and where to upload it', async () => {
  openAs({ role: 'Student', approved: false });
  const shown = await notice();
  expect(shown.textContent).toContain('Your signed agreement is missing.');
  expect(within(shown).getByRole('link', { name: 'Add it to your profile' }).getAttribute('href')).toBe(
    '/profile',
  );
});

test('tells a business what approval enables, and does not ask for an agreement', async () => {
  openAs({ role: 'Business', business_name: 'Bayside Marine', approved: false });
  const shown = await notice();
  expect(shown.textContent).toContain('Your account is waiting for approval.');
  expect(shown.textContent).toContain('you can post opportunities');
});

test.each([
  ['Student', 'You can read everything, but you can’t change anything.'],
  ['Business', 'You can look around and edit your profile.'],
] as const)('tells a deactivated %s what they can do', async (role, words) => {
  openAs({ role, business_name: 'Bayside Marine', approved: false, deactivated: true });
  const shown = await screen.findByRole('region', { name: 'Your account is deactivated' });
  expect(shown.textContent).toContain(words);
  noNotice();
});

test.each<[string, Partial<User>]>([
  ['who is approved', { role: 'Student' }],
  ['whose profile is unfinished', { role: 'Student', approved: false, __v: 0 }],
  ['who is a teacher', { role: 'Teacher', approved: false }],
])('shows nothing to anyone %s', async (_, user) => {
  openAs(user);
  await screen.findByRole('heading', { level: 1 });
  await screen.findByText('Maya Okafor');
  noNotice();
});

test('the screen about approval has no notice', async () => {
  openAs({ role: 'Student', approved: false }, '/unapprovedProfile');
  await screen.findByText('Maya Okafor');
  noNotice();
});

test('the notice disappears when someone returns to the page after being approved', async () => {
  const { change } = openAs({ role: 'Business', business_name: 'Bayside Marine', approved: false });
  await notice();
  change({ approved: true });
  flushSync(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  await waitFor(noNotice);
  focusManager.setFocused(undefined);
});
