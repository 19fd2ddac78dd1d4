import { screen, waitFor, within } from '@testing-library/dom';
import type { Task, Tasks } from '@waypost/contract/oversight/tasks/calls';
import type { Role } from '@waypost/contract/roles';
import { expect, test } from 'vitest';
import { anOpportunityRow } from '../../../testing/opportunities.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aProjectRow } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { aPace, aTask, someTasks } from '../../../testing/tasks.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';
import { dateOf, showDay } from '../../ui/dates.ts';

const screens: Record<Role, string> = {
  Student: '/projects/viewall',
  Business: '/opportunity/all',
  Teacher: '/admin/dashboard',
  Admin: '/admin/dashboard',
  SuperAdmin: '/waypost/dashboard',
};

/** Opens a role's start screen after the login. */
function openHome(role: Role, tasks: Answer, answers: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/loadTasks': tasks,
    '/api/getProjectsByStudent': [aProjectRow()],
    '/api/getOpportunities': [anOpportunityRow()],
    '/api/getBusinessInternshipStats': [],
    '/api/getClients': [{ _id: 'c', full_name: 'Kent County', short_name: 'KC', users: 3, max_users: 10 }],
    '/api/getBackups': { daily: null },
    ...answers,
  });
  openApp(screens[role]);
  return requests;
}

const strip = async () => within(await screen.findByRole('region', { name: 'To do' }));
const addressOf = (link: HTMLElement) => link.getAttribute('href');

