import { screen, waitFor, within } from '@testing-library/dom';
import type { BusinessReport, ReportedUser, StudentReport } from '@waypost/contract/people/directory/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { aListedUser } from '../../../testing/listed.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, partOf, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const saved: { name: string; blob: Blob }[] = [];
beforeEach(() => {
  saved.length = 0;
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.at(-1) as Blob });
  });
});

function open(address: string, people: Answer, role: 'Teacher' | 'Admin' = 'Teacher') {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [{ _id: 's', name: 'Bay High', location: null }],
    '/api/getPrograms': [{ _id: 'p', name: 'Boats' }],
    '/api/getFocusAreas': [{ _id: 'f', name: 'Marine' }],
    '/api/filterUsers': people,
  });
  return { requests, ...openApp(address) };
}

const filters = (requests: RecordedRequest[]) =>
  requests
    .filter(({ path }) => path === '/api/filterUsers')
    .map(({ body }) => body as Record<string, unknown>);

const student = (
  report: Partial<StudentReport> = {},
  overrides: Partial<ReportedUser> = {},
): ReportedUser => ({
  ...aListedUser(overrides),
  student_report: {
    applications: 3,
    current: [{ _id: 'project', business_name: 'Bayside Marine' }],
    completed: 1,
    terminated: 0,
    approved_hours: 102.5,
    last_activity: '2026-03-02T15:00:00.000Z',
    ...report,
  },
});

const business = (
  report: Partial<BusinessReport> = {},
  overrides: Partial<ReportedUser> = {},
): ReportedUser => ({
  ...aListedUser({
    _id: 'bay',
    role: 'Business',
    business_name: 'Bayside Marine',
    email: 'bay@example.test',
    focus_areas: ['Marine', 'Boats'],
    createdAt: '2024-01-05T15:00:00.000Z',
    ...overrides,
  }),
  business_report: {
    opportunities: 4,
    open_opportunities: 2,
    pending_applicants: 3,
    accepted_applicants: 6,
    interns: 5,
    completed: 9,
    terminated: 1,
    ...report,
  },
});

/** The cell below a header, in the only row. */
function cell(table: HTMLElement, header: string): HTMLElement {
  const headers = within(table).getAllByRole('columnheader');
  const at = headers.findIndex((one) => one.textContent === header);
  const found = within(table).getAllByRole('cell')[at];
  if (!found) throw new Error(`nothing stands under ${header}`);
  return found;
}

test('a student’s row shows their progress, with links to their profile and placement', async () => {
  open('/admin/studentReport', partOf(1, [student()]));
  const table = await screen.findByRole('table', { name: 'Student Report' });
  expect(screen.getByText('1 student')).toBeTruthy();
  const name = within(table).getByRole('link', { name: 'Maya Okafor' });
  expect(name.getAttribute('href')).toBe('/profile/view/maya');
  expect(cell(table, 'School').textContent).toBe('Bay HighBoats');
  expect(cell(table, 'Class of').textContent).toBe('2027');
  expect(cell(table, 'Status').textContent).toBe('ApprovedAgreementOn file');
  expect(cell(table, 'Applications').textContent).toBe('3');
  expect(cell(table, 'Placement').textContent).toBe('Bayside Marine1 completed');
  expect(within(table).getByRole('link', { name: 'Bayside Marine' }).getAttribute('href')).toBe(
    '/admin/project/project',
  );
  expect(cell(table, 'Approved hours').textContent).toBe('102.50');
  expect(cell(table, 'Last activity').textContent).toBe('03/02/2026');
});

test('the row of a student who has done nothing yet is empty', async () => {
  const nothing = { applications: 0, current: [], completed: 0, approved_hours: 0, last_activity: null };
  open('/admin/studentReport', partOf(1, [student(nothing)]));
  const table = await screen.findByRole('table', { name: 'Student Report' });
  expect(cell(table, 'Placement').textContent).toBe('–');
  expect(cell(table, 'Last activity').textContent).toBe('–');
});

