import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProjectRow, PROJECT_ID } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

function open(projects: Answer) {
  answer({
    '/api/current-user': aSession(),
    '/api/getSettings': someSettings(),
    '/api/getProjectsByStudent': projects,
  });
  openApp('/projects/viewall');
}

const cards = async () => (await screen.findAllByRole('article')).map((card) => within(card));

test('a student sees each placement with its hours, and the total of all that count', async () => {
  const hours = [
    anEntry({ business_approved: 1 }),
    anEntry({ _id: 'two', total_hours: 2.5 }),
    anEntry({ _id: 'three', total_hours: 8, business_approved: -1 }),
  ];
  const ended = aProjectRow({ _id: 'ended', business_status: 'terminated' });
  open([aProjectRow({ hours }), ended]);
  const [first, second] = await cards();
  expect(screen.getByText('2 placements, 6.50 hours in all')).toBeTruthy();
  expect(first?.getByText('4.00')).toBeTruthy();
  expect(first?.getByText(/of 135 hours approved/)).toBeTruthy();
  expect(first?.getByText('2.50 hours waiting for approval')).toBeTruthy();
  expect(first?.getByText('Bayside Marine')).toBeTruthy();
  expect(first?.getByText('Until 08/31/2026')).toBeTruthy();
  expect(second?.getByText('Terminated')).toBeTruthy();
});

const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const aPlacementAtWork = (hours: number) =>
  aProjectRow({
    _id: `with ${hours} hours`,
    createdAt: dayAt(-50),
    last_entry: dayAt(-1).slice(0, 10),
    evaluation_count: 1,
    opportunity_id_fk: {
      _id: 'o',
      opportunity_title: 'Boat builder',
      internship_type: 'Internship' as const,
      employment_start: dayAt(-50).slice(0, 10),
      employment_stop: dayAt(50).slice(0, 10),
    },
    hours: [anEntry({ business_approved: 1, total_hours: hours })],
  });

test('a card marks the hours of a steady pace on its bar, and states the pace', async () => {
  open([aPlacementAtWork(20), aPlacementAtWork(70)]);
  const [behind, onPace] = await cards();
  expect(behind?.getByText('Behind')).toBeTruthy();
  expect(behind?.getByText('20.00 hours, 67.00 expected by now')).toBeTruthy();
  expect(onPace?.getByText('On pace')).toBeTruthy();
  expect(onPace?.getByText('70.00 hours, 67.00 expected by now')).toBeTruthy();
  const marks = [...document.querySelectorAll<HTMLElement>('article [style*="inset-inline-start"]')];
  expect(marks.map((mark) => Math.round(Number.parseFloat(mark.style.insetInlineStart)))).toEqual([50, 50]);
});

test('a card states no expected hours while fewer are on pace', async () => {
  open([aPlacementAtWork(62)]);
  const [card] = await cards();
  expect(card?.getByText('On pace')).toBeTruthy();
  expect(card?.queryByText(/expected by now/)).toBeNull();
  expect(document.querySelector('article [style*="inset-inline-start"]')).toBeNull();
});

test('a placement that has not started or has ended has no mark', async () => {
  const over = aPlacementAtWork(20);
  over.opportunity_id_fk.employment_stop = dayAt(-2).slice(0, 10);
  open([over, aProjectRow({ _id: 'done', business_status: 'completed' })]);
  const [late, done] = await cards();
  expect(late?.getByText('Ended with 20.00 of 135 hours')).toBeTruthy();
  expect(late?.queryByText(/expected by now/)).toBeNull();
  expect(done?.queryByText('Behind')).toBeNull();
  expect(document.querySelector('article [style*="inset-inline-start"]')).toBeNull();
});

test('a current placement links to logging hours, a terminated one only to the hours', async () => {
  open([aProjectRow({ _id: 'on' }), aProjectRow({ _id: 'off', business_status: 'terminated' })]);
  const [on, off] = await cards();
  expect(on?.getByRole('link', { name: /Log hours/ }).getAttribute('href')).toBe(
    '/project/on/hours?like=last',
  );
  expect(off?.getByRole('link', { name: /See hours/ }).getAttribute('href')).toBe('/project/off/hours');
});

test('a placement whose business was deleted shows Missing', async () => {
  open([aProjectRow({ business_id_fk: { _id: '', business_name: 'Missing' } })]);
  const [only] = await cards();
  expect(only?.getByText('Missing')).toBeTruthy();
});

test('a student without a placement sees how to get one', async () => {
  open([]);
  expect(await screen.findByText('You have no placement yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse opportunities' })).toBeTruthy();
});

test('offers to retry when placements could not be loaded', async () => {
  let broken = true;
  open(() => (broken ? refused(500, 'our-fault', 'Something went wrong') : [aProjectRow()]));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await userEvent.click(retry);
  expect(await cards()).toHaveLength(1);
});

const aReflection = (ordinal: number, status: 'complete' | 'unlocked') => ({
  _id: `r${ordinal}`,
  ordinal,
  question_text: 'What was hard?',
  question_text_es: '',
  answer_text: '',
  status,
});

test('a card shows the status of each item, and links to what the student has to do', async () => {
  const atWork = aProjectRow({
    reflections: [aReflection(1, 'complete'), aReflection(2, 'unlocked')],
    final_summary: { text: 'I built a boat.', approved: true, updatedAt: null },
    approved: ['summary'],
    evaluation_count: 1,
  });
  open([atWork]);
  const [card] = await cards();
  expect(card?.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Reflections1 of 2 answeredTo do',
    'Final SummaryApproved',
    'Final ProjectTo do',
    'Evaluations by the business1 of 2 submitted',
    'For the state’s department of education (MSDE)When everything else is in',
  ]);
  expect(card?.getByRole('link', { name: 'Reflections' })).toHaveProperty(
    'pathname',
    `/project/${PROJECT_ID}/reflections`,
  );
});

test('a terminated placement still shows what is left to do', async () => {
  open([aProjectRow({ business_status: 'terminated' })]);
  const [card] = await cards();
  expect(card?.getAllByText('To do')).toHaveLength(2);
});
