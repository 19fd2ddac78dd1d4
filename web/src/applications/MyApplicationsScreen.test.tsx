import { screen, within } from '@testing-library/react';
import type { MyApplication } from '@waypost/contract/applications/calls';
import { expect, test } from 'vitest';
import { myApplication } from '../../testing/applications.ts';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';

function open(applications: MyApplication[]) {
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

test('applications stand in Open, offers first, and in Closed', async () => {
  open([
    myApplication({ _id: '1', opportunity_title: 'New one' }),
    myApplication({ _id: '2', opportunity_title: 'Accepted one', status: 'Accepted', project_id: 'p' }),
    myApplication({ _id: '3', opportunity_title: 'Declined one', status: 'Declined' }),
    myApplication({ _id: '4', opportunity_title: 'Offered one', status: 'Offered' }),
    myApplication({ _id: '5', opportunity_title: 'Rescinded one', status: 'Rescinded' }),
    myApplication({ _id: '6', opportunity_title: 'Interview', status: 'Interview Scheduled' }),
  ]);
  expect(await titles('Open')).toEqual(['Offered one', 'New one', 'Accepted one', 'Interview']);
  expect(await titles('Closed')).toEqual(['Declined one', 'Rescinded one']);
});

test('an offer leads to its answer, a placement to its project, and every title to its application', async () => {
  open([
    myApplication({ _id: '1', opportunity_title: 'Offered one', status: 'Offered' }),
    myApplication({ _id: '2', opportunity_title: 'Accepted one', status: 'Accepted', project_id: 'p' }),
  ]);
  const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await href('Answer offer')).toBe('/application/view/1');
  expect(await href('Open project')).toBe('/project/p/hours');
  expect(await href('Accepted one')).toBe('/application/view/2');
});

test('a business that has left is shown as Missing', async () => {
  const gone = { _id: 'opp', opportunity_title: 'Boat builder', business_id_fk: null };
  open([myApplication({ opportunity_id_fk: gone })]);
  expect(await screen.findByText('Missing')).toBeTruthy();
});

test('who has not applied yet is shown where to begin', async () => {
  open([]);
  expect(await screen.findByText('You have not applied for anything yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse opportunities' }).getAttribute('href')).toBe(
    '/opportunity/browse',
  );
});
