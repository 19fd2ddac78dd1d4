import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const findLink = (name: string) => screen.findByRole('link', { name });

function visitorAt(address: string) {
  answer({ '/api/current-user': [], '/api/getSettings': someSettings() });
  openApp(address);
}

test('the error page says that something went wrong, and whom to contact', async () => {
  visitorAt('/uhoh');
  expect(await heading('Something Went Wrong')).toBeTruthy();
  expect(screen.getByText('Contact the administrator.')).toBeTruthy();
});

test('a user without access to a screen sees an error and a link to their own start page', async () => {
  visitorAt('/permissionsError');
  expect(await heading('Something Went Wrong')).toBeTruthy();
  expect((await findLink('Go to my home page')).getAttribute('href')).toBe('/default');
});

test('a user with an unfinished profile gets a link to /profile', async () => {
  visitorAt('/unfinishedProfile');
  expect(await heading('Your profile is not complete yet')).toBeTruthy();
  expect((await findLink('Complete your profile')).getAttribute('href')).toBe('/profile');
});

test.each([
  ['without an agreement is told to upload it', null, /Add it to your profile/],
  [
    'who handed it in is told to wait',
    { _id: 'f', name: 'a.pdf', path: '/files/f/a.pdf', description: '' },
    /Then you can use this part of Waypost/,
  ],
])('an unapproved student %s', async (_, agreement_file_id_fk, words) => {
  answer({
    '/api/current-user': aSession({ approved: false, agreement_file_id_fk }),
    '/api/getSettings': someSettings(),
  });
  openApp('/unapprovedProfile');
  expect(await heading('Your account is not approved yet')).toBeTruthy();
  expect(await screen.findByText(words)).toBeTruthy();
});

test('an approved student is redirected from the page for unapproved ones', async () => {
  answer({
    '/api/current-user': aSession(),
    '/api/getSettings': someSettings(),
    '/api/getStudentProjects': [],
  });
  const { router } = openApp('/unapprovedProfile');
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/unapprovedProfile'));
});

test.each([
  ['Contact', '/contact'],
  ['Participating Businesses', '/participatingBusinesses'],
])('%s is coming soon', async (name, address) => {
  visitorAt(address);
  expect(await heading(name)).toBeTruthy();
  expect(screen.getByText('Coming Soon...')).toBeTruthy();
});

test('nothing links to Participating Businesses', async () => {
  visitorAt('/contact');
  await heading('Contact');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).not.toContain('/participatingBusinesses');
});
