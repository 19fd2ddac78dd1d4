import { screen } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aStudent } from '../../../testing/profiles.ts';
import { aProject, PROJECT_ID } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { switchLocale } from '../../client/locale.ts';

afterEach(() => switchLocale('en'));

const open = (role: 'Teacher' | 'Business', rows: unknown[]) => {
  const requests = answer({
    '/api/current-user': aSession({ role, _id: 'viewer' }),
    '/api/getSettings': someSettings(),
    '/api/user': aStudent({ _id: 'seen' }),
    '/api/getProjectsByStudentId': rows,
    '/api/getApplicationsByStudent': [],
    '/api/get_student_contact_log_entries': [],
  });
  openApp('/profile/view/seen');
  return requests;
};

test('staff open the report of each of a student’s placements from the profile', async () => {
  open('Teacher', [aProject({ business_id_fk: { _id: '', business_name: 'Missing' } })]);
  const link = await screen.findByRole('link', { name: 'Boatyard Intern' });
  expect(link.getAttribute('href')).toBe(`/admin/project/${PROJECT_ID}`);
  expect(screen.getByText('Missing, 02/16/2026 to 08/31/2026')).toBeTruthy();
  expect(screen.getByText(/of 135 hours approved/)).toBeTruthy();
});

test('a deleted business is named in the reader’s language', async () => {
  answer({
    '/api/current-user': aSession({ role: 'Teacher', _id: 'viewer' }, { locale: 'es' }),
    '/api/getSettings': someSettings(),
    '/api/user': aStudent({ _id: 'seen' }),
    '/api/getProjectsByStudentId': [aProject({ business_id_fk: { _id: '', business_name: 'Missing' } })],
    '/api/getApplicationsByStudent': [],
    '/api/get_student_contact_log_entries': [],
  });
  openApp('/profile/view/seen');
  expect(await screen.findByText(/^Empresa eliminada, /)).toBeTruthy();
});

test('shows when a placement ended, if it was recorded', async () => {
  open('Teacher', [
    aProject({ business_status: 'completed', ended_at: '2026-06-12T15:00:00.000Z' }),
    aProject({ business_status: 'terminated' }),
  ]);
  expect(await screen.findByText('Ended 06/12/2026')).toBeTruthy();
  expect(screen.getAllByText(/^Ended/)).toHaveLength(1);
});

test('says that a student has no placement', async () => {
  open('Teacher', []);
  expect(await screen.findByText('This student has no placement yet.')).toBeTruthy();
});

test('sends no request for a business', async () => {
  const requests = open('Business', []);
  await screen.findByRole('region', { name: 'Documents' });
  expect(requests.map(({ path }) => path)).not.toContain('/api/getProjectsByStudentId');
});
