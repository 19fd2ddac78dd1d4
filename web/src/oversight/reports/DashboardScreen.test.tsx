import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { aYear } from '../../../testing/reports.ts';
import { type Answer, answer } from '../../../testing/server.ts';
import { aPace, aTask, someTasks } from '../../../testing/tasks.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

const counts = { Student: 200, Business: 1, Teacher: 4, Admin: 2, SuperAdmin: 0, max_users: 500 };

function open(role: 'Teacher' | 'Admin' = 'Admin', answers: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/countClientUsers': counts,
    '/api/getStudentApplicationCount': { count: 1234 },
    '/api/getTotalStudentsEmployed': { count: 56 },
    '/api/getFunnel': [],
    '/api/getYearSoFar': aYear(),
    '/api/getBusinessInternshipStats': [
      { label: 'Open positions', value: 12 },
      { label: 'Accepted', value: 56 },
    ],
    '/api/getActiveUsers': [
      { date: '2026-03-03', count: 7 },
      { date: '2026-03-04', count: 1 },
    ],
    '/api/countGraduatedStudents': { count: 2, before: 2026 },
    '/api/loadTasks': someTasks(),
    ...answers,
  });
  openApp('/admin/dashboard');
  return requests;
}

const waitingPart = async () => within(await screen.findByRole('region', { name: 'Waiting for you' }));

test('renders nothing below the tasks until they load, to avoid layout shift', async () => {
  let resolveReply = (_: unknown) => {};
  const tasks = new Promise((resolve) => {
    resolveReply = resolve;
  });
  const requests = open('Admin', { '/api/loadTasks': tasks });
  const paths = () => requests.map(({ path }) => path);
  await waitFor(() => expect(paths()).toContain('/api/countClientUsers'));
  expect(screen.queryByRole('region', { name: 'People' })).toBeNull();
  // The requests of the lower parts wait too.
  expect(paths()).not.toContain('/api/countGraduatedStudents');
  resolveReply(someTasks());
  expect(await screen.findByRole('region', { name: 'People' })).toBeTruthy();
  await waitFor(() => expect(paths()).toContain('/api/countGraduatedStudents'));
});

test('shows a message when nothing is waiting', async () => {
  open('Admin');
  expect(await (await waitingPart()).findByText('You’re all caught up.')).toBeTruthy();
});

test('counts people by role, with links to their lists', async () => {
  open('Teacher');
  const people = within(await screen.findByRole('region', { name: 'People' }));
  expect((await people.findByRole('link', { name: /200 ?Students/ })).getAttribute('href')).toContain(
    '/admin/user_search',
  );
  expect(people.getByRole('link', { name: /1 ?Business$/ })).toBeTruthy();
  // A Teacher cannot list teachers.
  expect(people.queryByRole('link', { name: /Teachers/ })).toBeNull();
  expect(people.getByText(/Teachers/)).toBeTruthy();
});

test('tells a SuperAdmin that the dashboard belongs to a school system', async () => {
  answer({
    '/api/current-user': aSession({ role: 'SuperAdmin' }),
    '/api/getSettings': someSettings(),
  });
  openApp('/admin/dashboard');
  expect(await screen.findByRole('link', { name: 'Go to Client Management' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull();
});

test('shows the amount of work-based learning', async () => {
  open('Teacher');
  const part = within(await screen.findByRole('region', { name: 'Work-based learning' }));
  expect((await part.findByText('Student applications')).nextElementSibling?.textContent).toBe('1,234');
  expect(part.getByText('Students placed').nextElementSibling?.textContent).toBe('56');
  const placements = within(await part.findByRole('region', { name: 'Placements at all businesses' }));
  expect(placements.getByText('Open positions').previousElementSibling?.textContent).toBe('12');
});

test('an Admin sees the active users, as a sentence and as numbers', async () => {
  open();
  const part = within(await screen.findByRole('region', { name: 'Active users' }));
  expect(await part.findByText('Today: 1 person. Most: 7 people, on 03/03.')).toBeTruthy();
  const rows = part.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
  expect(rows).toEqual(['DayPeople', '03/04/20261', '03/03/20267']);
});

test('a Teacher sees neither active users nor the setup', async () => {
  const requests = open('Teacher');
  await screen.findByRole('region', { name: 'Graduates' });
  expect(screen.queryByRole('region', { name: 'Active users' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Setup' })).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain('/api/getActiveUsers');
});

test('counts graduates, and deactivates them together after a confirmation', async () => {
  let count = 2;
  const requests = open('Teacher', {
    '/api/countGraduatedStudents': () => ({ count, before: 2026 }),
    '/api/deactivateGraduatedStudents': () => {
      count = 0;
      return { message: 'success', count: 2 };
    },
  });
  const part = within(await screen.findByRole('region', { name: 'Graduates' }));
  expect(await part.findByText(/2 students from the class of 2025 or earlier are still active/)).toBeTruthy();
  await userEvent.click(part.getByRole('button', { name: 'Deactivate Users' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(dialog.getByText(/You are going to deactivate 2 students/)).toBeTruthy();
  expect(requests.map(({ path }) => path)).not.toContain('/api/deactivateGraduatedStudents');
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate 2 students' }));
  expect(await screen.findByText('2 students deactivated')).toBeTruthy();
  expect(await part.findByText(/No account from the class of 2025/)).toBeTruthy();
  expect(part.getByRole('button', { name: 'Deactivate Users' })).toHaveProperty('disabled', true);
});

test.each([
  [1440, 900],
  [390, 844],
])('the first screen of %i by %i pixels offers every report by name', async (width, height) => {
  await resizeWindow(width, height);
  // Whatever could push the reports down.
  const behind = Array.from({ length: 6 }, (_, index) =>
    aTask({ kind: 'behind', _id: `p${index}`, pace: aPace() }),
  );
  open('Admin', { '/api/loadTasks': someTasks(...behind) });
  await screen.findByRole('region', { name: 'Graduates' });
  const part = within(screen.getByRole('region', { name: 'Reports' }));
  const links = part.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Follow-ups', '/admin/follow_ups'],
    ['Work-Based Learning Status', '/admin/internship_status_report'],
    ['Opportunities Report', '/admin/available_opportunities_report'],
    ['Student Application Count', '/admin/application_count'],
    ['Business Report', '/admin/businessReport'],
    ['Student Report', '/admin/studentReport'],
    ['Duplicate Users', '/admin/duplicateUsersReport'],
  ]);
  // A phone's bar covers the bottom of the window.
  const bar = screen.queryByRole('navigation', { name: 'Bottom' });
  const end = bar?.getBoundingClientRect().top ?? height;
  expect(window.scrollY).toBe(0);
  for (const link of links) expect(link.getBoundingClientRect().bottom).toBeLessThanOrEqual(end);
});

test.each([
  ['Admin', true],
  ['Teacher', false],
] as const)('only an Admin sees the link to duplicates: %s %s', async (role, shows) => {
  open(role);
  const part = within(await screen.findByRole('region', { name: 'Reports' }));
  expect(part.queryByRole('link', { name: 'Duplicate Users' }) !== null).toBe(shows);
});

test('links an Admin to each part of the setup', async () => {
  open();
  const part = within(await screen.findByRole('region', { name: 'Setup' }));
  expect(part.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/siteSettings',
    '/admin/schools',
    '/admin/focusAreas',
    '/admin/programs',
    '/admin/evaluationQuestions',
    '/admin/reflectionQuestions',
  ]);
});
