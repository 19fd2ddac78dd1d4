import { screen, waitFor, within } from '@testing-library/dom';
import type { ReportedOpportunity } from '@waypost/contract/oversight/reports/calls';
import { expect, test } from 'vitest';
import { noSchedule } from '../../../../contract/testing/opportunity-form.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { linesOf } from '../../../testing/saved.ts';
import { type Answer, answer, partOf, type RecordedRequest } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const CALL = '/api/filterAvailableOpportunities';

const anOpportunity = (overrides: Partial<ReportedOpportunity> = {}): ReportedOpportunity => ({
  _id: 'o',
  opportunity_title: 'Boat builder',
  business_id_fk: { _id: 'b', business_name: 'Bayside Marine' },
  time_frame: 'Summer',
  paidUnpaid: 'Paid',
  ...noSchedule,
  audience: 'Open',
  available_slots: 3,
  schools: [],
  programs: [],
  application_open: '2000-03-01',
  application_close: '2100-04-30',
  employment_stop: '2100-08-31',
  accepted_count: 0,
  business_approved: true,
  ...overrides,
});

function open(
  rows: Answer,
  { address = '', role = 'Teacher' }: { address?: string; role?: 'Teacher' | 'SuperAdmin' } = {},
) {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [{ _id: 's', name: 'Bay High', location: null }],
    '/api/getPrograms': [{ _id: 'p', name: 'Boats' }],
    [CALL]: rows,
  });
  return { requests, ...openApp(`/admin/available_opportunities_report${address}`) };
}

const filters = (requests: RecordedRequest[]) =>
  requests.filter(({ path }) => path === CALL).map(({ body }) => body);
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('starts with the available opportunities, by title', async () => {
  const { requests } = open([anOpportunity()]);
  await row(/Boat builder/);
  expect(filters(requests)).toEqual([
    {
      school_attending: null,
      affiliated_program: null,
      availability: 'Open',
      sort: 'opportunity_title',
      descending: false,
      limit: 100,
      offset: 0,
    },
  ]);
  expect(screen.getByLabelText('Availability')).toHaveProperty('value', 'Open');
  expect(screen.getByText('1 opportunity')).toBeTruthy();
});

test('a row links to the opportunity and its business, and shows its audience and dates', async () => {
  open([anOpportunity()]);
  const headers = (await screen.findAllByRole('columnheader')).map((header) => header.textContent);
  expect(headers).toEqual(['Opportunity', 'Business', 'Available Schools', 'Registration Dates']);
  const boats = await row(/Boat builder/);
  const href = (name: string) => boats.getByRole('link', { name }).getAttribute('href');
  expect(href('Boat builder')).toBe('/opportunity/view/o');
  expect(href('Bayside Marine')).toBe('/profile/view/b');
  expect(boats.getByText('All Schools')).toBeTruthy();
  expect(boats.getByText(/03\/01\/2000 – 04\/30\/2100/)).toBeTruthy();
});

test('names a few schools; of many, the first and how many more', async () => {
  open([
    anOpportunity({ _id: 'few', opportunity_title: 'Few', schools: ['A', 'B', 'C', 'D'] }),
    anOpportunity({ _id: 'many', opportunity_title: 'Many', schools: ['A', 'B', 'C', 'D', 'E'] }),
  ]);
  expect((await row(/Few/)).getByText('A, B, C, D')).toBeTruthy();
  expect((await row(/Many/)).getByText('A, B, C and 2 more')).toBeTruthy();
});

test('a deleted business shows as Missing, without a link', async () => {
  open([anOpportunity({ business_id_fk: { _id: '', business_name: 'Missing' } })]);
  const boats = await row(/Boat builder/);
  expect(boats.getByText('Missing')).toBeTruthy();
  expect(boats.queryByRole('link', { name: 'Missing' })).toBeNull();
});

test('shows whether each opportunity is open in the list of all, but not in the list of available ones', async () => {
  const rows = [
    anOpportunity({ _id: 'now', opportunity_title: 'Now' }),
    anOpportunity({ _id: 'past', opportunity_title: 'Past', application_close: '2000-04-30' }),
    anOpportunity({ _id: 'soon', opportunity_title: 'Soon', application_open: '2100-03-01' }),
    anOpportunity({ _id: 'full', opportunity_title: 'Full', accepted_count: 3 }),
    anOpportunity({ _id: 'some', opportunity_title: 'Some', audience: 'Specific', available_slots: 0 }),
  ];
  open(rows);
  await row(/Now/);
  expect(screen.queryByText('Open for applications')).toBeNull();
  await userEvent.choose(screen.getByLabelText('Availability'), 'All Opportunities');
  expect(await (await row(/Now/)).findByText('Open for applications')).toBeTruthy();
  expect((await row(/Past/)).getByText('Applications closed')).toBeTruthy();
  expect((await row(/Soon/)).getByText('Not open yet')).toBeTruthy();
  expect((await row(/Full/)).getByText('Applications closed')).toBeTruthy();
  expect((await row(/Some/)).getByText('Chosen students')).toBeTruthy();
});

