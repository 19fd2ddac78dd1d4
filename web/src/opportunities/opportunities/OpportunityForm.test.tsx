import { screen, waitFor, within } from '@testing-library/dom';
import { t } from '@waypost/contract/i18n';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import { eachNote, opportunityNotes } from '@waypost/contract/opportunities/opportunities/notes';
import { expect, test } from 'vitest';
import { kindOf } from '../../../testing/notices.ts';
import { anOpportunity } from '../../../testing/opportunities.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const home = {
  street: '1 Dock Street',
  city: 'Annapolis',
  state: 'MD',
  zip: '21401',
  lat: 38.97,
  lon: -76.48,
  userOverwroteLocation: true,
};
const mara = {
  _id: '00000000-0000-4000-8000-0000000000b1',
  email: 'mara@bay.test',
  first_name: 'Mara',
  last_name: 'Quinn',
};
const found = { message: 'found', lat: 39, lon: -76, precision: 'address' };

function open(path: string, answers: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Business', business_name: 'Bayside Marine', location: home }),
    '/api/getSettings': someSettings(),
    '/api/getFocusAreas': [],
    '/api/getSchools': [],
    '/api/getPrograms': [],
    '/api/getOpportunities': [],
    '/api/getBusinessInternshipStats': [],
    '/api/createOpportunity': { _id: 'new' },
    '/api/editOpportunity': { _id: 'same' },
    '/api/geocode': found,
    ...answers,
  });
  const { router } = openApp(path);
  return { requests, router };
}

const openEdit = (opportunity: Partial<Opportunity> = {}, answers: Record<string, Answer> = {}) =>
  open('/opportunity/edit/o1', { '/api/loadOpportunity': anOpportunity(opportunity), ...answers });

