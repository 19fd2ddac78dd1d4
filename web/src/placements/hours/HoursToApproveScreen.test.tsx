import { screen, waitFor, within } from '@testing-library/dom';
import type { Locale } from '@waypost/contract/i18n';
import type { HoursToApprove } from '@waypost/contract/placements/hours/calls';
import { expect, onTestFinished, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProject } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { switchLocale } from '../../client/locale.ts';

const DECIDE = '/api/project_update_hoursApproval';

const pending = (_id: string, project_id: string, day: string, total_hours = 4): HoursToApprove => ({
  notes: { outside: null, long_day: _id === 'm1' ? { day, hours: 9 } : null, long_week: null },
  _id,
  project_id,
  start_date: day,
  end_date: day,
  total_hours,
  text_log: `Log of ${_id}.`,
  intern: project_id === 'maya' ? 'Maya Torres' : 'Ben Cole',
  opportunity_title: 'Boatyard Intern',
});

// Two weeks: March 2 with both interns, March 9 with one.
const four = [
  pending('m1', 'maya', '2026-03-02', 3.5),
  pending('b1', 'ben', '2026-03-04', 2),
  pending('m2', 'maya', '2026-03-08', 1.25),
  pending('m3', 'maya', '2026-03-09'),
];

interface Decision {
  project_id: string;
  hours_id: string[];
  business_approved: 1 | -1;
}

/** Decides like the server, and then lists what is left. */
function open(entries: readonly HoursToApprove[] = four, decide?: Answer, locale: Locale = 'en') {
  let left = [...entries];
  const requests = answer({
    '/api/current-user': { ...aSession({ role: 'Business', business_name: 'Bayside Marine' }), locale },
    '/api/getSettings': someSettings(),
    '/api/getHoursToApprove': () => ({ entries: left, total: left.length }),
    [DECIDE]:
      decide ??
      (({ body }: { body: unknown }) => {
        const { project_id, hours_id, business_approved } = body as Decision;
        left = left.filter(({ _id }) => !hours_id.includes(_id));
        return aProject({
          _id: project_id,
          hours: hours_id.map((_id) => anEntry({ _id, business_approved })),
        });
      }),
  });
  openApp('/interns/hours');
  return requests;
}

const decisions = (requests: ReturnType<typeof answer>) =>
  requests.filter(({ path }) => path === DECIDE).map(({ body }) => body);
const week = async (day: string) => within(await screen.findByRole('region', { name: `Week of ${day}` }));
const focused = () => document.activeElement?.getAttribute('aria-label');

test('lists pending hours by week and intern, with totals', async () => {
  open();
  expect(await screen.findByText('4 entries to approve, 10.75 hours')).toBeTruthy();
  const first = await week('Mon 03/02/2026');
  expect(first.getByText('3 entries, 6.75 hours')).toBeTruthy();
  expect(first.getAllByRole('article').map((part) => part.getAttribute('aria-label'))).toEqual([
    'Ben Cole, week of Mon 03/02/2026',
    'Maya Torres, week of Mon 03/02/2026',
  ]);
  const maya = within(first.getByRole('article', { name: /^Maya/ }));
  expect(maya.getByText('Boatyard Intern, 4.75 hours')).toBeTruthy();
  expect(maya.getByRole('link', { name: 'Maya Torres' }).getAttribute('href')).toBe(
    '/interns/hours_log/maya',
  );
  expect(maya.getByText('Log of m1.')).toBeTruthy();
  expect(maya.getByText(/^9\.00 hours on /)).toBeTruthy();
  const second = await week('Mon 03/09/2026');
  // With one entry, its own hours and its own button are enough.
  expect(second.getAllByText(/4\.00/).map(({ textContent }) => textContent)).toEqual([
    'Mon 03/09/2026: 4.00 hours',
  ]);
  expect(second.getByText('Boatyard Intern')).toBeTruthy();
  expect(second.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Approve',
    'Disapprove',
  ]);
});

test('approves a whole week with one call for each intern, and the focus moves to the next week', async () => {
  const requests = open();
  const first = await week('Mon 03/02/2026');
  await userEvent.click(
    first.getByRole('button', { name: 'Approve the whole week of Mon 03/02/2026: 6.75 hours' }),
  );
  expect(await screen.findByText('6.75 hours approved.')).toBeTruthy();
  expect(decisions(requests)).toEqual([
    { project_id: 'ben', hours_id: ['b1'], business_approved: 1 },
    { project_id: 'maya', hours_id: ['m1', 'm2'], business_approved: 1 },
  ]);
  expect(screen.queryByRole('region', { name: 'Week of Mon 03/02/2026' })).toBeNull();
  expect(focused()).toBe('Approve Maya Torres’s 4.00 hours on Mon 03/09/2026');
});

