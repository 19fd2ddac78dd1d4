import { screen, waitFor, within } from '@testing-library/dom';
import type { School } from '@waypost/contract/school-system/lists/calls';
import { describe, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const id = '00000000-0000-4000-8000-0000000000a1';
const aSchool = (overrides: Partial<School> = {}): School => ({
  _id: id,
  name: 'Severn River High School',
  ordinal: 1,
  revision: 1,
  type: 'High',
  location: {
    street: '1 Main Street',
    city: 'Annapolis',
    state: 'MD',
    zip: '21401',
    lat: 38.97,
    lon: -76.49,
    userOverwroteLocation: false,
  },
  ...overrides,
});

function open(answers: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [],
    '/api/createSchool': { message: 'success' },
    '/api/geocode': { message: 'found', lat: 39, lon: -76, precision: 'address' },
    ...answers,
  });
  return { requests, ...openApp('/admin/schools') };
}

const sentTo = (requests: RecordedRequest[], path: string) =>
  requests.filter((one) => one.path === path).map((one) => one.body);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function fillIn() {
  await userEvent.click(await button('Add Your First School'));
  await userEvent.fill(await screen.findByLabelText(/^School name/), 'Bay High');
  await userEvent.choose(screen.getByLabelText(/^Type/), 'High');
  await userEvent.fill(screen.getByLabelText(/^Street/), '9 Dock Street');
  await userEvent.fill(screen.getByLabelText(/^City/), 'Easton');
  await userEvent.choose(screen.getByLabelText(/^State/), 'MD');
  await userEvent.fill(screen.getByLabelText(/^ZIP/), '21601');
}
const save = async () => userEvent.click(await button('Save and Go Back'));

const address = { street: '9 Dock Street', city: 'Easton', state: 'MD', zip: '21601' };
const bayHigh = { ...address, name: 'Bay High', type: 'High', userOverwroteLocation: false };

test('saves a school at the coordinates found for its address', async () => {
  const { requests } = open();
  await screen.findByRole('heading', { level: 1, name: 'Manage Schools' });
  expect(await button('Add Your First School')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Start with Default/ })).toBeNull();
  await fillIn();
  await save();
  expect(await screen.findByText('School saved')).toBeTruthy();
  expect(sentTo(requests, '/api/geocode')).toEqual([address]);
  expect(sentTo(requests, '/api/createSchool')).toEqual([{ ...bayHigh, lat: 39, lon: -76 }]);
});

test('a new school starts in the state of the others, and its ZIP code fills in the city', async () => {
  const easton = { city: 'Easton', state: 'MD' };
  const lewes = { city: '', state: 'DE' };
  open({
    '/api/getSchools': [aSchool()],
    '/api/getZipPlace': ({ query }: RecordedRequest) => (query.zip === '21601' ? easton : lewes),
  });
  await screen.findByText('Severn River High School');
  await userEvent.click(await button('Add school'));
  expect(await screen.findByLabelText(/^State/)).toHaveProperty('value', 'MD');
  await userEvent.type(screen.getByLabelText(/^ZIP/), '21601');
  expect(await screen.findByText('Filled in: Easton')).toBeTruthy();
  expect(screen.getByLabelText(/^City/)).toHaveProperty('value', 'Easton');
  // A ZIP code replaces the suggested state, but not one that was chosen.
  await userEvent.fill(screen.getByLabelText(/^ZIP/), '19958');
  expect(await screen.findByText('Filled in: Delaware')).toBeTruthy();
  await userEvent.choose(screen.getByLabelText(/^State/), 'VA');
  await userEvent.fill(screen.getByLabelText(/^ZIP/), '21601');
  expect(await screen.findByText('Filled in: Easton')).toBeTruthy();
  expect(screen.getByLabelText(/^State/)).toHaveProperty('value', 'VA');
});

describe('an address that is not found', () => {
  const again = 'Check the address, or save again to keep it';
  const cases: [string, Answer, string[], object][] = [
    [
      'but its ZIP code is',
      { message: 'found', lat: 38.7, lon: -76.1, precision: 'zip' },
      ['Your address is not found, trying zip code.', again],
      { lat: 38.7, lon: -76.1 },
    ],
    [
      'at all',
      { message: 'not found' },
      ['Your address is not found, location queries will not work.', again],
      { lat: 0, lon: 0 },
    ],
    [
      'because no service answers',
      refused(502, 'outside-failure', 'The address service didn’t answer. Try again in a moment.'),
      ['The address service didn’t answer. Try again in a moment.', 'Something Went Wrong'],
      { lat: null, lon: null },
    ],
    [
      'because the look-up failed',
      refused(500, 'our-fault', 'Something went wrong'),
      ['Google Maps API error.', 'Something Went Wrong'],
      { lat: null, lon: null },
    ],
  ];

  test.each(cases)('%s prevents saving the school until Save is pressed again', async (...one) => {
    const [, found, notices, point] = one;
    const { requests } = open({ '/api/geocode': found });
    await fillIn();
    await save();
    for (const words of notices) expect(await screen.findByText(words)).toBeTruthy();
    expect(sentTo(requests, '/api/createSchool')).toEqual([]);
    await save();
    await screen.findByText('School saved');
    expect(sentTo(requests, '/api/createSchool')).toEqual([{ ...bayHigh, ...point }]);
  });

  test('is looked up again once it is corrected', async () => {
    const { requests } = open({ '/api/geocode': { message: 'not found' } });
    await fillIn();
    await save();
    await screen.findByText('Your address is not found, location queries will not work.');
    await userEvent.fill(screen.getByLabelText(/^Street/), ' North');
    await save();
    await waitFor(() => expect(sentTo(requests, '/api/geocode')).toHaveLength(2));
    expect(sentTo(requests, '/api/createSchool')).toEqual([]);
  });
});

