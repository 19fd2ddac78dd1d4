import { screen, waitFor, within } from '@testing-library/dom';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProject, aProjectRow, PROJECT_ID } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { aTask, someTasks } from '../../../testing/tasks.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

const student = aProjectRow().student_id_fk;
const named = (first_name: string, last_name: string, overrides: object = {}) => ({
  student_id_fk: student && { ...student, first_name, last_name, ...overrides },
});
const opportunity = aProjectRow().opportunity_id_fk;

const maya = aProjectRow({ hours: [anEntry()], evaluation_count: 1 });
const noah = aProjectRow({
  _id: 'noah',
  ...named('Noah', 'Reed', { school_attending: 'River High', graduation_year: 2028 }),
  opportunity_id_fk: { ...opportunity, _id: 'o2', opportunity_title: 'Apprentice Sailmaker' },
  evaluation_count: 2,
});
const zoe = aProjectRow({ _id: 'zoe', ...named('Zoe', 'Ash'), business_status: 'terminated' });

function open(rows: ProjectRow[], more: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Business', business_name: 'Bayside Marine' }),
    '/api/getSettings': someSettings(),
    '/api/getInterns': rows,
    ...more,
  });
  openApp('/interns/viewall');
  return requests;
}

const card = (name: string) => screen.findByRole('article', { name });

test('groups interns by opportunity, those with something waiting first, with links to hours and evaluations', async () => {
  open([noah, maya]);
  const maya_ = within(await card('Maya Torres'));
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'Boatyard Intern',
    'Apprentice Sailmaker',
  ]);
  expect(maya_.getByText('1 entry to approve')).toBeDefined();
  expect(maya_.getByRole('link', { name: 'Review hours' }).getAttribute('href')).toBe(
    `/interns/hours_log/${PROJECT_ID}`,
  );
  expect(maya_.getByText('1 remaining')).toBeDefined();
  expect(maya_.getByRole('link', { name: 'Evaluate' }).getAttribute('href')).toBe(
    `/evaluation/new/${PROJECT_ID}`,
  );
});

test('says why a business sees only the name of an intern', async () => {
  const hidden = {
    school_attending: null,
    affiliated_program: null,
    graduation_year: null,
    profile_pic_id_fk: null,
  };
  open([maya, aProjectRow({ _id: 'noah', ...named('Noah', 'Reed', hidden), is_released: false })]);
  const note = 'The school may not share more about this student.';
  expect(within(await card('Noah Reed')).getByText(note)).toBeDefined();
  expect(within(await card('Maya Torres')).queryByText(note)).toBeNull();
});

test('marks the agreements that the business has to fill in or sign', async () => {
  const tasks = someTasks(
    aTask({ kind: 'fill in agreement', _id: PROJECT_ID }),
    aTask({ kind: 'sign agreement', _id: 'noah' }),
  );
  open([maya, noah, zoe], { '/api/loadTasks': tasks });
  const agreementOf = async (name: string) =>
    within(await card(name)).findByRole('link', { name: /^Training agreement/ });
  await within(await card('Maya Torres')).findByRole('link', { name: 'Training agreement: fill in' });
  expect((await agreementOf('Noah Reed')).textContent).toBe('Training agreement: read and sign');
  expect((await agreementOf('Zoe Ash')).textContent).toBe('Training agreement');
});

test('the buttons of a card are tall enough for a finger on a tablet', async () => {
  await resizeWindow(800);
  open([maya]);
  const article = await card('Maya Torres');
  const controls = [...article.querySelectorAll<HTMLElement>('.mantine-Button-root')];
  expect(controls.length).toBeGreaterThan(4);
  expect(controls.filter((one) => one.offsetHeight < 44).map((one) => one.textContent)).toEqual([]);
});

test('on a phone, the buttons of a card are equally wide', async () => {
  await resizeWindow(360);
  open([noah]);
  const article = await card('Noah Reed');
  const edges = [...article.querySelectorAll('.mantine-Button-root')].map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return `${Math.round(left)} to ${Math.round(right)}`;
  });
  expect(edges.length).toBeGreaterThan(5);
  expect(new Set(edges).size).toBe(1);
});

test.each([
  [1280, 900],
  [390, 844],
])(
  'on a screen of %d by %d pixels, Complete and Terminate come before a card’s other buttons',
  async (width, height) => {
    await resizeWindow(width, height);
    open([maya, noah]);
    for (const name of ['Maya Torres', 'Noah Reed']) {
      const article = await card(name);
      const tops = [...article.querySelectorAll('a, button')].map((one) => ({
        label: one.textContent,
        top: one.getBoundingClientRect().top,
      }));
      const sorted = tops.toSorted((one, other) => one.top - other.top).map(({ label }) => label);
      expect(sorted.slice(0, 2)).toEqual(['Complete', 'Terminate']);
    }
  },
);

test('Complete is disabled until there are two evaluations, and says so', async () => {
  const requests = open([maya]);
  const complete = within(await card('Maya Torres')).getByRole('button', { name: 'Complete' });
  expect(complete.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(complete.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('You can complete this once one more evaluation is in.');
  await userEvent.hold(complete);
  await userEvent.release();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain('/api/business_internship_status_change');
});

test('completes an internship after "Are you sure?", and then shows only its status', async () => {
  let rows = [noah];
  const requests = open([], {
    '/api/getInterns': () => rows,
    '/api/business_internship_status_change': () => {
      rows = [{ ...noah, business_status: 'completed' }];
      return aProject({ _id: 'noah', business_status: 'completed' });
    },
  });
  await userEvent.click(within(await card('Noah Reed')).getByRole('button', { name: 'Complete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  expect(dialog.textContent).toContain('Noah Reed');
  expect(dialog.textContent).toContain('This cannot be undone.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Complete' }));
  expect(
    await screen.findByText('Work-Based Learning Opportunity was successfully completed.'),
  ).toBeDefined();
  expect(screen.getByText('Work Based Learning Update Successful')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Terminate' })).toBeNull());
  expect(within(await card('Noah Reed')).getByText('Completed')).toBeDefined();
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { project_id: 'noah', business_status: 'completed' },
  ]);
});

test('shows a refusal in the dialog, without a confirmation', async () => {
  open([noah], {
    '/api/business_internship_status_change': refused(
      409,
      'conflict',
      'This placement is terminated, which only the school system can change',
    ),
  });
  await userEvent.click(within(await card('Noah Reed')).getByRole('button', { name: 'Terminate' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Terminate' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('only the school system');
  expect(screen.queryByText(/successfully/)).toBeNull();
});

test('an ended internship has no buttons', async () => {
  open([zoe]);
  const ended = within(await card('Zoe Ash'));
  expect(ended.getByText('Terminated')).toBeDefined();
  expect(ended.queryByText('Manage Internship')).toBeNull();
  expect(ended.queryByRole('link', { name: /evaluat/i })).toBeNull();
});