const sentences: [
  Role,
  Partial<Task>,
  sentence: string,
  date: string | RegExp | null,
  way: string,
  to: string,
][] = [
  [
    'Student',
    { kind: 'offer' },
    'Magothy Robotics offered you a placement: Robot builder.',
    'Reply by Tue 03/03/2026',
    'Answer offer',
    '/application/view/a1',
  ],
  [
    'Student',
    { kind: 'interview' },
    'Magothy Robotics invited you to an interview: Robot builder.',
    'On Tue 03/03/2026',
    'Answer invitation',
    '/application/view/a1',
  ],
  [
    'Student',
    { kind: 'sign agreement', names: [] },
    'Sign your training agreement: Robot builder.',
    'Since Tue 03/03/2026',
    'Read and sign',
    '/project/a1/agreement',
  ],
  [
    'Business',
    { kind: 'fill in agreement', names: ['Maya Okafor'] },
    'Fill in Maya Okafor’s training agreement: Robot builder.',
    'Since Tue 03/03/2026',
    'Fill in',
    '/project/a1/agreement',
  ],
  [
    'Admin',
    { kind: 'sign agreement', names: ['Maya Okafor'] },
    'Sign Maya Okafor’s training agreement: Robot builder.',
    'Since Tue 03/03/2026',
    'Read and sign',
    '/project/a1/agreement',
  ],
  [
    'Teacher',
    { kind: 'send agreement', names: ['Maya Okafor'] },
    'Maya Okafor’s training agreement is waiting for the school: Robot builder.',
    'Since Tue 03/03/2026',
    'See the agreement',
    '/project/a1/agreement',
  ],
  [
    'Student',
    { kind: 'agreement', date: null },
    'Your signed agreement is missing.',
    null,
    'Add agreement',
    '/profile',
  ],
  [
    'Student',
    { kind: 'hours sent back', count: 2 },
    'Magothy Robotics sent back 2 entries of your hours.',
    'Since Tue 03/03/2026',
    'Fix hours',
    '/project/a1/hours',
  ],
  [
    'Student',
    { kind: 'reflections sent back' },
    'Your reflections were sent back: Robot builder.',
    'Since Tue 03/03/2026',
    'Fix reflections',
    '/project/a1/reflections',
  ],
  [
    'Student',
    { kind: 'project sent back' },
    'Your final project was sent back: Robot builder.',
    'Since Tue 03/03/2026',
    'Fix project',
    '/project/a1/file',
  ],
  [
    'Student',
    { kind: 'summary sent back' },
    'Your final summary was sent back: Robot builder.',
    'Since Tue 03/03/2026',
    'Fix summary',
    '/project/a1/summary',
  ],
  [
    'Student',
    { kind: 'reflections', date: '2999-03-03' },
    'Answer 1 reflection question: Robot builder.',
    'Due Sun 03/03/2999',
    'Answer questions',
    '/project/a1/reflections',
  ],
  [
    'Student',
    { kind: 'final summary' },
    'Write your final summary: Robot builder.',
    'Was due Tue 03/03/2026',
    'Write summary',
    '/project/a1/summary',
  ],
  [
    'Student',
    { kind: 'final project' },
    'Add your final project: Robot builder.',
    'Was due Tue 03/03/2026',
    'Add files',
    '/project/a1/file',
  ],
  [
    'Business',
    { kind: 'hours', names: ['Maya Okafor'], count: 1 },
    'Maya Okafor has 1 entry for you to approve.',
    'Since Tue 03/03/2026',
    'Approve hours',
    '/interns/hours_log/a1',
  ],
  [
    'Business',
    { kind: 'hours', names: [], count: 3 },
    'A former student has 3 entries for you to approve.',
    'Since Tue 03/03/2026',
    'Approve hours',
    '/interns/hours_log/a1',
  ],
  [
    'Business',
    { kind: 'hours', _id: '', names: [], title: '', count: 3 },
    '3 interns have hours for you to approve.',
    'Since Tue 03/03/2026',
    'Approve hours',
    '/interns/hours',
  ],
  [
    'Business',
    { kind: 'interview time', names: ['Maya Okafor'] },
    'Maya Okafor proposes another time for an interview: Robot builder.',
    'On Tue 03/03/2026',
    'Answer proposal',
    '/application/view/a1',
  ],
  [
    'Business',
    { kind: 'applicants', names: [], count: 2 },
    '2 new applicants: Robot builder.',
    'Since Tue 03/03/2026',
    'See applicants',
    '/opportunity/applicants/a1',
  ],
  [
    'Business',
    { kind: 'evaluation', names: ['Maya Okafor'] },
    'Evaluate Maya Okafor: Robot builder.',
    'Was due Tue 03/03/2026',
    'Start evaluation',
    '/evaluation/new/a1',
  ],
  [
    'Teacher',
    { kind: 'students to approve', count: 5, names: ['Ada Cole', 'Ben Cole', 'Cy Cole'], date: null },
    '5 students are waiting for approval: Ada Cole, Ben Cole, Cy Cole and 2 more.',
    null,
    'Review students',
    '/admin/user_search?role=Student&approved=Waiting&year=All&sort=approved',
  ],
  [
    'Teacher',
    { kind: 'guardian', _id: 'a1', names: ['Ben Okafor', 'Maya Okafor'], date: '2026-03-03' },
    'Maya Okafor named Ben Okafor as a guardian: confirm who it is.',
    'Since Tue 03/03/2026',
    'See guardians',
    '/profile/view/a1',
  ],
  [
    'Teacher',
    { kind: 'returned mail', _id: 'a1', names: ['Ben Okafor'], date: '2026-03-03' },
    'Email to Ben Okafor was returned: correct the address.',
    'Since Tue 03/03/2026',
    'See the address',
    '/profile/view/a1',
  ],
  [
    'Admin',
    { kind: 'businesses to approve', names: ['Bayside Marine'], date: null },
    '1 business is waiting for approval: Bayside Marine.',
    null,
    'Review businesses',
    '/admin/user_search?role=Business&approved=Waiting&sort=approved',
  ],
  [
    'Admin',
    { kind: 'sign-off', names: [], count: 4, date: null },
    '4 placements have work for you to approve.',
    null,
    'Review work',
    '/admin/sign_off',
  ],
  [
    'Admin',
    { kind: 'ending soon', names: [], count: 2 },
    '2 placements end within 30 days.',
    'First on Tue 03/03/2026',
    'See placements',
    '/admin/internship_status_report?concern=ending+soon&year=All',
  ],
  [
    'SuperAdmin',
    { kind: 'no administrator', names: ['Talbot County'], title: '' },
    'Talbot County has no users yet.',
    'Created Tue 03/03/2026',
    'Invite administrator',
    '/waypost/editClient/a1',
  ],
];

test.each(sentences)(
  'a %s’s task %j says what to do and links to where it is done',
  async (role, task, ...words) => {
    const [sentence, date, way, to] = words;
    openHome(role, someTasks(aTask(task)));
    const [row] = (await strip()).getAllByRole('listitem');
    const link = within(row as HTMLElement).getByRole('link', { name: `${way}: ${sentence}` });
    expect(row?.textContent).toBe(`${sentence} ${date ?? ''}${way}`);
    expect(addressOf(link)).toBe(to);
  },
);

test('shows each date with its weekday and year', async () => {
  const inDays = (days: number) => dateOf(new Date(Date.now() + days * 86_400_000));
  const dates = [-60, -13, 13, 60].map(inDays);
  openHome('Student', someTasks(...dates.map((date, n) => aTask({ kind: 'offer', _id: `a${n}`, date }))));
  const rows = (await strip()).getAllByRole('listitem');
  expect(rows.map((row) => /Reply by (.*)Answer offer/.exec(row.textContent)?.[1])).toEqual(
    dates.map(showDay),
  );
});

