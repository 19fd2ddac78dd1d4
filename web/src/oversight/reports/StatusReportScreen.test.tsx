import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProjectRow, PROJECT_ID } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, partOf } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const path = '/api/filterInternshipStatus';
const saved: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T15:00:00Z') });
  saved.length = 0;
  let last = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:waypost';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: last });
  });
});

function open(report: Answer, address = '', role: 'Teacher' | 'Admin' | 'SuperAdmin' = 'Teacher') {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [{ _id: '1', name: 'Bay High' }],
    '/api/getPrograms': [{ _id: '1', name: 'Boats' }],
    [path]: report,
  });
  openApp(`/admin/internship_status_report${address}`);
  return () => requests.filter((one) => one.path === path).map(({ body }) => body);
}

const maya = aProjectRow({
  hours: [anEntry({ total_hours: 12, business_approved: 1 }), anEntry({ total_hours: 4.5 })],
  evaluation_count: 1,
  final_summary: { text: '<p>Boats.</p>', approved: false, updatedAt: null },
  approved: ['project'],
  business_id_fk: { _id: '', business_name: 'Missing' },
  business_status: 'terminated',
  ended_at: '2026-03-01T15:00:00.000Z',
  updatedAt: '2026-03-02T15:00:00.000Z',
});

test('each placement shows its student, its business, and the progress of each item', async () => {
  open(partOf(1, [maya]));
  const table = within(await screen.findByRole('table', { name: 'Work-Based Learning Status' }));
  const headers = table.getAllByRole('columnheader').map((one) => one.textContent);
  expect(headers).toEqual([
    'Picture',
    'Student',
    'Business',
    'Status',
    'Pace',
    'Hours Log',
    'Reflections',
    'Project',
    'Summary',
    'MSDE',
    'Evals',
    'Last entry',
    'Ends',
    'Last Updated',
  ]);
  const cells = table.getAllByRole('cell').map((one) => one.textContent);
  expect(cells.slice(2, 4)).toEqual(['Missing', 'TerminatedEnded 03/01/2026']);
  expect(cells[4]).toBe('–');
  expect(cells[5]).toContain('12.00 / (4.50)');
  expect(cells[5]).toContain('12.00 approved, 4.50 waiting, Incomplete');
  expect(cells.slice(7)).toEqual([
    'Approved',
    'Awaiting Approval',
    'Incomplete',
    'Incomplete',
    '',
    '08/31/2026',
    '03/02/2026',
  ]);
  expect(table.getByRole('link', { name: /Torres/ }).getAttribute('href')).toBe(
    `/admin/project/${PROJECT_ID}`,
  );
  expect(screen.getByText('1 placement')).toBeTruthy();
});

test('says whose information businesses may no longer see', async () => {
  open(partOf(2, [maya, { ...maya, _id: 'other', is_released: false }]));
  await screen.findByRole('table');
  expect(screen.getAllByText('Not shared with businesses')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('2 rows saved as student_internship_status.csv.');
  const lines = ((await saved[0]?.blob.text()) ?? '').trim().split('\r\n');
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['Shared with businesses', 'Yes', 'No']);
});

test('starts with next year’s graduates, by name', async () => {
  const requests = open(partOf(1, [maya]));
  await screen.findByRole('table');
  expect(requests()).toEqual([
    {
      role: 'Student',
      school_attending: [],
      affiliated_program: [],
      graduation_year: 2027,
      internship_type: 'All',
      sort: 'name',
      descending: false,
      limit: 100,
      offset: 0,
    },
  ]);
  const years = within(screen.getByLabelText('Graduation year')).getAllByRole('option');
  expect(years.map((one) => one.textContent)).toEqual([
    'All',
    '2024',
    '2025',
    '2026',
    '2027',
    '2028',
    '2029',
  ]);
});