test('filters are kept in the query string, sent to the server, and cleared together', async () => {
  const { requests, router } = open([anOpportunity()]);
  await row(/Boat builder/);
  await userEvent.choose(screen.getByLabelText('Availability'), 'Closed Opportunities');
  await userEvent.click(screen.getByRole('button', { name: /^Schools/ }));
  await userEvent.click(await screen.findByLabelText('Bay High'));
  await userEvent.click(screen.getByRole('button', { name: /^Programs/ }));
  await userEvent.click(await screen.findByLabelText('Boats'));
  const chosen = { school_attending: ['Bay High'], affiliated_program: ['Boats'], availability: 'Closed' };
  await waitFor(() => expect(filters(requests).at(-1)).toMatchObject(chosen));
  expect(router.state.location.search).toEqual({
    schools: ['Bay High'],
    programs: ['Boats'],
    availability: 'Closed',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('a shared URL shows the same list, and its invalid parts are ignored', async () => {
  const shared = '?schools=["Bay High"]&availability=All&sort=application_close&down=true';
  const { requests } = open([anOpportunity()], { address: shared });
  await row(/Boat builder/);
  expect(filters(requests)).toMatchObject([
    { school_attending: ['Bay High'], availability: 'All', sort: 'application_close', descending: true },
  ]);
});

test('ignores an invalid query string', async () => {
  const { requests } = open([anOpportunity()], { address: '?availability=Full&sort=password&schools=7' });
  await row(/Boat builder/);
  expect(filters(requests)).toMatchObject([
    { school_attending: null, availability: 'Open', sort: 'opportunity_title' },
  ]);
});

test('pressing a column sorts the list on the server', async () => {
  const { requests, router } = open([anOpportunity()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Business' }));
  await waitFor(() => expect(filters(requests).at(-1)).toMatchObject({ sort: 'business.business_name' }));
  await userEvent.click(screen.getByRole('button', { name: 'Business' }));
  await waitFor(() => expect(filters(requests).at(-1)).toMatchObject({ descending: true }));
  expect(router.state.location.search).toEqual({ sort: 'business.business_name', down: true });
});

test('shows a message when nothing matches', async () => {
  open([]);
  expect(await screen.findByText('No Opportunities Match that Filter')).toBeTruthy();
});

test('exports opportunity_availability with every matching row', async () => {
  const rows = [
    anOpportunity({
      opportunity_title: '=1+1',
      programs: ['Boats', 'Baking'],
      pay_from: 15.5,
      pay_to: 17,
      days: ['Monday', 'Friday'],
      hours_per_week: 12,
    }),
    anOpportunity({
      _id: 'o2',
      audience: 'Specific',
      available_slots: 0,
      schools: ['Bay High', 'Cove High'],
    }),
  ];
  const { requests } = open(partOf(2, rows), { address: '?availability=All' });
  const saved = await userEvent.saveFile(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('2 rows saved as opportunity_availability.csv.')).toBeTruthy();
  expect(filters(requests).at(-1)).toMatchObject({ availability: 'All', exporting: true, limit: 500 });
  expect(saved.name).toBe('opportunity_availability.csv');
  expect(linesOf(saved)).toEqual([
    'Title,Business name,Time frame,Available slots,Schools,Programs,Registration open,Registration close,Pay,Days,Hours a week',
    `"'=1+1",Bayside Marine,Summer,3,All Schools,Boats; Baking,03/01/2000,04/30/2100,$15.50–$17 an hour,"Mon, Fri",12`,
    'Boat builder,Bayside Marine,Summer,Chosen students,Bay High; Cove High,All Programs,03/01/2000,04/30/2100,Paid,,',
  ]);
});

test('tells a SuperAdmin that the report belongs to a school system', async () => {
  const { requests } = open([anOpportunity()], { role: 'SuperAdmin' });
  expect(await screen.findByText('This page is for school systems')).toBeTruthy();
  expect(filters(requests)).toEqual([]);
});
