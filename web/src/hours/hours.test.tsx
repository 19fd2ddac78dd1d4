import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HoursEntry, Project } from '@waypost/contract/projects/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { answer, refused } from '../../testing/server.ts';

const entry = (but: Partial<HoursEntry> = {}): HoursEntry => ({
  _id: '00000000-0000-4000-8000-0000000000e1',
  start_date: '2026-03-02',
  end_date: '2026-03-02',
  total_hours: 4,
  text_log: 'Sanded the hull.',
  business_approved: 0,
  ...but,
});

function aProject(hours: HoursEntry[], but: Partial<Project> = {}): Project {
  const sum = (entries: HoursEntry[]) => entries.reduce((all, one) => all + one.total_hours, 0);
  return {
    _id: '00000000-0000-4000-8000-0000000000a1',
    student_id_fk: {
      _id: 's',
      first_name: 'Maya',
      last_name: 'Torres',
      profile_pic_id_fk: null,
      graduation_year: 2027,
      school_attending: 'Bay High',
      affiliated_program: 'Boats',
    },
    opportunity_id_fk: {
      _id: 'o',
      opportunity_title: 'Boatyard Intern',
      employment_stop: '2026-08-31',
      internship_type: 'Internship',
    },
    business_id_fk: { _id: 'b', business_name: 'Bayside Marine' },
    business_status: 'open',
    updatedAt: '2026-03-02T12:00:00.000Z',
    evaluation_count: 0,
    reportData: {
      accepted_hours: sum(hours.filter((one) => one.business_approved === 1)),
      pending_hours: sum(hours.filter((one) => one.business_approved === 0)),
      total_hours: sum(hours),
      pending_count: hours.filter((one) => one.business_approved === 0).length,
    },
    application_id_fk: { _id: 'a', cover_letter: '' },
    hours,
    reflections: [],
    final_summary: { text: '', approved: false, updatedAt: null },
    final_project: { files: [], updatedAt: null },
    ...but,
  };
}

const as = (role: 'Student' | 'Business') => ({
  '/api/current-user': aSession({ role, business_name: 'Bayside Marine' }),
  '/api/getSettings': someSettings(),
});
const id = '00000000-0000-4000-8000-0000000000a1';

test('a student logs hours, and sees them waiting for the business', async () => {
  const logged = aProject([entry({ total_hours: 2, text_log: 'Painted.' })]);
  const asked = answer({
    ...as('Student'),
    '/api/loadStudentProject': aProject([]),
    '/api/project_createHoursLogEntry': logged,
  });
  openApp(`/project/${id}/hours`);
  const hours = await screen.findByRole('textbox', { name: /^Hours/ });
  await userEvent.clear(hours);
  await userEvent.type(hours, '2');
  await userEvent.type(screen.getByRole('textbox', { name: /Activity log/ }), 'Painted.');
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('One entry waits for Bayside Marine’s approval.')).toBeDefined();
  const sent = asked.find(({ path }) => path === '/api/project_createHoursLogEntry')?.body;
  expect(sent).toMatchObject({ project_id: id, total_hours: 2, text_log: 'Painted.' });
});

test('hours without an activity log are refused with the documents’ words, and nothing is sent', async () => {
  const asked = answer({ ...as('Student'), '/api/loadStudentProject': aProject([]) });
  openApp(`/project/${id}/hours`);
  await userEvent.click(await screen.findByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('Activity Log Is Empty')).toBeDefined();
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toBe(document.activeElement);
  expect(asked.map(({ path }) => path)).not.toContain('/api/project_createHoursLogEntry');
});

test('a terminated placement takes no hours', async () => {
  answer({ ...as('Student'), '/api/loadStudentProject': aProject([], { business_status: 'terminated' }) });
  openApp(`/project/${id}/hours`);
  expect(await screen.findByText('This placement was terminated')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Save hours' })).toBeNull();
});

test('only what is not approved can be deleted', async () => {
  const hours = [
    entry({ business_approved: 1 }),
    entry({ _id: 'e2', start_date: '2026-03-03', end_date: '2026-03-03' }),
  ];
  answer({ ...as('Student'), '/api/loadStudentProject': aProject(hours) });
  openApp(`/project/${id}/hours`);
  await screen.findByRole('table', { name: 'Logged hours' });
  const buttons = screen.getAllByRole('button', { name: /Delete the entry/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete the entry of Tue 03/03/2026',
  ]);
});

test('a business ticks an entry, and the total follows', async () => {
  const approved = aProject([entry({ business_approved: 1 })]);
  const asked = answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject([entry()]),
    '/api/project_update_hoursApproval': approved,
  });
  openApp(`/interns/hours_log/${id}`);
  await userEvent.click(await screen.findByRole('checkbox', { name: /Accept 4.00 hours/ }));
  expect(await screen.findByText('Hours successfully approved or disapproved.')).toBeDefined();
  expect(asked.find(({ path }) => path === '/api/project_update_hoursApproval')?.body).toMatchObject({
    business_approved: 1,
  });
});

test('a tick that the server refuses goes back, with its reason', async () => {
  answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject([entry()]),
    '/api/project_update_hoursApproval': refused(409, 'conflict', 'This placement is over.'),
  });
  openApp(`/interns/hours_log/${id}`);
  await userEvent.click(await screen.findByRole('checkbox', { name: /Accept 4.00 hours/ }));
  expect(await screen.findAllByText('This placement is over.')).not.toHaveLength(0);
  const row = within(screen.getByRole('table', { name: 'Hours of Maya Torres' }));
  await waitFor(() => expect(row.getByText('Pending')).toBeDefined());
});

test('staff read an intern’s hours and decide nothing', async () => {
  answer({
    '/api/current-user': aSession({ role: 'Teacher' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject([entry()]),
  });
  openApp(`/interns/hours_log/${id}`);
  expect(await screen.findByText('Sanded the hull.')).toBeDefined();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
