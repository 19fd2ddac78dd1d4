import { screen, waitFor, within } from '@testing-library/dom';
import type { Project, ProjectRow } from '@waypost/contract/placements/projects/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProjectRow } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

function open(interns: Answer, address = '/interns/viewall') {
  answer({
    '/api/current-user': aSession({ role: 'Business', business_name: 'Bayside Marine' }),
    '/api/getSettings': someSettings(),
    '/api/getInterns': interns,
  });
  return openApp(address);
}

type Student = NonNullable<Project['student_id_fk']>;

function anIntern(_id: string, student: Partial<Student>, overrides: Partial<Project> = {}): ProjectRow {
  const one: Student = {
    _id: `${_id}-student`,
    first_name: 'Maya',
    last_name: 'Torres',
    profile_pic_id_fk: null,
    graduation_year: 2027,
    school_attending: 'Bay High',
    affiliated_program: 'Boats',
    ...student,
  };
  return aProjectRow({ _id, student_id_fk: one, ...overrides });
}

const sails = {
  _id: 'o2',
  opportunity_title: 'Sail loft',
  employment_start: '2026-02-16',
  employment_stop: '2026-08-31',
} as const;
const three = [
  anIntern('maya', {}, { hours: [anEntry()] }),
  anIntern('leo', { first_name: 'Leo', last_name: 'Park', school_attending: 'Cove High' }),
  anIntern(
    'ada',
    { first_name: 'Ada', last_name: 'Cole', affiliated_program: 'Design', graduation_year: 2028 },
    { opportunity_id_fk: { ...sails, internship_type: 'Apprenticeship' } },
  ),
];

const names = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));
const card = async (name: string) => within(await screen.findByRole('article', { name }));

test('groups interns by opportunity, and shows their number', async () => {
  open(three);
  const boats = within(await screen.findByRole('region', { name: 'Boatyard Intern' }));
  expect(boats.getAllByRole('article')).toHaveLength(2);
  const loft = within(screen.getByRole('region', { name: 'Sail loft' }));
  expect(loft.getByRole('article', { name: 'Ada Cole' })).toBeTruthy();
  expect(screen.getByText('3 interns')).toBeTruthy();
});

test('highlights pending hours, and links to their log', async () => {
  open(three);
  const maya = await card('Maya Torres');
  expect(maya.getByText('1 entry to approve')).toBeTruthy();
  expect(maya.getByRole('link', { name: /Review hours/ }).getAttribute('href')).toBe(
    '/interns/hours_log/maya',
  );
  const leo = await card('Leo Park');
  expect(leo.queryByText(/wait/)).toBeNull();
  expect(leo.getByRole('link', { name: /See hours/ })).toBeTruthy();
});

test('measures each kind of placement against its own minimum', async () => {
  open(three);
  expect((await card('Maya Torres')).getByText(/of 135 hours approved/)).toBeTruthy();
  expect((await card('Ada Cole')).getByText(/of 450 hours approved/)).toBeTruthy();
});

test.each([
  ['?schools=["Cove High"]', ['Leo Park']],
  ['?programs=["Design"]', ['Ada Cole']],
  ['?year=2027', ['Maya Torres', 'Leo Park']],
  ['?pending=true', ['Maya Torres']],
  ['?pending=true&year=2028', []],
])('the query string %s shows %j', async (search, shown) => {
  open(three, `/interns/viewall${search}`);
  await screen.findByText(shown.length === 1 ? '1 intern' : `${shown.length} interns`);
  expect(names()).toEqual(shown);
  expect(screen.queryByText('No intern matches these filters') !== null).toBe(shown.length === 0);
});

test('keeps a chosen filter in the query string, so it can be shared', async () => {
  const { router } = open(three);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Pending Hours Only' }));
  await userEvent.choose(screen.getByRole('combobox', { name: 'Graduation Year' }), '2027');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ pending: true, year: '2027' }));
  expect(names()).toEqual(['Maya Torres']);
  await userEvent.click(screen.getByRole('button', { name: /^Schools/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Bay High' }));
  await userEvent.click(screen.getByRole('button', { name: /^Programs/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Design' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ schools: ['Bay High'], programs: ['Design'] }),
  );
  expect(names()).toEqual([]);
});

test('shows an intern whose account was deleted, without a name', async () => {
  open([aProjectRow({ student_id_fk: null })]);
  expect(await card('A former student')).toBeTruthy();
});

test('loads a picture from the file store', async () => {
  const picture = { _id: 'p', name: 'profile_pic_cropped', path: 'files/p/maya.jpg' };
  const { container } = open([anIntern('maya', { profile_pic_id_fk: picture })]);
  await card('Maya Torres');
  const sources = [...container.querySelectorAll('article img')].map((one) => one.getAttribute('src'));
  expect(sources).toEqual(['/files/p/maya.jpg']);
});

test('tells a business that it has no interns', async () => {
  open([]);
  expect(await screen.findByText('You do not have any interns to manage at this time.')).toBeTruthy();
});

test('offers to retry when interns could not be loaded', async () => {
  let broken = true;
  open(() => (broken ? refused(500, 'our-fault', 'Something went wrong') : three));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await userEvent.click(retry);
  expect(await card('Maya Torres')).toBeTruthy();
});

test('the year filter offers the documented years, regardless of the interns', async () => {
  open(three);
  const years = await screen.findByRole('combobox', { name: 'Graduation Year' });
  const now = new Date().getFullYear();
  expect(
    within(years)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All graduation years', ...[-2, -1, 0, 1, 2, 3].map((more) => `${now + more}`)]);
});
