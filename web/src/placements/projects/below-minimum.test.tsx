import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProject, PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const ended = {
  business_status: 'terminated' as const,
  hours: [anEntry({ business_approved: 1, total_hours: 40.5 })],
  reflections: [],
};
const reason = 'The season ended early.';
const approved = aProject({
  ...ended,
  approved: ['hours'],
  approvals: [
    { approval_type: 'hours', approvedAt: '2026-03-04T15:00:00.000Z', reason, accepted_hours: 40.5 },
  ],
});

const open = (address: string, project: object) => {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': project,
    '/api/project_setAdminApproval': approved,
    '/api/getProjectNotes': [],
  });
  openApp(address);
  return requests;
};

test('approving below the minimum states both numbers of hours and requires a reason', async () => {
  const requests = open(`/admin/project/${id}`, aProject(ended));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Activity Log' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Approve Activity Log below the minimum?' }),
  );
  expect(dialog.getByText(/approved 40.50 of the 135 required hours/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Approve Activity Log' }));
  expect(await dialog.findByText('Give a reason')).toBeDefined();
  const sent = () => requests.filter(({ path }) => path === '/api/project_setAdminApproval');
  expect(sent()).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), reason);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve Activity Log' }));
  expect(await screen.findByText('Activity Log approved.')).toBeDefined();
  expect(sent().map(({ body }) => body)).toEqual([{ project_id: id, approval_type: 'hours', reason }]);
});

test('the report and its print show why it was approved', async () => {
  open(`/admin/project/${id}/hours`, approved);
  const panel = within(await screen.findByRole('region', { name: 'Activity Log' }));
  expect(await panel.findByText('Approved with 40.50 of 135 hours on 03/04/2026')).toBeDefined();
  // Once in the panel, once for print.
  expect(screen.getAllByText(`Reason: ${reason}`, { ignore: false })).toHaveLength(2);
});
