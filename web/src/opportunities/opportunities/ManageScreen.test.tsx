import { screen, waitFor, within } from '@testing-library/dom';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { statisticsLabels } from '@waypost/contract/opportunities/opportunities/rules';
import type { User } from '@waypost/contract/people/profiles/calls';
import { expect, test } from 'vitest';
import { anOpportunityRow } from '../../../testing/opportunities.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { someTasks } from '../../../testing/tasks.ts';
import { userEvent } from '../../../testing/user-event.ts';

const statistics = (...values: number[]) =>
  statisticsLabels.map((label, index) => ({ label, value: values[index] ?? 0 }));

interface OpenOptions {
  rows?: OpportunityRow[];
  user?: Partial<User>;
  answers?: Record<string, Answer>;
  address?: string;
}

function open({ rows = [], user = {}, answers = {}, address = '/opportunity/all' }: OpenOptions) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Business', business_name: 'Bayside Marine', ...user }),
    '/api/getSettings': someSettings(),
    '/api/getOpportunities': rows,
    '/api/getBusinessInternshipStats': statistics(),
    ...answers,
  });
  return { ...openApp(address), requests };
}

const rowOf = async (title: string) => {
  const link = await screen.findByRole('link', { name: title });
  const row = link.closest('tr');
  if (!row) throw new Error(`${title} stands in no row`);
  return within(row);
};

test('a row shows the dates, the remaining seats, the applicants, and its actions', async () => {
  open({
    rows: [
      anOpportunityRow({
        available_slots: 4,
        reportData: { accepted_count: 3, applicant_count: 5 },
      }),
    ],
  });
  const row = await rowOf('Boat builder');
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
  expect(headers).toEqual(['Title', 'Dates', 'Available Seats', 'Applicants', 'Actions']);
  expect(row.getByRole('link', { name: /^5\s+for Boat builder$/ })).toBeTruthy();
  expect(row.getByText(/03\/01\/2026 – 03\/31\/2026/)).toBeTruthy();
  expect(row.getByText(/1 of 4/)).toBeTruthy();
  expect(row.getByText('Only 1 Spot Open')).toBeTruthy();
  const links = ['Applicants for', 'View', 'Edit', 'Duplicate'].map((what) =>
    row.getByRole('link', { name: `${what} Boat builder` }).getAttribute('href'),
  );
  const { _id } = anOpportunityRow();
  expect(links).toEqual([
    `/opportunity/applicants/${_id}`,
    `/opportunity/view/${_id}`,
    `/opportunity/edit/${_id}`,
    `/opportunity/duplicate/${_id}`,
  ]);
  expect(screen.getByText('1 opportunity')).toBeTruthy();
});

test('an opportunity with applicants cannot be deleted', async () => {
  open({ rows: [anOpportunityRow({ reportData: { accepted_count: 0, applicant_count: 1 } })] });
  const row = await rowOf('Boat builder');
  expect(row.queryByRole('button', { name: 'Delete Boat builder' })).toBeNull();
});