test('shows errors at missing fields, and looks nothing up', async () => {
  const { requests } = open();
  await userEvent.click(await button('Add Your First School'));
  await userEvent.fill(await screen.findByLabelText(/^School name/), 'Bay High');
  await save();
  expect(await screen.findByText('Error Saving')).toBeTruthy();
  expect(screen.getByText('Something Went Wrong, check that all fields are filled out')).toBeTruthy();
  expect(await screen.findAllByText('this field is required')).toHaveLength(5);
  expect(sentTo(requests, '/api/geocode')).toEqual([]);
});

test('warns about a name that is already taken, and keeps the form open', async () => {
  open({ '/api/createSchool': { message: 'School Exists' } });
  await fillIn();
  await save();
  expect(
    await screen.findByText(
      'A School already exists with that name, make sure you aren’t accidentally adding a duplicate',
    ),
  ).toBeTruthy();
  expect(screen.getByText('Try Again')).toBeTruthy();
  expect(screen.getByLabelText(/^School name/)).toHaveProperty('value', 'Bay High');
});

test('says that a school could not be saved', async () => {
  open({ '/api/createSchool': { message: 'fail' } });
  await fillIn();
  await save();
  expect(await screen.findByText('Error Saving.')).toBeTruthy();
  expect(screen.getByText('Something Went Wrong, check that all fields are filled out')).toBeTruthy();
});

test('deletes a school after a confirmation, and keeps one in use', async () => {
  let reply: object = { message: 'in use', uses: [{ where: 'students', count: 2 }] };
  const { requests } = open({ '/api/getSchools': [aSchool()], '/api/deleteSchool': () => reply });
  await userEvent.click(await button('Delete Severn River High School'));
  expect(await screen.findByRole('dialog', { name: 'Are you sure?' })).toBeTruthy();
  expect(sentTo(requests, '/api/deleteSchool')).toEqual([]);
  await userEvent.click(await button('Delete the school'));
  expect((await screen.findByRole('alert')).textContent).toContain('in use by 2 students');
  reply = { message: 'success' };
  await userEvent.click(await button('Delete the school'));
  expect(await screen.findByText('School successfully deleted')).toBeTruthy();
  expect(sentTo(requests, '/api/deleteSchool')).toEqual([{ id }, { id }]);
});

test('going back without a name saves nothing', async () => {
  const { requests } = open();
  await userEvent.click(await button('Add Your First School'));
  await save();
  await button('Add Your First School');
  expect(sentTo(requests, '/api/createSchool')).toEqual([]);
});

test('renaming a school keeps its location without a lookup', async () => {
  const { requests } = open({ '/api/getSchools': [aSchool()], '/api/editSchool': { message: 'success' } });
  expect(await screen.findByText('High · 1 Main Street, Annapolis, MD')).toBeTruthy();
  await userEvent.click(await button('Edit Severn River High School'));
  const name = await screen.findByLabelText(/^School name/);
  await userEvent.clear(name);
  await userEvent.type(name, 'Severn High');
  await save();
  await screen.findByText('School saved');
  expect(sentTo(requests, '/api/geocode')).toEqual([]);
  expect(sentTo(requests, '/api/editSchool')).toEqual([
    { _id: id, revision: 1, name: 'Severn High', type: 'High', ...aSchool().location },
  ]);
});

test('saves a pin that was moved again at its new position, without a lookup', async () => {
  const location = { ...aSchool().location, userOverwroteLocation: true };
  const { requests } = open({
    '/api/getSchools': [aSchool({ location })],
    '/api/editSchool': { message: 'success' },
  });
  await userEvent.click(await button('Edit Severn River High School'));
  await userEvent.click(await screen.findByLabelText(/the arrow keys move it/));
  await userEvent.keyboard('{ArrowRight}');
  await save();
  await screen.findByText('School saved');
  expect(sentTo(requests, '/api/geocode')).toEqual([]);
  expect(sentTo(requests, '/api/editSchool')).toMatchObject([
    { ...location, lat: expect.closeTo(38.97, 3), lon: expect.closeTo(-76.489313, 3) },
  ]);
});

test('says that a school has no location', async () => {
  const nowhere = { ...aSchool().location, lat: 0, lon: 0 };
  open({ '/api/getSchools': [aSchool({ location: nowhere })] });
  expect(await screen.findByText(/not on the map/)).toBeTruthy();
});

test.each(['/api/createSchool', '/api/geocode'])(
  'reports an expired session at %s, and goes to the login once the person agrees to discard the input',
  async (path) => {
    const { router, requests } = open({
      [path]: refused(401, 'no-session', 'Your user account is logged out, please log back in'),
    });
    await fillIn();
    await save();
    expect(await screen.findByText('Your user account is logged out, please log back in')).toBeTruthy();
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(screen.getByLabelText(/^School name/)).toHaveProperty('value', 'Bay High');
    await userEvent.click(dialog.getByRole('button', { name: 'Stay here' }));
    await save();
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
        name: 'Leave',
      }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    // Both times for the same person, so nobody else can be logged in meanwhile.
    const users = requests.filter((request) => request.path === path).map(({ user }) => user);
    expect([users.length, new Set(users).size, users[0]]).toEqual([2, 1, expect.any(String)]);
  },
);