test('approves an intern’s week, or one entry, and the focus moves to the next Approve', async () => {
  const requests = open();
  const first = await week('Mon 03/02/2026');
  await userEvent.click(
    first.getByRole('button', { name: 'Approve Ben Cole’s 2.00 hours on Wed 03/04/2026' }),
  );
  expect(await screen.findByText('2.00 hours approved.')).toBeTruthy();
  const all = 'Approve all 2 of Maya Torres in the week of Mon 03/02/2026: 4.75 hours';
  expect(focused()).toBe(all);
  await userEvent.click(first.getByRole('button', { name: all }));
  expect(await screen.findByText('4.75 hours approved.')).toBeTruthy();
  expect(decisions(requests)).toEqual([
    { project_id: 'ben', hours_id: ['b1'], business_approved: 1 },
    { project_id: 'maya', hours_id: ['m1', 'm2'], business_approved: 1 },
  ]);
  expect(focused()).toBe('Approve Maya Torres’s 4.00 hours on Mon 03/09/2026');
});

test('disapproving asks for a reason', async () => {
  const requests = open();
  const second = await week('Mon 03/09/2026');
  await userEvent.click(second.getByRole('button', { name: /^Disapprove Maya Torres’s 4.00 hours/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disapprove 4.00 hours?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Disapprove hours' }));
  expect(await dialog.findByText('Give the student a reason')).toBeTruthy();
  expect(dialog.getByText('Maya Torres sees the reason and can correct the entry.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'You left at noon.');
  await userEvent.click(dialog.getByRole('button', { name: 'Disapprove hours' }));
  expect(await screen.findByText('4.00 hours disapproved.')).toBeTruthy();
  expect(decisions(requests)).toEqual([
    { project_id: 'maya', hours_id: ['m3'], business_approved: -1, reason: 'You left at noon.' },
  ]);
});

test('the focus also moves to the next Approve in Spanish', async () => {
  onTestFinished(() => switchLocale('en'));
  const requests = open(four, undefined, 'es');
  await userEvent.click(await screen.findByRole('button', { name: /^Aprobar 2.00 horas de Ben Cole/ }));
  await waitFor(() => expect(decisions(requests)).toHaveLength(1));
  expect(focused()).toBe('Aprobar los 2 de Maya Torres en la semana del lun 03/02/2026: 4.75 horas');
});

test('shows a rejected approval again, with the reason', async () => {
  open(four, refused(409, 'conflict', 'Not now.'));
  const second = await week('Mon 03/09/2026');
  await userEvent.click(second.getByRole('button', { name: /^Approve Maya Torres’s 4.00 hours/ }));
  expect(await screen.findAllByText('Not now.')).not.toHaveLength(0);
  expect((await week('Mon 03/09/2026')).getByText('Log of m3.')).toBeTruthy();
});

test('says which entries were deleted meanwhile', async () => {
  open(four, aProject({ _id: 'maya', hours: [anEntry({ _id: 'm1', business_approved: 1 })] }));
  const first = await week('Mon 03/02/2026');
  await userEvent.click(first.getByRole('button', { name: /^Approve all \d+ of Maya/ }));
  expect(await screen.findByText(/^1 of 2 entries was deleted by the student/)).toBeTruthy();
});

test('says that nothing changed if the student deleted all of them', async () => {
  open(four, aProject({ _id: 'maya', hours: [] }));
  const first = await week('Mon 03/02/2026');
  await userEvent.click(first.getByRole('button', { name: /^Approve all \d+ of Maya/ }));
  expect(await screen.findByText('The student deleted these entries.')).toBeTruthy();
  expect(screen.getByText('No hours were changed')).toBeTruthy();
});

test('after the last approval, nothing is waiting', async () => {
  open([pending('m1', 'maya', '2026-03-02')]);
  await userEvent.click(await screen.findByRole('button', { name: /^Approve Maya Torres’s 4.00 hours/ }));
  expect(await screen.findByText('No hours are waiting')).toBeTruthy();
  await waitFor(() => expect(focused()).toBe('Hours to approve'));
});

test('shows the first of very many entries, with the number of all', async () => {
  answer({
    '/api/current-user': aSession({ role: 'Business' }),
    '/api/getSettings': someSettings(),
    '/api/getHoursToApprove': { entries: four, total: 612 },
  });
  openApp('/interns/hours');
  expect(await screen.findByText('4 entries to approve, 10.75 hours · the first 4 of 612')).toBeTruthy();
});