test('asks before deleting, names the opportunity, and confirms the deletion', async () => {
  let rows = [anOpportunityRow()];
  const remove = () => {
    rows = [];
    return { message: 'success' };
  };
  const { requests } = open({
    answers: { '/api/getOpportunities': () => rows, '/api/deleteOpportnity': remove },
  });
  await userEvent.click((await rowOf('Boat builder')).getByRole('button', { name: 'Delete Boat builder' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(dialog.getByText('Boat builder')).toBeTruthy();
  expect(requests.some(({ path }) => path === '/api/deleteOpportnity')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Opportunity successfully deleted.')).toBeTruthy();
  expect(await screen.findByText('You haven’t posted an opportunity yet')).toBeTruthy();
});

test('keeps an opportunity that got applicants meanwhile, and the dialog says why', async () => {
  open({ rows: [anOpportunityRow()], answers: { '/api/deleteOpportnity': { message: 'fail' } } });
  await userEvent.click((await rowOf('Boat builder')).getByRole('button', { name: 'Delete Boat builder' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('Someone just applied, so it wasn’t deleted.')).toBeTruthy();
});

test('shows no seat count for a restricted opportunity', async () => {
  open({ rows: [anOpportunityRow({ audience: 'Specific', available_slots: 0 })] });
  expect((await rowOf('Boat builder')).getByText('Chosen students')).toBeTruthy();
});

/** The colors of the pie's slices in a part of the screen. */
const slicesOf = (part: HTMLElement) =>
  [...part.querySelectorAll('.recharts-pie-sector path')].map((slice) => getComputedStyle(slice).fill);

test('shows several numbers as text next to their chart', async () => {
  open({
    rows: [anOpportunityRow()],
    answers: { '/api/getBusinessInternshipStats': statistics(3, 7, 0, 1) },
  });
  const part = within(await screen.findByRole('region', { name: 'Your placements' }));
  expect(part.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '3Open positions',
    '7Pending applicants',
    '0Accepted',
    '1Completed',
    '0Terminated',
  ]);
  const region = screen.getByRole('region', { name: 'Your placements' });
  await waitFor(() => expect(slicesOf(region)).toHaveLength(3));
  // Each slice has the color next to its number.
  const swatches = [...region.querySelectorAll('li:not([data-none]) [style]')];
  const colors = swatches.map((swatch) => getComputedStyle(swatch).backgroundColor);
  expect(slicesOf(region)).toEqual(colors);
});

test('shows a single number without a chart', async () => {
  open({ rows: [anOpportunityRow()], answers: { '/api/getBusinessInternshipStats': statistics(0, 7) } });
  const part = within(await screen.findByRole('region', { name: 'Your placements' }));
  expect(part.getByText('7')).toBeTruthy();
  expect(part.getByText('Pending applicants')).toBeTruthy();
  expect(part.queryByRole('listitem')).toBeNull();
  expect(screen.getByRole('region', { name: 'Your placements' }).querySelector('svg')).toBeNull();
});

test('shows statistics that are all zero without a chart', async () => {
  open({ rows: [anOpportunityRow()] });
  const part = within(await screen.findByRole('region', { name: 'Your placements' }));
  expect(part.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    statisticsLabels.map((label) => `0${label}`),
  );
  // Neither a chart nor a placeholder for one.
  expect(part.getByRole('list').parentElement?.children).toHaveLength(1);
});

test('keeps the sort order in the query string', async () => {
  const rows = [
    anOpportunityRow({ _id: '1', opportunity_title: 'Boats' }),
    anOpportunityRow({ _id: '2', opportunity_title: 'Anchors' }),
  ];
  const { router } = open({ rows, address: '/opportunity/all?sort=-title' });
  await rowOf('Boats');
  const titles = () =>
    screen.getAllByRole('link', { name: /^(Boats|Anchors)$/ }).map((link) => link.textContent);
  expect(titles()).toEqual(['Boats', 'Anchors']);
  await userEvent.click(screen.getByRole('button', { name: 'Title' }));
  expect(titles()).toEqual(['Anchors', 'Boats']);
  expect(router.state.location.search).toEqual({ sort: 'title' });
});

test('tells a business that is not approved yet why it cannot post, without a button to post', async () => {
  open({ user: { approved: false } });
  expect(await screen.findByText('You can post once you’re approved')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create opportunity' })).toBeNull();
});

test('a business whose approval was withdrawn sees its opportunities but cannot change them', async () => {
  open({ user: { approved: false }, rows: [anOpportunityRow()] });
  const row = await rowOf('Boat builder');
  expect(row.queryByRole('link', { name: 'Edit Boat builder' })).toBeNull();
  expect(row.queryByRole('button', { name: 'Delete Boat builder' })).toBeNull();
});

test('offers to retry when the list could not be loaded', async () => {
  let fails = true;
  open({
    answers: {
      '/api/getOpportunities': () =>
        fails ? refused(500, 'our-fault', 'Something went wrong') : [anOpportunityRow()],
    },
  });
  await screen.findByText('We couldn’t load this.');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await rowOf('Boat builder');
});

test('renders the list after the content above it loads, to avoid layout shift', async () => {
  let resolveReply = (_: unknown) => {};
  const tasks = new Promise((resolve) => {
    resolveReply = resolve;
  });
  open({ rows: [anOpportunityRow()], answers: { '/api/loadTasks': tasks } });
  await screen.findByText('Loading');
  expect(screen.queryByRole('link', { name: 'Boat builder' })).toBeNull();
  resolveReply(someTasks());
  expect(await screen.findByRole('link', { name: 'Boat builder' })).toBeTruthy();
});
