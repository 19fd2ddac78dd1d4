import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { aYear } from '../../../testing/reports.ts';
import { answer } from '../../../testing/server.ts';
import { someTasks } from '../../../testing/tasks.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { switchLocale } from '../../client/locale.ts';

afterEach(() => switchLocale('en'));

const row = (name: string, [students = 0, applied = 0, placed = 0, pace = 0, completed = 0]: number[]) => ({
  name,
  students,
  'Ever Applied': applied,
  'Ever Placed': placed,
  'On Pace': pace,
  'Ever Completed': completed,
});

function open(locale: 'en' | 'es' = 'en') {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Teacher' }, { locale }),
    '/api/getSettings': someSettings(),
    '/api/loadTasks': someTasks(),
    '/api/getStudentApplicationCount': { count: 1 },
    '/api/getTotalStudentsEmployed': { count: 1 },
    '/api/getBusinessInternshipStats': [],
    '/api/countClientUsers': {
      Student: 200,
      Business: 1,
      Teacher: 4,
      Admin: 2,
      SuperAdmin: 0,
      max_users: 500,
    },
    '/api/countGraduatedStudents': { count: 0, before: 2026 },
    '/api/getFunnel': ({ body }: { body: { by: string } }) =>
      body.by === 'school'
        ? [row('Bay High', [120, 60, 30, 20, 5]), row('Cove High', [80, 40, 10, 10, 0])]
        : [row('Boats', [199, 99, 40, 30, 5]), row('', [1, 1, 0, 0, 0]), row('Carpentry', [2])],
    '/api/getFocusAreas': [],
    '/api/getPrograms': [
      { _id: '1', name: 'Boats', name_es: 'Navegación', ordinal: 1 },
      { _id: '2', name: 'Carpentry', name_es: 'Carpintería', ordinal: 2 },
    ],
    '/api/getYearSoFar': aYear(),
  });
  openApp('/admin/dashboard');
  return requests;
}

const addresses = (links: HTMLElement[]) =>
  links.map(
    (link) =>
      `${link.textContent} ${decodeURIComponent(link.getAttribute('href') ?? '').replaceAll('+', ' ')}`,
  );

test('each step links to the students it counts', async () => {
  open();
  const part = within(await screen.findByRole('region', { name: 'How far along students are' }));
  const steps = within(await part.findByRole('list'));
  expect(addresses(steps.getAllByRole('link'))).toEqual([
    '200 /admin/studentReport?approved=Approved',
    '100 /admin/studentReport?approved=Approved&placement=Ever Applied',
    '40 /admin/studentReport?approved=Approved&placement=Ever Placed',
    '30 /admin/studentReport?approved=Approved&placement=On Pace',
    '5 /admin/studentReport?approved=Approved&placement=Ever Completed',
  ]);
  expect(steps.getAllByRole('listitem')[1]?.textContent).toContain('50% of all');
  const bay = within(part.getByRole('row', { name: /Bay High/ }));
  expect(addresses(bay.getAllByRole('link')).slice(0, 2)).toEqual([
    '120 /admin/studentReport?schools=["Bay High"]&approved=Approved',
    '60 /admin/studentReport?schools=["Bay High"]&approved=Approved&placement=Ever Applied',
  ]);
});

test('also shows the steps by program', async () => {
  const requests = open();
  const part = within(await screen.findByRole('region', { name: 'How far along students are' }));
  await part.findByText('Bay High');
  await userEvent.click(part.getByText('By program'));
  const boats = within(await part.findByRole('row', { name: /Boats/ }));
  expect(addresses(boats.getAllByRole('link'))[0]).toBe(
    '199 /admin/studentReport?programs=["Boats"]&approved=Approved',
  );
  const without = within(part.getByRole('row', { name: /No program/ }));
  expect(without.queryByRole('link')).toBeNull();
  await waitFor(() =>
    expect(requests.filter(({ path }) => path === '/api/getFunnel').map(({ body }) => body)).toEqual([
      { by: 'school' },
      { by: 'program' },
    ]),
  );
});

test('sorts programs by the names that are shown, in Spanish too', async () => {
  open('es');
  await userEvent.click(await screen.findByText('Por programa'));
  const table = within(await screen.findByRole('table', { name: 'Estudiantes por programa' }));
  await table.findByText('Navegación');
  await userEvent.click(table.getByRole('button', { name: /Programa/ }));
  const [, ...rows] = table.getAllByRole('row');
  expect(rows.map((one) => one.firstElementChild?.textContent)).toEqual([
    'Sin programa',
    'Carpintería',
    'Navegación',
  ]);
});

test('compares this year with the last one, in words and by week', async () => {
  open();
  const part = within(await screen.findByRole('region', { name: 'This school year' }));
  expect(
    await part.findByText('Since 07/01/2025, compared with last school year up to the same day.'),
  ).toBeTruthy();
  expect(part.getByText('Applications (last year 90)').nextSibling?.textContent).toBe('120');
  expect(part.getByText('New placements (last year 25)').nextSibling?.textContent).toBe('30');
  expect(part.getByText('Hours worked (last year 900.00)').nextSibling?.textContent).toBe('1,200.50');
  expect(part.getByText('7.50 hours this week so far; 6.00 in the same week last year.')).toBeTruthy();
  await userEvent.click(part.getByText('Show the hours by week'));
  const [, newest] = part.getAllByRole('row');
  expect(
    within(newest as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['7.50', '6.00']);
});
