import { screen, within } from '@testing-library/dom';
import type { Application } from '@waypost/contract/placements/applications/calls';
import { expect, test } from 'vitest';
import { myApplication } from '../../../testing/applications.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

function open(applications: Application[]) {
  answer({
    '/api/current-user': aSession(),
    '/api/getSettings': someSettings(),
    '/api/getMyApplications': applications,
  });
  openApp('/applications/list');
}

const titles = async (group: string) =>
  within(await screen.findByRole('region', { name: group }))
    .queryAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('lists applications under Open (offers first), Active and Closed', async () => {
  open([
    myApplication({ _id: '1', opportunity_title: 'New one' }),
    myApplication({
      _id: '2',
      opportunity_title: 'Accepted one',
      status: 'Accepted',
      business_status: 'open',
    }),
    myApplication({ _id: '3', opportunity_title: 'Declined one', status: 'Declined' }),
    myApplication({ _id: '4', opportunity_title: 'Offered one', status: 'Offered' }),
    myApplication({ _id: '5', opportunity_title: 'Rescinded one', status: 'Rescinded' }),
    myApplication({ _id: '6', opportunity_title: 'Interview', status: 'Interview Scheduled' }),
  ]);
  expect(await titles('Open')).toEqual(['Offered one', 'New one', 'Interview']);
  expect(await titles('Active')).toEqual(['Accepted one']);
  expect(await titles('Closed')).toEqual(['Declined one', 'Rescinded one']);
});

test('an application whose placement has ended is closed, and shows how it ended', async () => {
  const accepted = { status: 'Accepted', project_id: 'p' } as const;
  open([
    myApplication({ ...accepted, _id: '1', opportunity_title: 'Done', business_status: 'completed' }),
    myApplication({ ...accepted, _id: '2', opportunity_title: 'Cut', business_status: 'terminated' }),
  ]);
  expect(await titles('Closed')).toEqual(['Done', 'Cut']);
  expect(await titles('Active')).toEqual([]);
  expect(screen.getByText('Accepted, completed')).toBeTruthy();
  expect(screen.getByText('Accepted, terminated')).toBeTruthy();
});

test('an offer links to its answer, a placement to its project, and every title to its application', async () => {
  open([
    myApplication({ _id: '1', opportunity_title: 'Offered one', status: 'Offered' }),
    myApplication({ _id: '2', opportunity_title: 'Accepted one', status: 'Accepted', project_id: 'p' }),
  ]);
  const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await href('Answer offer')).toBe('/application/view/1');
  expect(await href('Open placement')).toBe('/project/p/hours');
  expect(await href('Accepted one')).toBe('/application/view/2');
});

test('on a tablet, applications are cards', async () => {
  await resizeWindow(768);
  open([myApplication()]);
  const table = await screen.findByRole('table', { name: 'Open applications' });
  expect(table.hasAttribute('data-cards')).toBe(true);
});

test('a deleted business is shown as Missing', async () => {
  const deleted = {
    ...myApplication().opportunity_id_fk,
    business_id_fk: { _id: '', business_name: 'Missing' },
  };
  open([myApplication({ opportunity_id_fk: deleted })]);
  expect(await screen.findByText('Missing')).toBeTruthy();
});

test('shows a student without applications where to start', async () => {
  open([]);
  expect(await screen.findByText('You haven’t applied for anything yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse opportunities' }).getAttribute('href')).toBe(
    '/opportunity/browse',
  );
});

test('an offer shows the last day to reply', async () => {
  open([myApplication({ status: 'Offered', reply_by: '2026-12-21' })]);
  expect(await screen.findByText('Reply by Mon 12/21/2026')).toBeTruthy();
});