test('keeps every filter and the order in the query string', async () => {
  const requests = open(
    partOf(1, [maya]),
    `?schools=${encodeURIComponent('["Bay High"]')}&programs=${encodeURIComponent('["Boats"]')}&year=All&type=Apprenticeship&sort=hours&down=true`,
  );
  await screen.findByRole('table');
  expect(requests()).toMatchObject([
    {
      school_attending: ['Bay High'],
      affiliated_program: ['Boats'],
      graduation_year: 'All',
      internship_type: 'Apprenticeship',
      sort: 'hours',
      descending: true,
    },
  ]);
  await userEvent.choose(screen.getByLabelText('Internship Type'), 'Internship');
  await userEvent.click(screen.getByRole('button', { name: 'Last Updated' }));
  expect(Object.fromEntries(new URL(window.location.href).searchParams)).toMatchObject({
    type: 'Internship',
    year: 'All',
    sort: 'updated',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  expect(Object.fromEntries(new URL(window.location.href).searchParams)).toEqual({ sort: 'updated' });
  expect(requests().at(-1)).toMatchObject({ graduation_year: 2027, internship_type: 'All', sort: 'updated' });
  await userEvent.click(screen.getByRole('button', { name: /^Schools/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Bay High' }));
  await userEvent.click(screen.getByRole('button', { name: /^Programs/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Boats' }));
  await waitFor(() =>
    expect(requests().at(-1)).toMatchObject({
      school_attending: ['Bay High'],
      affiliated_program: ['Boats'],
    }),
  );
});

test('a current placement shows its pace, and why', async () => {
  const at = (overrides: object) => aProjectRow({ business_status: 'open', ...overrides });
  const dates = (employment_start: string, employment_stop: string) => ({
    opportunity_id_fk: { ...maya.opportunity_id_fk, employment_start, employment_stop },
  });
  const behind = at({
    _id: '1',
    createdAt: '2026-01-01T12:00:00.000Z',
    ...dates('2026-01-01', '2026-04-01'),
  });
  const quiet = at({
    _id: '2',
    ...dates('2026-02-15', '2027-02-15'),
    last_entry: '2026-02-15',
    hours: [anEntry({ total_hours: 6.25, business_approved: 1 })],
  });
  const started = (_id: string, total_hours: number) =>
    at({
      _id,
      ...dates('2026-03-01', '2026-06-01'),
      last_entry: '2026-03-03',
      hours: [anEntry({ total_hours, business_approved: 1 })],
    });
  const ahead = started('3', 12);
  // Fewer hours than expected, but none are due yet.
  const slower = started('4', 2);
  const over = aProjectRow({ _id: '5', business_status: 'completed' });
  open(partOf(5, [behind, quiet, ahead, slower, over]));
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual([
    'Behind0.00 hours, 93.00 expected by now',
    'At riskNo hours since 02/15/2026',
    'On pace12.00 hours, 4.00 expected by now',
    'On pace',
    '–',
  ]);
});

test('filters by status and by what needs attention', async () => {
  const requests = open(partOf(1, [maya]));
  await screen.findByRole('table');
  const chips = within(screen.getByRole('group', { name: 'Needs attention' }));
  await userEvent.click(chips.getByText('Evaluation overdue'));
  await waitFor(() => expect(requests().at(-1)).toMatchObject({ concern: 'evaluation overdue' }));
  expect(new URL(window.location.href).searchParams.get('concern')).toBe('evaluation overdue');
  await userEvent.click(chips.getByText('Behind'));
  await waitFor(() => expect(requests().at(-1)).toMatchObject({ concern: 'behind' }));
  await userEvent.click(chips.getByText('Behind'));
  await waitFor(() => expect(requests().at(-1)).not.toHaveProperty('concern'));
  await userEvent.choose(screen.getByLabelText('Status'), 'Completed');
  await waitFor(() => expect(requests().at(-1)).toMatchObject({ business_status: 'completed' }));
});

test.each([
  ['Admin', ['/admin/sign_off']],
  ['Teacher', []],
] as const)('links an %s from what is waiting for approval to the queue: %j', async (role, addresses) => {
  open(partOf(1, [maya]), '?concern=awaiting%20approval', role);
  await screen.findByRole('table');
  const links = within(screen.getByRole('group', { name: 'Needs attention' })).queryAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(addresses);
});

test('shows a message when nothing matches, with what to do next', async () => {
  open(partOf(0, []));
  expect(await screen.findByText('No Work-Based Learning Activities Match These Filters')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reset filters' })).toBeNull();
});

test('when the filters match nothing, the message resets them, and their button says that they are on', async () => {
  const requests = open(
    ({ body }: { body: { internship_type: string } }) =>
      body.internship_type === 'All' ? partOf(1, [maya]) : partOf(0, []),
    '?type=Apprenticeship',
  );
  const title = await screen.findByText('No Work-Based Learning Activities Match These Filters');
  expect(screen.getByText('Filters (on)')).toBeTruthy();
  const message = within(title.parentElement as HTMLElement);
  await userEvent.click(message.getByRole('button', { name: 'Reset filters' }));
  expect(await screen.findByRole('table')).toBeTruthy();
  expect(requests().at(-1)).toMatchObject({ internship_type: 'All' });
  expect(screen.getByText('Filters')).toBeTruthy();
});

test('exports every matching row, with the report’s own words', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => ({ ...maya, _id: `${n}` }));
  const requests = open(
    ({ body }: { body: { limit: number; offset: number } }) =>
      partOf(rows.length, rows.slice(body.offset, body.offset + body.limit)),
    '?year=2026',
  );
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('150 rows saved as student_internship_status.csv.')).toBeTruthy();
  expect(requests().at(-1)).toMatchObject({ graduation_year: 2026, exporting: true, offset: 0 });
  const [header, first, ...others] = ((await saved[0]?.blob.text()) ?? '').split('\r\n');
  expect(saved[0]?.name).toBe('student_internship_status.csv');
  expect(header).toContain(
    'Status,Pace,Reason,Approved hours,Waiting hours,Activity Log,Reflections,Project,Summary,MSDE,Evals,Last entry,Ends,Last Updated,Ended on,Shared with businesses',
  );
  expect(first).toContain('Bay High,Boats,2027,Missing,');
  expect(first).toContain('Terminated,,,12.00,4.50,Incomplete,');
  expect(first).toContain(
    'Approved,Awaiting Approval,Incomplete,Incomplete,,08/31/2026,03/02/2026,03/01/2026',
  );
  expect(others).toHaveLength(149);
});

test('tells a SuperAdmin that the report belongs to a school system', async () => {
  const requests = open(partOf(1, [maya]), '', 'SuperAdmin');
  expect(await screen.findByRole('link', { name: 'Go to Client Management' })).toBeTruthy();
  expect(requests()).toEqual([]);
});