test('shows the first three tasks, and the rest on request', async () => {
  openHome('Business', someTasks(...['a', 'b', 'c', 'd', 'e'].map((_id) => aTask({ kind: 'hours', _id }))));
  const part = await strip();
  expect(part.getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(part.getByRole('button', { name: 'Show 2 more' }));
  expect(part.getAllByRole('listitem')).toHaveLength(5);
  const fewer = part.getByRole('button', { name: 'Show fewer' });
  expect(fewer.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(fewer);
  expect(part.getAllByRole('listitem')).toHaveLength(3);
});

test('shows a fourth task right away', async () => {
  openHome('Business', someTasks(...['a', 'b', 'c', 'd'].map((_id) => aTask({ kind: 'hours', _id }))));
  const part = await strip();
  expect(part.getAllByRole('listitem')).toHaveLength(4);
  expect(part.queryByRole('button')).toBeNull();
});

test('the whole row of a task is its link', async () => {
  openHome('Student', someTasks(aTask({ kind: 'agreement', names: [], date: null })));
  const part = await strip();
  const link = part.getByRole('link', { name: /^Add agreement/ });
  const { left, top } = part.getByText('Your signed agreement is missing.').getBoundingClientRect();
  expect(document.elementFromPoint(left + 2, top + 2)).toBe(link);
  await userEvent.click(link);
  await waitFor(() => expect(window.location.pathname).toBe('/profile'));
});

test('with nothing to do, shows a student a next step', async () => {
  openHome('Student', someTasks());
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
  const next = screen.getByRole('link', { name: 'See what else is open to you' });
  expect(addressOf(next)).toBe('/opportunity/browse');
  expect(screen.queryByRole('region', { name: 'To do' })).toBeNull();
});

test('with nothing to do, shows a business a next step', async () => {
  openHome('Business', someTasks());
  expect(await screen.findByText('You’re all caught up.')).toBeTruthy();
  const next = screen.getByRole('link', { name: 'Post another opportunity' });
  expect(addressOf(next)).toBe('/opportunity/new');
});

test('the browse page starts with an offer if there is one, and otherwise shows nothing', async () => {
  const list = { '/api/getOpportunities': [] };
  answer({
    '/api/current-user': aSession(),
    '/api/getSettings': someSettings(),
    ...list,
    '/api/loadTasks': someTasks(aTask({}), aTask({ kind: 'agreement', names: [], date: null })),
  });
  const { unmount } = openApp('/opportunity/browse');
  const part = await strip();
  expect(part.getByText(/offered you a placement/)).toBeTruthy();
  expect(part.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(part.getByRole('button', { name: 'Show 1 more' }));
  expect(part.getAllByRole('listitem')).toHaveLength(2);
  unmount();
  answer({
    '/api/current-user': aSession(),
    '/api/getSettings': someSettings(),
    ...list,
    '/api/loadTasks': someTasks(),
  });
  openApp('/opportunity/browse');
  expect(await screen.findByRole('status')).toBeTruthy();
  expect(screen.queryByText('You’re all caught up.')).toBeNull();
});

test('renders nothing until the tasks load, to avoid layout shift', async () => {
  let resolveReply = (_: Tasks) => {};
  const tasks = new Promise<Tasks>((resolve) => {
    resolveReply = resolve;
  });
  const requests = openHome('Student', tasks);
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/api/getProjectsByStudent'));
  expect(screen.queryByRole('article')).toBeNull();
  resolveReply(someTasks(aTask({})));
  expect(await screen.findByRole('article')).toBeTruthy();
  expect(await strip()).toBeTruthy();
});

test('a screen works without its tasks when they could not be loaded', async () => {
  openHome('Student', refused(500, 'our-fault', 'Something went wrong'));
  expect(await screen.findByRole('article')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'To do' })).toBeNull();
  expect(screen.queryByText('You’re all caught up.')).toBeNull();
});

test('staff see the students who need them most, each with the pace and the reason', async () => {
  openHome(
    'Teacher',
    someTasks(
      aTask({ kind: 'behind', _id: 'p1', names: ['Maya Okafor'], date: null, pace: aPace() }),
      aTask({
        kind: 'at risk',
        _id: 'p2',
        names: ['Ben Cole'],
        date: null,
        pace: aPace({ pace: 'at risk', reason: 'no recent hours' }),
      }),
    ),
  );
  const part = within(await screen.findByRole('region', { name: 'Students who need you' }));
  expect(part.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'BehindMaya Okafor4.00 hours, 20.00 expected by nowRobot builder',
    'At riskBen ColeNo hours since 02/01/2026Robot builder',
  ]);
  expect(addressOf(part.getByRole('link', { name: 'Maya Okafor' }))).toBe('/admin/project/p1');
  const all = part.getByRole('link', { name: 'See all students by pace' });
  expect(addressOf(all)).toBe('/admin/internship_status_report?sort=pace&down=true&year=All');
  expect(screen.getByText('You’re all caught up.')).toBeTruthy();
});

