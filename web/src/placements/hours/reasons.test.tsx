import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aRunningProject as aProject, PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const as = (role: 'Student' | 'Business') => ({
  '/api/current-user': aSession({ role, business_name: 'Bayside Marine' }),
  '/api/getSettings': someSettings(),
});

const sentTo = (requests: ReturnType<typeof answer>, call: string) =>
  requests.filter(({ path }) => path === call).map(({ body }) => body);

test.each([
  ['a pending entry', 0],
  ['an approved entry', 1],
] as const)('disapproving %s needs a reason', async (_, business_approved) => {
  const requests = answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject({ hours: [anEntry({ business_approved })] }),
    '/api/project_update_hoursApproval': aProject({
      hours: [anEntry({ business_approved: -1, reason: 'You left at noon.' })],
    }),
  });
  openApp(`/interns/hours_log/${id}`);
  expect(await screen.findByText('1 entry, 4.00 hours')).toBeDefined();
  const control =
    business_approved === 0
      ? screen.getByRole('button', { name: /^Disapprove 4.00 hours/ })
      : screen.getByRole('checkbox', { name: /Accept 4.00 hours/ });
  await userEvent.click(control);
  const dialog = within(await screen.findByRole('dialog', { name: 'Disapprove 4.00 hours?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Disapprove hours' }));
  expect(await dialog.findByText('Give the student a reason')).toBeDefined();
  expect(sentTo(requests, '/api/project_update_hoursApproval')).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'You left at noon.');
  await userEvent.click(dialog.getByRole('button', { name: 'Disapprove hours' }));
  expect(await screen.findByText('4.00 hours disapproved.')).toBeDefined();
  expect(await screen.findByText('Hours Update Successful')).toBeDefined();
  expect(sentTo(requests, '/api/project_update_hoursApproval')).toEqual([
    { project_id: id, hours_id: anEntry()._id, business_approved: -1, reason: 'You left at noon.' },
  ]);
  expect(await screen.findByText('0 entries, 0.00 hours · 1 disapproved, 4.00 hours')).toBeDefined();
  expect(screen.getByText('You left at noon.')).toBeDefined();
});

test('says before a decided entry is toggled that this reopens a log that the school approved', async () => {
  const report = (activity_log_status: 1 | 2) => ({
    reportData: { ...aProject().reportData, activity_log_status },
  });
  const hours = [anEntry({ _id: 'e1', business_approved: 1 }), anEntry({ _id: 'e2', business_approved: -1 })];
  const requests = answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject({ hours, ...report(2) }),
    '/api/project_update_hoursApproval': aProject({ hours, ...report(1) }),
  });
  openApp(`/interns/hours_log/${id}`);
  const [disapproved, approved] = await screen.findAllByRole('checkbox', { name: /Accept 4.00 hours/ });
  if (!approved || !disapproved) throw new Error('two entries');
  await userEvent.click(approved);
  const asking = within(await screen.findByRole('dialog', { name: 'Disapprove 4.00 hours?' }));
  expect(asking.getByText('The school approved this log. This reopens it.')).toBeDefined();
  await userEvent.click(asking.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(disapproved);
  const sure = within(await screen.findByRole('dialog', { name: 'Approve 4.00 hours?' }));
  expect(sure.getByText('The school approved this log. This reopens it.')).toBeDefined();
  expect(sentTo(requests, '/api/project_update_hoursApproval')).toEqual([]);
  await userEvent.click(sure.getByRole('button', { name: 'Approve hours' }));
  expect(
    await screen.findByText('4.00 hours approved. The school has to approve the log again.'),
  ).toBeDefined();
});

test('shows the number of entries with their hours, and the disapproved ones next to them', async () => {
  const hours = [1, 0, -1].map((business_approved, index) =>
    anEntry({
      _id: `e${index}`,
      business_approved: business_approved as 0 | 1 | -1,
      total_hours: index + 2.5,
    }),
  );
  answer({ ...as('Student'), '/api/loadStudentProject': aProject({ hours }) });
  openApp(`/project/${id}/hours`);
  expect(await screen.findByText('2 entries, 6.00 hours · 1 disapproved, 4.50 hours')).toBeDefined();
});

test('a student sees why hours were disapproved, corrects them and resubmits them', async () => {
  const today = new Date().toLocaleDateString('en-CA');
  const entry = anEntry({
    business_approved: -1,
    reason: 'You left at noon.',
    start_date: today,
    end_date: today,
  });
  const requests = answer({
    ...as('Student'),
    '/api/loadStudentProject': aProject({ hours: [entry] }),
    '/api/project_correctHoursLogEntry': aProject({ hours: [anEntry({ total_hours: 3 })] }),
  });
  openApp(`/project/${id}/hours`);
  await userEvent.click(await screen.findByRole('button', { name: /^Correct the entry for/ }));
  const hours = await screen.findByRole('textbox', { name: /^Hours/ });
  expect(screen.getByRole('heading', { name: 'Correct hours' })).toBe(document.activeElement);
  expect(screen.getAllByText('You left at noon.')).toHaveLength(2);
  await userEvent.clear(hours);
  await userEvent.type(hours, '3');
  await userEvent.click(screen.getByRole('button', { name: 'Resubmit hours' }));
  expect(await screen.findByText('3.00 hours resubmitted for approval.')).toBeDefined();
  expect(sentTo(requests, '/api/project_correctHoursLogEntry')).toEqual([
    {
      project_id: id,
      hours_log_id: entry._id,
      start_date: today,
      end_date: today,
      total_hours: 3,
      text_log: 'Sanded the hull.',
    },
  ]);
  expect(await screen.findByRole('heading', { name: 'Log hours' })).toBeDefined();
});

test('rejects hours in the future, and requires a cleared date', async () => {
  const requests = answer({ ...as('Student'), '/api/loadStudentProject': aProject() });
  openApp(`/project/${id}/hours`);
  const day = await screen.findByRole('textbox', { name: /^Day/ });
  await userEvent.type(screen.getByRole('textbox', { name: /Activity log/ }), 'Painted.');
  await userEvent.clear(day);
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('this field is required')).toBeDefined();
  await userEvent.type(day, '01/01/2099');
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('must not be in the future')).toBeDefined();
  expect(sentTo(requests, '/api/project_createHoursLogEntry')).toEqual([]);
});
