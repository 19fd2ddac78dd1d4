import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer } from '../../../testing/server.ts';
import { recordCopied, userEvent } from '../../../testing/user-event.ts';

const counted = { Student: 0, Business: 0, Teacher: 0, Admin: 1, SuperAdmin: 0, max_users: 100 };

function openDashboard(role: 'Admin' | 'Teacher', counts: Answer, user: object = {}) {
  answer({
    '/api/current-user': aSession({ role, ...user }),
    '/api/getSettings': someSettings(),
    '/api/loadTasks': { tasks: [], totals: [] },
    '/api/countClientUsers': counts,
  });
  return openApp('/admin/dashboard');
}

const steps = () => screen.findByRole('region', { name: 'First steps' });
const lines = async () =>
  within(await steps())
    .getAllByRole('listitem')
    .map((item) => [
      item.querySelector('svg')?.getAttribute('aria-label'),
      item.querySelector('a, span')?.textContent,
    ]);

test('a new Admin invites teachers, imports students and shares the sign-up links', async () => {
  const copied = recordCopied();
  openDashboard('Admin', { ...counted, Teacher: 2 });
  expect(await lines()).toEqual([
    ['Done', 'Invite your teachers'],
    ['To do', 'Import your students'],
    ['To do', 'Share the sign-up links with businesses and students'],
  ]);
  expect(within(await steps()).getByText('1 of 3 done')).toBeTruthy();
  expect(
    within(await steps())
      .getByRole('link', { name: 'Import your students' })
      .getAttribute('href'),
  ).toBe('/admin/imports');
  for (const [name, type] of [
    ['Copy link for students', 'Student'],
    ['Copy link for businesses', 'Business'],
  ] as const) {
    await userEvent.click(within(await steps()).getByRole('button', { name }));
    await within(await steps()).findByRole('button', { name: 'Copied' });
    expect(copied()).toBe(`${window.location.origin}/signup?client=${aSession().user.client}&type=${type}`);
    await within(await steps()).findByRole('button', { name });
  }
});

test('disappear once all are done', async () => {
  openDashboard('Admin', { ...counted, Teacher: 2, Student: 40, Business: 3 });
  await screen.findByRole('region', { name: 'People' });
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('can be dismissed, and stay dismissed on this device', async () => {
  const { unmount } = openDashboard('Teacher', counted);
  expect(await lines()).toHaveLength(2);
  await userEvent.click(within(await steps()).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  expect(document.activeElement?.textContent).toBe('Dashboard');
  unmount();
  openDashboard('Teacher', counted);
  await screen.findByRole('region', { name: 'People' });
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('a student and a business see what comes first for them', async () => {
  const shared = { '/api/getSettings': someSettings(), '/api/loadTasks': { tasks: [], totals: [] } };
  answer({
    ...shared,
    '/api/current-user': aSession({ role: 'Student', agreement_file_id_fk: null }),
    '/api/getMyApplications': [],
    '/api/getOpportunities': [],
    '/api/getFocusAreas': [],
    '/api/getSavedSearch': { filter: null },
  });
  const { unmount } = openApp('/opportunity/browse');
  expect(await lines()).toEqual([
    ['Done', 'Complete your profile'],
    ['To do', 'Upload the agreement that you and a parent signed'],
    ['To do', 'Apply for your first opportunity'],
  ]);
  unmount();
  answer({
    ...shared,
    '/api/current-user': aSession({ role: 'Business', approved: true }),
    '/api/getOpportunities': [],
  });
  openApp('/opportunity/all');
  await waitFor(async () =>
    expect(await lines()).toEqual([
      ['Done', 'Complete your profile'],
      ['Done', 'Your school system approves your account'],
      ['To do', 'Post your first opportunity'],
    ]),
  );
});
