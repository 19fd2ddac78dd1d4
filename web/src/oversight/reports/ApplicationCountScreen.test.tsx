import { screen, waitFor, within } from '@testing-library/dom';
import type { StudentApplications } from '@waypost/contract/oversight/reports/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { linesOf } from '../../../testing/saved.ts';
import { type Answer, answer, partOf, type RecordedRequest } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const CALL = '/api/filterApplicationCount';

const aStudent = (overrides: Partial<StudentApplications> = {}): StudentApplications => ({
  _id: 'maya',
  first_name: 'Maya',
  last_name: 'Okafor',
  profile_pic_id_fk: null,
  graduation_year: 2027,
  school_attending: 'Bay High',
  affiliated_program: 'Boats',
  applications: [{ createdAt: '2026-03-04T15:00:00.000Z' }, { createdAt: '2026-02-01T15:00:00.000Z' }],
  ...overrides,
});

const never = aStudent({
  _id: 'ben',
  first_name: 'Ben',
  last_name: 'Cole',
  graduation_year: null,
  school_attending: '',
  affiliated_program: '',
  applications: [],
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
  return { requests, ...openApp(`/admin/application_count${address}`) };
}

const filters = (requests: RecordedRequest[]) =>
  requests.filter(({ path }) => path === CALL).map(({ body }) => body);
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const cells = async (name: RegExp) => (await row(name)).getAllByRole('cell').map((cell) => cell.textContent);

test('starts with the students of every year, by name', async () => {
  const { requests } = open([aStudent()]);
  await row(/Maya Okafor/);
  expect(filters(requests)).toEqual([
    {
      role: 'Student',
      school_attending: null,
      affiliated_program: null,
      graduation_year: 'All',
      sort: 'name',
      descending: false,
      limit: 100,
      offset: 0,
    },
  ]);
  expect(screen.getByText('1 student')).toBeTruthy();
});

test('a row shows a student’s applications and the date of the last one, or N/A', async () => {
  open([aStudent(), never]);
  const headers = (await screen.findAllByRole('columnheader')).map((header) => header.textContent);
  expect(headers).toEqual(['Student', 'Application Count', 'Last Application']);
  expect((await cells(/Maya Okafor/)).slice(1)).toEqual(['2', '03/04/2026']);
  expect((await cells(/Ben Cole/)).slice(1)).toEqual(['0', 'N/A']);
  const link = (await row(/Maya Okafor/)).getByRole('link', { name: 'Maya Okafor' });
  expect(link.getAttribute('href')).toBe('/profile/view/maya');
});

test('filters are kept in the query string, sent to the server, and cleared together', async () => {
  const { requests, router } = open([aStudent()]);
  await row(/Maya Okafor/);
  const next = new Date().getFullYear() + 1;
  const years = within(screen.getByLabelText('Graduation year')).getAllByRole('option');
  expect(years.map((year) => year.textContent)).toEqual([
    'All',
    ...[-3, -2, -1, 0, 1, 2].map((ahead) => `${next + ahead}`),
  ]);
  await userEvent.choose(screen.getByLabelText('Graduation year'), `${next}`);
  await userEvent.click(screen.getByRole('button', { name: /^Schools/ }));
  await userEvent.click(await screen.findByLabelText('Bay High'));
  await userEvent.click(screen.getByRole('button', { name: /^Programs/ }));
  await userEvent.click(await screen.findByLabelText('Boats'));
  await waitFor(() =>
    expect(filters(requests).at(-1)).toMatchObject({
      school_attending: ['Bay High'],
      affiliated_program: ['Boats'],
      graduation_year: next,
    }),
  );
  expect(router.state.location.search).toEqual({ schools: ['Bay High'], programs: ['Boats'], year: next });
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('a shared URL shows the same list', async () => {
  const { requests } = open([aStudent()], { address: '?programs=["Boats"]&year=2027&sort=last_application' });
  await row(/Maya Okafor/);
  expect(filters(requests)).toMatchObject([
    { affiliated_program: ['Boats'], graduation_year: 2027, sort: 'last_application', descending: false },
  ]);
});

test('pressing a column sorts the list on the server', async () => {
  const { requests, router } = open([aStudent()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Application Count' }));
  await waitFor(() => expect(filters(requests).at(-1)).toMatchObject({ sort: 'application_count' }));
  expect(router.state.location.search).toEqual({ sort: 'application_count' });
});

test('shows a message when no one matches', async () => {
  open([]);
  expect(await screen.findByText('No Work-Based Learning Opportunities Match These Filters')).toBeTruthy();
});

test('exports every matching student with their details and counts', async () => {
  const { requests } = open(partOf(2, [aStudent(), never]), { address: '?year=2027' });
  const saved = await userEvent.saveFile(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('2 rows saved as student_application_count.csv.')).toBeTruthy();
  expect(filters(requests).at(-1)).toMatchObject({ graduation_year: 2027, exporting: true, limit: 500 });
  expect(saved.name).toBe('student_application_count.csv');
  expect(linesOf(saved)).toEqual([
    'Student,School,Program,Graduation Year,Application Count,Last Application',
    'Maya Okafor,Bay High,Boats,2027,2,03/04/2026',
    'Ben Cole,,,,0,N/A',
  ]);
});

test('tells a SuperAdmin that the report belongs to a school system', async () => {
  const { requests } = open([aStudent()], { role: 'SuperAdmin' });
  expect(await screen.findByText('This page is for school systems')).toBeTruthy();
  expect(filters(requests)).toEqual([]);
});