// By label and text: queries by role take seconds in a form of this length.
const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}`));
const choice = (name: string) => screen.findByLabelText(name);
const press = async (name: string) => {
  const words = await screen.findByText(name, { selector: 'button *' });
  await userEvent.click(words.closest('button') ?? words);
};
const fill = async (name: string, text: string) => userEvent.fill(await field(name), text);
const bodyOf = (requests: RecordedRequest[], path: string) => requests.find((one) => one.path === path)?.body;

test('saves a new opportunity with its values, and Manage Opportunities confirms it', async () => {
  const { requests } = open('/opportunity/new');
  await fill('Title', 'Sail maker');
  for (const name of ['Short description', 'Skills required', 'Full description']) await fill(name, 'Words');
  await fill('Spots available', '3');
  await fill('Applications close', '12/31/2026');
  await fill('Employment stops', '08/31/2027');
  await userEvent.choose(await field('Time frame'), 'Fall');
  await userEvent.click(await choice('Unpaid'));
  expect(screen.getByText('All required fields are complete.')).toBeTruthy();
  await press('Create opportunity');
  expect(kindOf(await screen.findByText('Opportunity successfully created.'))).toBe('success');
  expect(await screen.findByText('Manage Opportunities', { selector: 'h1, h2' })).toBeTruthy();
  expect(bodyOf(requests, '/api/createOpportunity')).toMatchObject({
    opportunity_title: 'Sail maker',
    audience: 'Open',
    available_slots: 3,
    time_frame: 'Fall',
    paidUnpaid: 'Unpaid',
    ...home,
  });
  // The business placed its own pin, which is kept.
  expect(bodyOf(requests, '/api/geocode')).toBeUndefined();
});

test('pay and a schedule are optional, validated at their fields, and saved', async () => {
  const { requests } = openEdit({ paidUnpaid: 'Paid' });
  await fill('Pay per hour, from', '16');
  await fill('Pay per hour, to', '15.505');
  await fill('Hours a week', '99');
  await userEvent.click(await choice('Friday'));
  await userEvent.click(await choice('Monday'));
  await press('Save changes');
  expect(await screen.findByText('must be an amount in dollars, such as 15.50')).toBeTruthy();
  expect(screen.getByText('must be a whole number from 1 to 60')).toBeTruthy();
  expect(bodyOf(requests, '/api/editOpportunity')).toBeUndefined();
  await fill('Pay per hour, to', '15');
  await fill('Hours a week', '12');
  expect(await screen.findByText('must be at least the amount before it')).toBeTruthy();
  await fill('Pay per hour, to', '18.05');
  await fill('What to wear', 'Boots');
  await press('Save changes');
  await screen.findByText('Opportunity successfully edited.');
  expect(bodyOf(requests, '/api/editOpportunity')).toMatchObject({
    pay_from: 16,
    pay_to: 18.05,
    hours_per_week: 12,
    dress_notes: 'Boots',
    transport_notes: '',
    days: ['Friday', 'Monday'],
  });
});

test('the schedule is marked as optional until something is entered', async () => {
  open('/opportunity/new');
  const section = (await screen.findByText('Schedule and notes')).closest('section') as HTMLElement;
  expect(within(section).getByText('Optional')).toBeTruthy();
  await fill('Hours a week', '12');
  expect(await within(section).findByText('Complete')).toBeTruthy();
  expect(within(section).queryByText('Optional')).toBeNull();
});

test('the form has every field, apart from the chosen students and what belongs to the pin', async () => {
  openEdit({ paidUnpaid: 'Paid' });
  type Elsewhere = 'student_ids' | 'lat' | 'lon' | 'userOverwroteLocation';
  const labels: Record<Exclude<keyof OpportunityInput, Elsewhere>, string> = {
    opportunity_title: 'Title',
    internship_type: 'Type',
    short_description: 'Short description',
    skills_required: 'Skills required',
    full_description: 'Full description',
    focus_areas: 'Focus areas',
    audience: 'Audience',
    available_slots: 'Spots available',
    schools: 'Schools',
    programs: 'Programs',
    opportunity_type: 'Format',
    street: 'Street',
    city: 'City',
    state: 'State',
    zip: 'ZIP',
    application_open: 'Applications open',
    application_close: 'Applications close',
    employment_start: 'Employment starts',
    employment_stop: 'Employment stops',
    time_frame: 'Time frame',
    paidUnpaid: 'Compensation',
    pay_from: 'Pay per hour, from',
    pay_to: 'Pay per hour, to',
    days: 'Days',
    hours_per_week: 'Hours a week',
    ...eachNote((note) => t(opportunityNotes[note].name)),
  };
  const isMissing = (label: string) => screen.queryAllByLabelText(new RegExp(`^${label}`)).length === 0;
  await waitFor(() => expect(Object.values(labels).filter(isMissing)).toEqual([]));
});

test('an unpaid opportunity asks for no amounts and sends none', async () => {
  const { requests } = openEdit({ paidUnpaid: 'Paid', pay_from: 15.5, pay_to: 17 });
  expect(await field('Pay per hour, from')).toHaveProperty('value', '15.50');
  await userEvent.click(await choice('Unpaid'));
  await waitFor(() => expect(screen.queryByLabelText(/^Pay per hour/)).toBeNull());
  await press('Save changes');
  await screen.findByText('Opportunity successfully edited.');
  expect(bodyOf(requests, '/api/editOpportunity')).toMatchObject({ pay_from: null, pay_to: null });
});

test('an empty form marks and counts its missing fields, and sends no request', async () => {
  const { requests } = open('/opportunity/new');
  await press('Create opportunity');
  const notice = (await screen.findByText('Check Your Form for errors')).closest('[role="alert"]');
  expect(notice?.textContent).toContain('Form Error');
  expect(screen.getAllByText('this field is required').length).toBe(7);
  expect(screen.getByText('7 fields to fill in.')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await field('Title')));
  expect(bodyOf(requests, '/api/createOpportunity')).toBeUndefined();
});

test('time frame and compensation are optional and can be left out again', async () => {
  const { requests } = openEdit({ paidUnpaid: 'Paid', pay_from: 15.5 });
  for (const label of ['Time frame', 'Compensation']) expect(screen.queryByText(`${label} *`)).toBeNull();
  await userEvent.choose(await field('Time frame'), 'Not specified');
  await userEvent.click(
    within(await screen.findByRole('radiogroup', { name: 'Compensation' })).getByLabelText('Not specified'),
  );
  await press('Save changes');
  await screen.findByText('Opportunity successfully edited.');
  const nothing = { time_frame: '', paidUnpaid: '', pay_from: null };
  expect(bodyOf(requests, '/api/editOpportunity')).toMatchObject(nothing);
});

test('marks required fields with an asterisk, and every date as required', async () => {
  open('/opportunity/new');
  for (const label of ['Title', 'Short description', 'Skills required', 'Full description'])
    expect((await screen.findByText(label, { selector: '[id$="-label"]' })).textContent).toBe(`${label} *`);
  for (const date of ['Applications open', 'Applications close', 'Employment starts', 'Employment stops'])
    expect(await field(date)).toHaveProperty('required', true);
});

test('a cleared date is reported as required', async () => {
  const { requests } = openEdit();
  for (const date of ['Applications open', 'Applications close', 'Employment starts', 'Employment stops'])
    await fill(date, '');
  await press('Save changes');
  expect(await screen.findAllByText('this field is required')).toHaveLength(4);
  expect(bodyOf(requests, '/api/editOpportunity')).toBeUndefined();
});

test('opening an opportunity to everyone clears the selected students', async () => {
  open('/opportunity/new', { '/api/searchStudents': [mara] });
  await userEvent.click(await choice('Specific students'));
  await userEvent.type(await screen.findByRole('combobox', { name: 'Students' }), 'mara');
  await userEvent.click(await screen.findByRole('option', { name: /Mara Quinn/ }));
  await screen.findByText('1 student chosen.');
  await userEvent.click(await choice('Open'));
  await field('Spots available');
  await userEvent.click(await choice('Specific students'));
  expect(await screen.findByText('No students chosen yet.')).toBeTruthy();
});

test('shows the suggested length below the short description', async () => {
  openEdit({ short_description: '<p>Build a boat</p>' });
  expect(await screen.findByText('3 words, 150 to 250 suggested')).toBeTruthy();
});

test('explains that the number of positions is not a number', async () => {
  open('/opportunity/new');
  await fill('Spots available', 'three');
  await userEvent.tab();
  expect(await screen.findByText('this field can only be a number')).toBeTruthy();
});

test('an apprenticeship is always paid', async () => {
  openEdit({ paidUnpaid: 'Unpaid' });
  await userEvent.click(await choice('Apprenticeship'));
  expect(await choice('Paid')).toHaveProperty('checked', true);
  expect(await choice('Unpaid')).toHaveProperty('disabled', true);
});

test('Virtual hides the address and saves none; switching back restores the business’s own', async () => {
  const { requests } = openEdit();
  await userEvent.click(await choice('Virtual'));
  expect(screen.queryByLabelText(/^Street/)).toBeNull();
  await userEvent.click(await choice('Hybrid'));
  expect(await field('Street')).toHaveProperty('value', '1 Dock Street');
  await userEvent.click(await choice('Virtual'));
  await press('Save changes');
  await screen.findByText('Opportunity successfully edited.');
  expect(bodyOf(requests, '/api/editOpportunity')).toMatchObject({
    street: '',
    zip: '',
    lat: null,
    lon: null,
  });
  expect(bodyOf(requests, '/api/geocode')).toBeUndefined();
});

test('geocodes a changed address before saving it', async () => {
  const { requests } = openEdit();
  await fill('Street', '2 Bay Road East');
  await press('Save changes');
  await screen.findByText('Opportunity successfully edited.');
  expect(bodyOf(requests, '/api/geocode')).toEqual({
    street: '2 Bay Road East',
    city: 'Easton',
    state: 'MD',
    zip: '21601',
  });
  expect(bodyOf(requests, '/api/editOpportunity')).toMatchObject({ lat: 39, lon: -76 });
});

/** Moves the map's pin by four pixels, whose size in degrees depends on the map's zoom. */
const movePin = async () => {
  await userEvent.click(await screen.findByLabelText(/the arrow keys move it/));
  await userEvent.keyboard('{ArrowRight}');
};
const moved = { lat: expect.closeTo(38.97, 3), lon: expect.closeTo(-76.479313, 3) };

test('saves a moved pin where it was placed, without a lookup', async () => {
  const { requests } = openEdit();
  await fill('Street', '9 Race Street');
  await movePin();
  expect(await screen.findByText(/You placed the pin/)).toBeTruthy();
  await press('Save changes');
  await screen.findByText('Opportunity successfully edited.');
  expect(bodyOf(requests, '/api/geocode')).toBeUndefined();
  expect(bodyOf(requests, '/api/editOpportunity')).toMatchObject({ ...moved, userOverwroteLocation: true });
});

test('a click on the map places the pin there', async () => {
  const { requests } = openEdit();
  await screen.findByLabelText(/the arrow keys move it/);
  await userEvent.click(await screen.findByLabelText('Arrow keys move the map'), {
    position: { x: 120, y: 120 },
  });
  expect(await screen.findByText(/You placed the pin/)).toBeTruthy();
  await press('Save changes');
  await screen.findByText('Opportunity successfully edited.');
  const { lat, lon } = bodyOf(requests, '/api/editOpportunity') as { lat: number; lon: number };
  expect([lat > 38.771, lon < -76.071]).toEqual([true, true]);
});

test('a changed address replaces a moved pin', async () => {
  const { requests } = openEdit();
  await movePin();
  await fill('Street', '9 Race Street');
  await press('Save changes');
  await screen.findByText('Opportunity successfully edited.');
  expect(bodyOf(requests, '/api/geocode')).toMatchObject({ street: '9 Race Street' });
  expect(bodyOf(requests, '/api/editOpportunity')).toMatchObject({ lat: 39, userOverwroteLocation: false });
});

test('shows the opportunity on the map, and no map if it is Virtual', async () => {
  openEdit();
  const map = within(await screen.findByLabelText('Map: workplace'));
  expect(await map.findByLabelText(/the arrow keys move it/)).toBeTruthy();
  await userEvent.click(await choice('Virtual'));
  expect(screen.queryByLabelText('Map: workplace')).toBeNull();
});

test.each<[Answer, string, { lat: number | null; lon: number | null }]>([
  [{ ...found, precision: 'zip' }, 'Your address is not found, trying zip code.', { lat: 39, lon: -76 }],
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
])('a lookup that answers %j shows a notice, and the form is still saved', async (reply, notice, point) => {
  const { requests } = openEdit({}, { '/api/geocode': reply });
  await fill('City', 'Cambridge');
  await press('Save changes');
  expect(await screen.findByText(notice)).toBeTruthy();
  await screen.findByText('Opportunity successfully edited.');
  expect(bodyOf(requests, '/api/editOpportunity')).toMatchObject(point);
});

test('a restricted opportunity shows its students and stays restricted', async () => {
  openEdit({ audience: 'Specific', available_slots: 0, selected_students: [mara], student_ids: [mara._id] });
  const chosen = await screen.findByRole('list', { name: 'Chosen students' });
  expect(within(chosen).getByText('Mara Quinn')).toBeTruthy();
  expect(await choice('Open')).toHaveProperty('disabled', true);
  expect(screen.queryByLabelText(/^Positions/)).toBeNull();
});

test('a copy is open to all, has no selected students and no past dates, and says that it is a copy', async () => {
  const original = { audience: 'Specific' as const, available_slots: 0, selected_students: [mara] };
  const { requests } = open('/opportunity/duplicate/o1', { '/api/loadOpportunity': anOpportunity(original) });
  expect(await field('Title')).toHaveProperty('value', 'Boat builder [Copy]');
  expect(await choice('Open')).toHaveProperty('checked', true);
  await fill('Spots available', '2');
  const nextYear = new Date().getFullYear() + 1;
  await fill('Applications close', `01/31/${nextYear}`);
  await fill('Employment stops', `08/31/${nextYear}`);
  await press('Create copy');
  await screen.findByText('Opportunity successfully duplicated.');
  expect(bodyOf(requests, '/api/createOpportunity')).toMatchObject({ audience: 'Open', student_ids: [] });
});

test('shows the server’s errors at their fields, and keeps the input', async () => {
  const slots = ['2 spots are taken already: offer at least 2'];
  openEdit(
    {},
    { '/api/editOpportunity': refused(400, 'invalid-input', 'Check it', { available_slots: slots }) },
  );
  await fill('Title', 'Rigger');
  await press('Save changes');
  expect(await screen.findByText('2 spots are taken already: offer at least 2')).toBeTruthy();
  expect(await field('Title')).toHaveProperty('value', 'Rigger');
});

test.each<[Answer, string, string]>([
  [refused(500, 'our-fault', 'Something went wrong'), 'Error Saving.', 'Something Went Wrong'],
  [
    refused(409, 'conflict', 'It was deleted meanwhile'),
    'It was deleted meanwhile',
    'It was deleted meanwhile',
  ],
])('shows a notice when saving fails with %o, and keeps the input', async (reply, message, title) => {
  openEdit({}, { '/api/editOpportunity': reply });
  await fill('Title', 'Rigger');
  await press('Save changes');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message);
  expect(alert.textContent).toContain(title);
  expect(screen.queryByText('500 ERROR')).toBeNull();
  expect(await field('Title')).toHaveProperty('value', 'Rigger');
});

test('asks before leaving with changes, and discards them after a confirmation', async () => {
  openEdit();
  await fill('Title', 'Boat builder in Easton');
  await userEvent.click(await screen.findByText('Cancel', { selector: 'a *' }));
  expect(await screen.findByText('Leave without saving?', { selector: 'h1, h2' })).toBeTruthy();
  await press('Leave');
  expect(await screen.findByText('Manage Opportunities', { selector: 'h1, h2' })).toBeTruthy();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a reopened form starts from the saved data, not from the cache', async () => {
  let now = anOpportunity();
  const { router } = openEdit({}, { '/api/loadOpportunity': () => now });
  await field('Title');
  await router.navigate({ to: '/opportunity/all' });
  now = anOpportunity({ opportunity_title: 'Rigger' });
  await router.navigate({ to: '/opportunity/edit/$id', params: { id: 'o1' } });
  expect(await field('Title')).toHaveProperty('value', 'Rigger');
});

test('restores a draft after a reload and lets the business discard it', async () => {
  const { unmount } = openAndKeep();
  await fill('Title', 'Sail maker');
  await waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain('Sail maker'));
  unmount();
  openAndKeep();
  expect(await screen.findByText(/We restored what you typed/)).toBeTruthy();
  expect(await field('Title')).toHaveProperty('value', 'Sail maker');
  await press('Discard');
  expect(await field('Title')).toHaveProperty('value', '');
});

test('a draft of an opportunity that was saved elsewhere meanwhile restores none of its former values', async () => {
  const before = anOpportunity({ opportunity_title: 'Rigger', available_slots: 2 });
  const edit = (stored: Opportunity) => {
    answer({
      '/api/current-user': aSession({ role: 'Business', location: home }),
      '/api/getSettings': someSettings(),
      '/api/loadOpportunity': stored,
    });
    return openApp('/opportunity/edit/o1');
  };
  const { unmount } = edit(before);
  await fill('Title', 'Sail maker');
  await waitFor(() => expect(Object.values({ ...localStorage }).join()).toContain('Sail maker'));
  unmount();
  edit({ ...before, available_slots: 5, revision: 2 });
  expect(await screen.findByText(/We restored what you typed/)).toBeTruthy();
  expect(await field('Title')).toHaveProperty('value', 'Sail maker');
  expect(await field('Spots available')).toHaveProperty('value', '5');
  expect(screen.getByText('Someone else changed this meanwhile. It was “2”.')).toBeTruthy();
});

function openAndKeep() {
  answer({
    '/api/current-user': aSession({ role: 'Business', location: home }),
    '/api/getSettings': someSettings(),
  });
  return openApp('/opportunity/new');
}