test('the Student report starts with everyone, and keeps its filters and order in the query string', async () => {
  const { requests, router } = open('/admin/studentReport', partOf(1, [student()]));
  await screen.findByRole('table', { name: 'Student Report' });
  expect(filters(requests)).toEqual([
    {
      role: 'Student',
      with: 'report',
      school_attending: [],
      affiliated_program: [],
      graduation_year: 'All',
      approved: 'All',
      placement: 'All',
      sort: 'name',
      descending: false,
      limit: 100,
      offset: 0,
    },
  ]);
  await userEvent.choose(screen.getByLabelText('Placement'), 'Applied, no placement');
  await userEvent.choose(screen.getByLabelText('Approval'), 'Approved');
  await userEvent.click(screen.getByRole('button', { name: /Class of/ }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      placement: 'Applied',
      approved: 'Approved',
      sort: 'graduation_year',
    }),
  );
  await waitFor(() =>
    expect(filters(requests).at(-1)).toMatchObject({
      placement: 'Applied',
      approved: 'Approved',
      sort: 'graduation_year',
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'graduation_year' }));
});

test('the Student report applies filters from the query string, and drops unknown ones', async () => {
  const { requests } = open(
    '/admin/studentReport?schools=["Bay+High"]&programs=["Boats"]&year=2027&placement=Placed&sort=password_hash',
    partOf(0, []),
  );
  expect(await screen.findByText('No Students Match These Filters')).toBeTruthy();
  expect(filters(requests)[0]).toMatchObject({
    school_attending: ['Bay High'],
    affiliated_program: ['Boats'],
    graduation_year: 2027,
    placement: 'Placed',
    sort: 'name',
  });
  expect(screen.getByLabelText('Graduation year')).toHaveProperty('value', '2027');
});

test('exports the whole Student report with its filters, safe to open in a spreadsheet', async () => {
  const risky = student({}, { _id: 'b', last_name: '=HYPERLINK("x")', school_attending: 'Bay High' });
  const { requests } = open('/admin/studentReport?placement=Placed', partOf(2, [student(), risky]));
  await screen.findByRole('table', { name: 'Student Report' });
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('2 rows saved as student_report.csv.')).toBeTruthy();
  expect(saved.map(({ name }) => name)).toEqual(['student_report.csv']);
  const lines = (await saved[0]?.blob.text())?.replace('\uFEFF', '').split('\r\n');
  expect(lines?.[0]).toBe(
    'Last name,First name,Email,School,Program,Graduation year,Status,Agreement on file,Applications,Placed now,' +
      'Current business,Placements completed,Placements terminated,Approved hours,Last activity,Signed up',
  );
  expect(lines?.[1]).toBe(
    'Okafor,Maya,maya@example.test,Bay High,Boats,2027,Approved,Yes,3,1,Bayside Marine,1,0,102.50,03/02/2026,01/05/2026',
  );
  expect(lines?.[2]?.startsWith(`"'=HYPERLINK`)).toBe(true);
  expect(filters(requests).at(-1)).toMatchObject({
    with: 'report',
    placement: 'Placed',
    exporting: true,
    limit: 500,
  });
});

test('a business’s row shows its opportunities and interns', async () => {
  open('/admin/businessReport', partOf(1, [business()]));
  const table = await screen.findByRole('table', { name: 'Business Report' });
  expect(screen.getByText('1 business')).toBeTruthy();
  expect(within(table).getByRole('link', { name: 'Bayside Marine' }).getAttribute('href')).toBe(
    '/profile/view/bay',
  );
  expect(cell(table, 'Status').textContent).toBe('Approved');
  expect(cell(table, 'Business').textContent).toContain('Marine, Boats');
  expect(cell(table, 'On Waypost since').textContent).toMatch(/^01\/05\/2024\d+ years active$/);
  expect(cell(table, 'Opportunities').textContent).toBe('2 openof 4');
  expect(cell(table, 'Applicants').textContent).toBe('3 pending6 accepted');
  expect(cell(table, 'Placed').textContent).toBe('5');
  expect(cell(table, 'Ended').textContent).toBe('9 completed1 terminated');
});