test('links to all who are behind if they are not all listed', async () => {
  const behind = aTask({ kind: 'behind', _id: 'p1', names: ['Maya Okafor'], date: null, pace: aPace() });
  openHome('Teacher', { ...someTasks(behind), totals: [{ kind: 'behind', total: 12 }] });
  const all = await screen.findByRole('link', { name: 'See all 12 students who are behind' });
  expect(addressOf(all)).toBe('/admin/internship_status_report?concern=behind&year=All');
});

test('tells staff when every student is on pace', async () => {
  openHome('Teacher', someTasks());
  expect(await screen.findByText('Every student is on pace.')).toBeTruthy();
});

test('the top bar counts the tasks behind its entries', async () => {
  openHome(
    'Business',
    someTasks(
      aTask({ kind: 'hours', _id: 'p1' }),
      aTask({ kind: 'evaluation', _id: 'p1' }),
      aTask({ kind: 'applicants', _id: 'o1', count: 120 }),
    ),
  );
  const main = within(await screen.findByRole('navigation', { name: 'Main' }));
  const interns = await main.findByRole('link', { name: 'Current Interns, 2 to do' });
  expect(interns.querySelector('[data-count]')?.getAttribute('data-count')).toBe('2');
  const applicants = main.getByRole('link', { name: 'Manage Opportunities, 120 to do' });
  expect(applicants.querySelector('[data-count]')?.getAttribute('data-count')).toBe('99+');
  expect(main.getByRole('link', { name: 'Resources' })).toBeTruthy();
});

test.each([
  ['Student', 'My Jobs, 1 to do', ['sign agreement']],
  ['Business', 'Current Interns, 2 to do', ['sign agreement', 'fill in agreement']],
] as const)('the top bar counts a %s’s agreements: %s', async (role, name, kinds) => {
  openHome(role, someTasks(...kinds.map((kind) => aTask({ kind, _id: 'p1' }))));
  const main = within(await screen.findByRole('navigation', { name: 'Main' }));
  expect(await main.findByRole('link', { name })).toBeTruthy();
});

test('a phone’s bottom bar counts them too, without shifting', async () => {
  await resizeWindow(390);
  let resolveReply = (_: Tasks) => {};
  const tasks = new Promise<Tasks>((resolve) => {
    resolveReply = resolve;
  });
  openHome('Business', tasks);
  const bar = within(await screen.findByRole('navigation', { name: 'Bottom' }));
  const before = (await bar.findByRole('link', { name: 'Interns' })).getBoundingClientRect();
  resolveReply(someTasks(aTask({ kind: 'hours' })));
  const counted = await bar.findByRole('link', { name: 'Interns, 1 to do' });
  expect(counted.getBoundingClientRect()).toEqual(before);
});

test('loads tasks once for everything that shows them, and again after a change', async () => {
  let tasks = someTasks(aTask({ kind: 'students to approve', names: ['Ada Cole'], date: null }));
  const requests = openHome('Teacher', () => tasks, {
    '/api/countGraduatedStudents': { count: 2, before: 2026 },
    '/api/deactivateGraduatedStudents': { message: 'success', count: 2 },
  });
  const reads = () => requests.filter(({ path }) => path === '/api/loadTasks');
  const main = within(await screen.findByRole('navigation', { name: 'Main' }));
  await main.findByRole('link', { name: 'User Search, 1 to do' });
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate Users' }));
  expect(reads()).toHaveLength(1);
  tasks = someTasks();
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate 2 students' }));
  expect(await main.findByRole('link', { name: 'User Search' })).toBeTruthy();
  expect(reads()).toHaveLength(2);
});

test('sends no request for a user whose profile is incomplete', async () => {
  const requests = answer({
    '/api/current-user': aSession({ __v: 0 }),
    '/api/getSettings': someSettings(),
  });
  openApp('/unfinishedProfile');
  await screen.findByRole('navigation', { name: 'Main' });
  await screen.findByRole('heading', { level: 1 });
  expect(requests.map(({ path }) => path)).not.toContain('/api/loadTasks');
});
