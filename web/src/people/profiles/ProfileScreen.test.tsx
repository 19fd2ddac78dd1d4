import { screen, waitFor } from '@testing-library/dom';
import type { User } from '@waypost/contract/people/profiles/calls';
import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { aBusiness, annapolis, aStudent, profileAnswers } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

function open(user: User, path = '/profile', answers: Record<string, Answer> = {}) {
  const requests = answer({ ...profileAnswers(user), ...answers });
  return { requests, ...openApp(path) };
}

// By label and text: queries by role take seconds in a form of this length.
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}\\s*\\*?$`));
const fill = async (name: string, text: string) => userEvent.fill(await field(name), text);
const press = async (name: string) => {
  const words = await screen.findByText(name, { selector: 'button *' });
  await userEvent.click(words.closest('button') ?? words);
};
/** Opens one of the form's collapsed sections. */
const unfold = async (title: string) =>
  userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${title}`) }));
const savedOf = (requests: RecordedRequest[]) => {
  const body = requests.find(({ path, method }) => path === '/api/user' && method === 'POST')?.body;
  return (body as { profile: object } | undefined)?.profile;
};
const isAsked = (requests: RecordedRequest[], path: string) => requests.some((one) => one.path === path);

/** The error of a field. */
async function errorAt(name: string): Promise<string> {
  const found = await field(name);
  const ids = (found.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

const newStudent = aUser({ __v: 0, first_name: '', last_name: '' });
const newBusiness = aUser({ __v: 0, role: 'Business', first_name: '', last_name: '' });
const address = ['Street', 'City', 'State', 'ZIP code'];

test.each<[string, User, string[]]>([
  [
    'student',
    newStudent,
    [
      'First name',
      'Last name',
      'Student ID',
      'Gender',
      'School',
      'Program',
      'Graduation year',
      'Parent or guardian',
      ...address,
    ],
  ],
  [
    'business',
    newBusiness,
    [
      'Business name',
      'About your business',
      'Featured projects',
      'Career opportunities',
      'Internship opportunities',
      'Contact’s name',
      'Contact’s email',
      'Contact’s phone',
      ...address,
    ],
  ],
  ['teacher', aUser({ role: 'Teacher', first_name: '', last_name: '' }), ['First name', 'Last name']],
])('an empty form of a %s marks each required field, and saves nothing', async (_role, user, needed) => {
  const { requests } = open(user);
  await press('Save profile');
  expect(await screen.findByText('Check your form for errors')).toBeTruthy();
  for (const name of needed) expect(await errorAt(name), name).toContain('this field is required');
  await waitFor(async () => expect(document.activeElement).toBe(await field(needed[0] ?? '')));
  expect(savedOf(requests)).toBeUndefined();
  expect(isAsked(requests, '/api/geocode')).toBe(false);
});

test.each([
  ['student', newStudent],
  ['business', newBusiness],
])(
  'the form of a %s appears with its choices, which would move its fields if they came later',
  async (_role, user) => {
    let reply = (_list: unknown[]) => {};
    const focusAreas = new Promise<unknown[]>((resolve) => {
      reply = resolve;
    });
    open(user, '/profile', { '/api/getFocusAreas': focusAreas });
    await screen.findByRole('heading', { level: 1, name: 'Complete your profile' });
    await screen.findByText('Loading');
    expect(screen.queryByText('Save profile')).toBeNull();
    reply([{ _id: 'f', name: 'Boats' }]);
    await screen.findByText('Save profile');
    expect(screen.getByText('Boats')).toBeTruthy();
  },
);

test('a student cannot change a birth date that the school has set', async () => {
  const { unmount } = open(aStudent({ birth_date: '2009-04-17', birth_date_by: 'school', approved: false }));
  await unfold('About you');
  expect(await field('Birth date')).toHaveProperty('value', '04/17/2009');
  expect(await field('Birth date')).toHaveProperty('disabled', true);
  expect(
    screen.getByText('Your school has this date on file. If it is wrong, ask them to correct it.'),
  ).toBeTruthy();
  unmount();
  open(aStudent({ birth_date: '2009-04-17', birth_date_by: 'student', approved: false }));
  expect(await field('Birth date')).toHaveProperty('disabled', false);
});

test('a profile is saved without a birth date, but not with a wrong one', async () => {
  const { requests } = open(aStudent({ approved: false }));
  await fill('Birth date', '04/17/2999');
  await press('Save profile');
  await waitFor(async () => expect(await errorAt('Birth date')).toContain('must not be in the future'));
  expect(savedOf(requests)).toBeUndefined();
  await userEvent.clear(await field('Birth date'));
  await press('Save profile');
  expect(await screen.findByText('Profile Updated.')).toBeTruthy();
  expect(savedOf(requests)).toMatchObject({ birth_date: 'none' });
  expect(await field('Birth date')).toHaveProperty('value', '');
});

test('a student must choose at least one focus area', async () => {
  const { requests } = open(aStudent({ focus_areas: [] }));
  await press('Save profile');
  expect(await screen.findByText('Check your form for errors')).toBeTruthy();
  const areas = await screen.findByRole('group', { name: /^Focus areas/ });
  const described = (areas.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('this field is required');
  expect(savedOf(requests)).toBeUndefined();
});

test.each([
  ['Contact’s email', 'not an email', 'must be a valid email address', 'Contacts'],
  ['Administrator’s email', 'nor this', 'must be a valid email address', 'Contacts'],
  ['ZIP code', '123', 'must be a ZIP code of five digits', 'Where you are'],
])('%s rejects %j, and shows the error on blur', async (name, typed, message, section) => {
  open(aBusiness());
  await unfold(section);
  await fill(name, typed);
  await userEvent.tab();
  await waitFor(async () => expect(await errorAt(name)).toContain(message));
});

test('starts with the stored graduation year', async () => {
  open(aStudent());
  expect((await field('Graduation year')) as HTMLSelectElement).toHaveProperty(
    'value',
    String(aStudent().graduation_year),
  );
});

test('formats a phone number as (000)000-0000 while typing', async () => {
  open(aStudent());
  await unfold('Phones and parents');
  const phone = await field('Cell phone');
  await userEvent.type(phone, '4105550123');
  expect(phone).toHaveProperty('value', '(410)555-0123');
});

test('marks a business’s required fields with an asterisk', async () => {
  open(aBusiness());
  for (const label of [
    'About your business',
    'Featured projects',
    'Career opportunities',
    'Internship opportunities',
  ])
    expect((await screen.findByText(label, { selector: '[id$="-label"]' })).textContent).toBe(`${label} *`);
});

test('tells a business the suggested length of its story', async () => {
  open(aBusiness());
  expect(await screen.findByText('3 words, 150 to 250 suggested')).toBeTruthy();
});

test('confirms a saved profile, and sends the input with its wire names', async () => {
  const { requests } = open(aStudent());
  await fill('Middle name', 'Ngozi');
  await userEvent.choose(await field('Pronouns'), 'She/Her');
  await press('Save profile');
  expect(await screen.findByText('Profile Updated.')).toBeTruthy();
  expect(savedOf(requests)).toMatchObject({
    first_name: 'Maya',
    middle_name: 'Ngozi',
    pronouns: 'She/Her',
    focus_areas: ['Boats'],
    location: annapolis,
  });
  // The address has not changed, so there is no lookup.
  expect(isAsked(requests, '/api/geocode')).toBe(false);
});

const opened = async () =>
  (await screen.findAllByRole('button', { expanded: true })).map(({ textContent }) => textContent ?? '');

test('a first profile opens every section', async () => {
  open(aStudent({ __v: 0 }));
  const titles = await opened();
  for (const title of ['About you', 'School and interests', 'Phones and parents', 'Where you live'])
    expect(titles).toContainEqual(expect.stringContaining(title));
  expect((await field('Street')).checkVisibility()).toBe(true);
  expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull();
});

test('a saved profile opens one section, and Next opens the next one', async () => {
  open(aStudent());
  expect(await opened()).toEqual([expect.stringContaining('About you')]);
  await press('Next: School and interests');
  expect(await opened()).toEqual([expect.stringContaining('School and interests')]);
});

test('saving the first profile continues to the role’s first screen', async () => {
  const { router } = open(aStudent({ __v: 0 }), '/profile', {
    '/api/getProjectsByStudent': [],
    '/api/getOpportunities': [],
  });
  expect(await screen.findByText('Complete your profile', { selector: 'h1' })).toBeTruthy();
  await press('Save profile');
  await waitFor(() => expect(router.state.location.pathname).toBe('/opportunity/browse'));
});

test.each<[Answer, string[]]>([
  [refused(500, 'our-fault', 'Something went wrong'), ['Error Saving.', 'Something Went Wrong']],
  [refused(409, 'conflict', 'This profile is being moved'), ['This profile is being moved']],
])('shows an error when saving fails with %o, and keeps the input', async (reply, words) => {
  open(aStudent(), '/profile', { '/api/user': reply });
  await fill('Middle name', 'Ngozi');
  await press('Save profile');
  const alert = await screen.findByRole('alert');
  for (const said of words) expect(alert.textContent).toContain(said);
  expect(await field('Middle name')).toHaveProperty('value', 'Ngozi');
});

test('shows the server’s errors at their fields', async () => {
  const errors = { 'profile.school_attending': ['this is not on the list any more'] };
  open(aStudent(), '/profile', { '/api/user': refused(400, 'invalid-input', 'Check it', errors) });
  await press('Save profile');
  await waitFor(async () => expect(await errorAt('School')).toContain('this is not on the list any more'));
});

test.each<[Answer, string | null, { lat: number | null; lon: number | null }]>([
  [{ message: 'found', lat: 39, lon: -76, precision: 'address' }, null, { lat: 39, lon: -76 }],
  [
    { message: 'found', lat: 39, lon: -76, precision: 'zip' },
    'Your address is not found, trying zip code.',
    { lat: 39, lon: -76 },
  ],
  [
    { message: 'not found' },
    'Your address is not found, location queries will not work.',
    { lat: 0, lon: 0 },
  ],
  [
    refused(502, 'outside-failure', 'No service answers'),
    'The address service didn’t answer. Try again in a moment.',
    { lat: null, lon: null },
  ],
])('geocodes a changed address before saving it: %j', async (reply, notice, point) => {
  const { requests } = open(aStudent(), '/profile', { '/api/geocode': reply });
  await unfold('Where you live');
  await fill('Street', '2 Bay Road');
  await press('Save profile');
  expect(await screen.findByText('Profile Updated.')).toBeTruthy();
  if (notice) expect(screen.getByText(notice)).toBeTruthy();
  else expect(screen.queryByText(/Your address|APIS/)).toBeNull();
  expect(savedOf(requests)).toMatchObject({ location: { street: '2 Bay Road', ...point } });
});

/** The towns that the server knows: only of Annapolis, and the states of all ZIP codes. */
const zipPlaces = ({ query }: RecordedRequest) =>
  query.zip === '21401' ? { city: 'Annapolis', state: 'MD' } : { city: '', state: 'VA' };

test('a ZIP code fills in the city and the state, which can be changed', async () => {
  const { requests } = open(newStudent, '/profile/maps', { '/api/getZipPlace': zipPlaces });
  await userEvent.type(await field('ZIP code'), '20120');
  await waitFor(async () => expect(await field('State')).toHaveProperty('value', 'VA'));
  expect(await field('City')).toHaveProperty('value', '');
  await fill('ZIP code', '21401');
  expect(await screen.findByText('Filled in: Annapolis, Maryland')).toHaveProperty('role', 'status');
  expect(await field('City')).toHaveProperty('value', 'Annapolis');
  expect(await field('State')).toHaveProperty('value', 'MD');
  expect(document.activeElement).toBe(await field('ZIP code'));
  expect(requests.filter(({ path }) => path === '/api/getZipPlace').map(({ query }) => query.zip)).toEqual([
    '20120',
    '21401',
  ]);
  // A town of an earlier ZIP code does not stay.
  await fill('ZIP code', '20120');
  await waitFor(async () => expect(await field('City')).toHaveProperty('value', ''));
  await fill('City', 'Centreville');
  await fill('ZIP code', '21401');
  await waitFor(async () => expect(await field('State')).toHaveProperty('value', 'MD'));
  expect(await field('City')).toHaveProperty('value', 'Centreville');
});

test('a ZIP code changes no city and no state that were typed or saved', async () => {
  const { requests } = open(aStudent({ location: { ...annapolis, city: 'Eastport' } }), '/profile/maps', {
    '/api/getZipPlace': { city: 'Centreville', state: 'VA' },
  });
  await fill('ZIP code', '20120');
  await waitFor(() => expect(isAsked(requests, '/api/getZipPlace')).toBe(true));
  await press('Save profile');
  await waitFor(() =>
    expect(savedOf(requests)).toMatchObject({ location: { city: 'Eastport', state: 'MD', zip: '20120' } }),
  );
});

/** Moves the map's pin by four pixels, whose size in degrees depends on the map's zoom. */
const movePin = async () => {
  await userEvent.click(await screen.findByLabelText(/the arrow keys move it/));
  await userEvent.keyboard('{ArrowRight}');
};
const moved = { lat: expect.closeTo(38.97, 3), lon: expect.closeTo(-76.479313, 3) };

test('/profile/maps starts with the location, and saves a moved pin immediately', async () => {
  const put = ({ body }: { body: { lat: number; lon: number } }) => ({
    location: { ...annapolis, lat: body.lat, lon: body.lon, userOverwroteLocation: true },
  });
  const { requests } = open(aStudent(), '/profile/maps', { '/api/updateLatLong': put });
  await movePin();
  expect(await screen.findByText('Location Updated.')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/updateLatLong')?.body).toEqual({
    collection: 'users',
    id: aStudent()._id,
    ...moved,
  });
  // A pin placed by hand is not looked up again.
  await unfold('About you');
  await fill('Middle name', 'Ngozi');
  await press('Save profile');
  expect(await screen.findByText('Profile Updated.')).toBeTruthy();
  expect(isAsked(requests, '/api/geocode')).toBe(false);
  expect(savedOf(requests)).toMatchObject({
    location: { ...annapolis, ...moved, userOverwroteLocation: true },
  });
});

test('a pin that arrow keys move is saved once, where it stops', async () => {
  const { requests } = open(aStudent(), '/profile/maps', {
    '/api/updateLatLong': ({ body }: { body: object }) => ({ location: { ...annapolis, ...body } }),
  });
  const saves = () => requests.filter(({ path }) => path === '/api/updateLatLong');
  await userEvent.click(await screen.findByLabelText(/the arrow keys move it/));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const _ of ['first', 'second', 'third']) {
    await userEvent.keyboard('{ArrowRight}');
    flushSync(() => void vi.advanceTimersByTime(599));
  }
  expect(saves()).toEqual([]);
  flushSync(() => void vi.advanceTimersByTime(1));
  vi.useRealTimers();
  await waitFor(() => expect(saves()).toHaveLength(1));
});

test('arrow keys move the pin in their direction, and ten times as far with Shift', async () => {
  const { requests } = open(aStudent(), '/profile/maps', {
    '/api/updateLatLong': ({ body }: { body: { lat: number; lon: number } }) => ({
      location: { ...annapolis, lat: body.lat, lon: body.lon, userOverwroteLocation: true },
    }),
  });
  await userEvent.click(await screen.findByLabelText(/the arrow keys move it/));
  const points = [annapolis];
  for (const keys of [
    '{ArrowLeft}',
    '{ArrowUp}',
    '{ArrowDown}',
    '{ArrowRight}',
    '{Shift>}{ArrowLeft}{/Shift}',
  ]) {
    await userEvent.keyboard(keys);
    await waitFor(() =>
      expect(requests.filter(({ path }) => path === '/api/updateLatLong')).toHaveLength(points.length),
    );
    points.push(requests.findLast(({ path }) => path === '/api/updateLatLong')?.body as typeof annapolis);
  }
  const steps = points.slice(1).map((to, n) => ({
    east: Math.round(((to.lon ?? 0) - (points[n]?.lon ?? 0)) * 1e4),
    north: Math.round(((to.lat ?? 0) - (points[n]?.lat ?? 0)) * 1e4),
  }));
  const [left, up, down, right, far] = steps;
  expect([left, right].map((step) => Math.sign(step?.east ?? 0))).toEqual([-1, 1]);
  expect([up, down].map((step) => Math.sign(step?.north ?? 0))).toEqual([1, -1]);
  expect([left?.north, up?.east, down?.east, right?.north]).toEqual(
    [0, 0, 0, 0].map(() => expect.closeTo(0, 0)),
  );
  expect(far?.east).toBeLessThan(5 * (left?.east ?? 0));
});

test('a pin that cannot be saved moves back', async () => {
  const broken = refused(500, 'our-fault', 'Something went wrong');
  open(aStudent(), '/profile/maps', { '/api/updateLatLong': broken });
  await movePin();
  expect(await screen.findByText(/You placed the pin/)).toBeTruthy();
  expect(await screen.findByText('Error Saving.')).toBeTruthy();
  expect(screen.queryByText(/You placed the pin/)).toBeNull();
});

test.each<[string, User]>([
  ['student', aStudent()],
  ['business', aBusiness()],
  ['teacher', aUser({ role: 'Teacher' })],
])(
  '/profile/test validates the form of a %s and shows what would be saved, without saving',
  async (_role, user) => {
    const { requests } = open(user, '/profile/test');
    await press('Check the form');
    expect(await screen.findByText('This would be saved', { selector: 'h2' })).toBeTruthy();
    expect(screen.getByText('The form has no errors. Nothing was saved.')).toBeTruthy();
    expect(savedOf(requests)).toBeUndefined();
    expect(screen.queryByText('Profile Updated.')).toBeNull();
    // Documents and pictures are stored as soon as they are chosen, so there are no fields for them here.
    expect(document.querySelector('main input[type=file]')).toBeNull();
  },
);

test('/profile/test finds the same errors as saving, and does not save a moved pin', async () => {
  const { requests } = open(aStudent({ parent_name: '' }), '/profile/test');
  await press('Where you live');
  await movePin();
  await press('Check the form');
  expect(await screen.findByText('Check your form for errors')).toBeTruthy();
  expect(await errorAt('Parent or guardian')).toContain('this field is required');
  expect(screen.queryByText('This would be saved')).toBeNull();
  expect(isAsked(requests, '/api/updateLatLong')).toBe(false);
});

test('restores a draft after a reload and lets the user discard it', async () => {
  const { unmount } = open(aStudent());
  await fill('Middle name', 'Ngozi');
  await waitFor(() => expect(Object.values({ ...sessionStorage }).join()).toContain('Ngozi'));
  unmount();
  open(aStudent());
  expect(await screen.findByText(/We restored what you typed/)).toBeTruthy();
  expect(await field('Middle name')).toHaveProperty('value', 'Ngozi');
  await press('Discard');
  expect(await field('Middle name')).toHaveProperty('value', '');
});

test('a deactivated student can view their profile, but not edit it', async () => {
  answer({
    '/api/current-user': aSession({ _id: 'me', approved: false, deactivated: true }),
    '/api/getSettings': someSettings(),
  });
  openApp('/profile');
  expect(await screen.findByText('Your profile can’t be changed now')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View profile' }).getAttribute('href')).toBe('/profile/view/me');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Save|Upload|Choose/ })).toBeNull();
});
