import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const picture = { _id: 'p', name: 'face.jpg', path: '/files/p/face.jpg', description: '' };

test.each([
  ['a student without a picture', aSession(), 'Upload Profile Pic'],
  ['a student with one', aSession({ profile_pic_id_fk: picture }), 'Change Profile Pic'],
  ['a business', aSession({ role: 'Business', business_name: 'Bayside Marine' }), 'Upload Logo'],
])(
  'the menu of %s has the profile, the log in info, the picture and the logout',
  async (_, session, words) => {
    answer({ '/api/current-user': session, '/api/getSettings': someSettings() });
    openApp('/permissionsError');
    const name = session.user.business_name || 'Maya Okafor';
    await userEvent.click(await screen.findByRole('button', { name }));
    const menu = within(screen.getByRole('banner'));
    expect(menu.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
    expect(menu.getByRole('link', { name: 'Change Log In Info' }).getAttribute('href')).toBe('/password');
    expect(menu.getByRole('button', { name: words })).toBeTruthy();
    expect(menu.getByRole('button', { name: 'Logout' })).toBeTruthy();
  },
);

test('hides the link to change log in info during a masquerade', async () => {
  const session = aSession({}, { is_masquerade: true, admin_id: 'sam', admin_name: 'Sam Lee' });
  answer({ '/api/current-user': session, '/api/getSettings': someSettings() });
  openApp('/permissionsError');
  await userEvent.click(await screen.findByRole('button', { name: 'Maya Okafor' }));
  const menu = within(screen.getByRole('banner'));
  expect(await menu.findByRole('link', { name: 'Profile' })).toBeTruthy();
  expect(menu.queryByRole('link', { name: 'Change Log In Info' })).toBeNull();
});