test('the Business report keeps its filters and order in the query string', async () => {
  const { requests, router } = open('/admin/businessReport', partOf(1, [business()]));
  await screen.findByRole('table', { name: 'Business Report' });
  expect(filters(requests)).toEqual([
    {
      role: 'Business',
      with: 'report',
      focus_areas: [],
      schools: [],
      activity: 'All',
      approved: 'All',
      sort: 'name',
      descending: false,
      limit: 100,
      offset: 0,
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: /Focus areas/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Marine' }));
  await userEvent.choose(screen.getByLabelText('Now'), 'Hosting interns');
  await userEvent.choose(screen.getByLabelText('On Waypost since'), `${new Date().getUTCFullYear()}`);
  await userEvent.click(screen.getByRole('button', { name: 'Placed' }));
  const chosen = { activity: 'Hosting', since: new Date().getUTCFullYear(), sort: 'interns' };
  await waitFor(() => expect(router.state.location.search).toEqual({ areas: ['Marine'], ...chosen }));
  await waitFor(() => expect(filters(requests).at(-1)).toMatchObject({ focus_areas: ['Marine'], ...chosen }));
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'interns' }));
});

test('the Business report applies filters from the query string, including its own year', async () => {
  const { requests } = open(
    '/admin/businessReport?since=1999&schools=["Bay+High"]&approved=Waiting',
    partOf(0, []),
  );
  expect(await screen.findByText('No Businesses Match These Filters')).toBeTruthy();
  expect(filters(requests)[0]).toMatchObject({ since: 1999, schools: ['Bay High'], approved: 'Waiting' });
  expect(screen.getByLabelText('On Waypost since')).toHaveProperty('value', '1999');
  expect(screen.getByLabelText('Approval')).toHaveProperty('value', 'Waiting');
});

test('exports the whole Business report, with every count in its own column', async () => {
  const { requests } = open('/admin/businessReport?activity=Hosting', partOf(1, [business()]));
  await screen.findByRole('table', { name: 'Business Report' });
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('1 row saved as business_report.csv.')).toBeTruthy();
  const lines = (await saved[0]?.blob.text())?.replace('\uFEFF', '').split('\r\n');
  expect(lines?.[0]).toBe(
    'Business,Email,Status,Focus areas,Preferred schools,On Waypost since,Years active,Opportunities,Open now,' +
      'Applicants pending,Applicants accepted,Placed,Completed,Terminated',
  );
  expect(lines?.[1]).toMatch(
    /^Bayside Marine,bay@example.test,Approved,Marine; Boats,,01\/05\/2024,\d+,4,2,3,6,5,9,1$/,
  );
  expect(filters(requests).at(-1)).toMatchObject({ activity: 'Hosting', exporting: true });
});

test.each(['/admin/studentReport', '/admin/businessReport'])(
  'offers to retry when %s could not be loaded',
  async (address) => {
    open(address, refused(500, 'our-fault', 'Something went wrong'));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  },
);

test.each(['/admin/studentReport', '/admin/businessReport'])(
  'tells a SuperAdmin that %s belongs to a school system',
  async (address) => {
    answer({
      '/api/current-user': aSession({ role: 'SuperAdmin' }),
      '/api/getSettings': someSettings(),
    });
    openApp(address);
    expect(await screen.findByRole('link', { name: 'Go to Client Management' })).toBeTruthy();
  },
);

test('someone approved on another screen keeps their report counts', async () => {
  let reported: unknown = partOf(1, [student({}, { approved: false, graduation_year: 2027 })]);
  const { router } = open('/admin/studentReport', ({ body }: { body: { with?: string } }) =>
    body.with ? reported : partOf(1, [aListedUser({ approved: false })]),
  );
  await screen.findByRole('table', { name: 'Student Report' });
  answer({
    '/api/current-user': aSession({ role: 'Teacher' }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [],
    '/api/getPrograms': [],
    '/api/swapApprovalStatus': { approved: true },
    '/api/filterUsers': ({ body }: { body: { with?: string } }) =>
      body.with ? reported : partOf(1, [aListedUser({ approved: false })]),
  });
  await router.navigate({ to: '/admin/user_search', search: { year: 'All', approved: 'All' } });
  await userEvent.click(await screen.findByRole('button', { name: /^Activate Maya/ }));
  await screen.findByText('Maya Okafor is approved.');
  // The cached rows show while the report is refetched, which never completes here.
  reported = new Promise(() => {});
  await router.navigate({ to: '/admin/studentReport' });
  const table = await screen.findByRole('table', { name: 'Student Report' });
  expect(cell(table, 'Status').textContent).toContain('Approved');
  expect(cell(table, 'Applications').textContent).toBe('3');
});
