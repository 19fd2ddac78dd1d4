import { screen, within } from '@testing-library/dom';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aProjectRow, PROJECT_ID } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const sam = { _id: 's', name: 'Sam Reed', email: 'sam@bay.test', phone: '', confirmed_at: null };

function open(row: ProjectRow) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Business', business_name: 'Bayside Marine' }),
    '/api/getSettings': someSettings(),
    '/api/getInterns': [row],
    '/api/project_askForEvaluation': { message: 'success', email: 's•••@bay.test' },
  });
  openApp('/interns/viewall');
  return requests;
}

const panel = async () => within(await screen.findByRole('group', { name: /’s evaluations$/ }));

test('emails the form to the supervisor, and says where it was sent', async () => {
  const requests = open(aProjectRow({ supervisor_id_fk: sam }));
  await userEvent.click((await panel()).getByRole('button', { name: 'Email the evaluation to Sam Reed' }));
  await screen.findByText('We emailed the evaluation to s•••@bay.test.');
  const sent = requests.filter(({ path }) => path === '/api/project_askForEvaluation');
  expect(sent.map(({ body }) => body)).toEqual([{ project_id: PROJECT_ID }]);
});

test.each([
  ['nobody supervises', { supervisor_id_fk: null }],
  ['the supervisor has no email', { supervisor_id_fk: { ...sam, email: '' } }],
  ['both evaluations are in', { supervisor_id_fk: sam, evaluation_count: 2 }],
  ['the internship has ended', { supervisor_id_fk: sam, business_status: 'completed' }],
] as const)('offers no email where %s', async (_, row) => {
  open(aProjectRow(row));
  expect((await panel()).queryByRole('button')).toBeNull();
});
