import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { aStudent } from '../../testing/profiles.ts';
import { aProject, PROJECT_ID } from '../../testing/projects.ts';
import { openApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';

const open = (role: 'Teacher' | 'Business', rows: unknown[]) => {
  const asked = answer({
    '/api/current-user': aSession({ role, _id: 'looker' }),
    '/api/getSettings': someSettings(),
    '/api/user': aStudent({ _id: 'seen' }),
    '/api/getProjectsByStudentId': rows,
    '/api/getApplicationsByStudent': [],
    '/api/get_student_contact_log_entries': [],
  });
  openApp('/profile/view/seen');
  return asked;
};

test('staff open the report of each of a student’s placements from the profile', async () => {
  open('Teacher', [aProject({ business_id_fk: { _id: '', business_name: 'Missing' } })]);
  const link = await screen.findByRole('link', { name: 'Boatyard Intern' });
  expect(link.getAttribute('href')).toBe(`/admin/project/${PROJECT_ID}`);
  expect(screen.getByText('Missing, 02/16/2026 to 08/31/2026')).toBeTruthy();
  expect(screen.getByText(/of 135 hours approved/)).toBeTruthy();
});

test('says that a student has no placement', async () => {
  open('Teacher', []);
  expect(await screen.findByText('This student has no placement yet.')).toBeTruthy();
});

test('sends no request for a business', async () => {
  const asked = open('Business', []);
  await screen.findByRole('region', { name: 'Documents' });
  expect(asked.map(({ path }) => path)).not.toContain('/api/getProjectsByStudentId');
});
