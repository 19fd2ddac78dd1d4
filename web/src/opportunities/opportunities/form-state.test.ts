import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import { eachNote } from '@waypost/contract/opportunities/opportunities/notes';
import { expect, test } from 'vitest';
import {
  copyOf,
  endDates,
  formOf,
  formSchemaOn,
  newForm,
  readSlots,
  withAddress,
  withAudience,
  withEndDate,
  withFormat,
  withInternshipType,
} from './form-state.ts';

const home = {
  street: '1 Dock Street',
  city: 'Annapolis',
  state: 'MD',
  zip: '21401',
  lat: 38.97,
  lon: -76.48,
  userOverwroteLocation: true,
};
const mara = { _id: 'm', email: 'mara@bay.test', first_name: 'Mara', last_name: 'Quinn' };
const opportunity: Opportunity = {
  _id: 'o',
  revision: 1,
  opportunity_title: 'Boat builder',
  short_description: '<p>Short</p>',
  skills_required: '<p>Skills</p>',
  full_description: '<p>Full</p>',
  audience: 'Specific',
  available_slots: 0,
  student_ids: ['m'],
  selected_students: [mara],
  opportunity_type: 'Onsite',
  internship_type: 'Apprenticeship',
  time_frame: 'Fall',
  paidUnpaid: 'Paid',
  pay_from: 15.5,
  pay_to: null,
  days: ['Monday'],
  hours_per_week: 12,
  ...eachNote((field) => `About ${field}`),
  application_open: '2026-03-01',
  application_close: '2026-03-31',
  employment_start: '2026-06-01',
  employment_stop: '2026-08-31',
  street: '2 Bay Road',
  city: 'Easton',
  state: 'MD',
  zip: '21601',
  lat: 1,
  lon: 2,
  location: { ...home, street: '2 Bay Road', city: 'Easton', zip: '21601', lat: 1, lon: 2 },
  focus_areas: ['Boats'],
  schools: ['North High'],
  programs: ['Marine'],
  business_id_fk: {
    _id: 'b',
    business_name: 'Bayside',
    approved: true,
    contact_email: '',
    contact_phone: '',
    profile_pic_id_fk: null,
  },
  reportData: { accepted_count: 0, applicant_count: 1 },
  distance: null,
  saved: false,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
};
const fresh = newForm(home, '2026-03-04');

test('a new opportunity is open to all, dated today, at the business’s own address and pin', () => {
  expect(fresh).toMatchObject({
    audience: 'Open',
    application_open: '2026-03-04',
    application_close: '2026-03-04',
    employment_start: '2026-03-04',
    employment_stop: '2026-03-04',
    ...home,
  });
});

test('a copy is open to all, without selected students or positions, and says that it is a copy', () => {
  expect(copyOf(opportunity, opportunity.application_close)).toEqual({
    ...formOf(opportunity),
    opportunity_title: 'Boat builder [Copy]',
    audience: 'Open',
    available_slots: '',
    student_ids: [],
    selected_students: [],
  });
});

test.each(['application_close', 'employment_stop'] as const)(
  'a copy of an opportunity whose %s has passed has the dates of a new one',
  (field) => {
    const today = '2999-12-31';
    const dates = { application_close: '2999-12-31', employment_stop: '2999-12-31', [field]: '2999-12-30' };
    const { application_open, application_close, employment_start, employment_stop, unchosen } = newForm(
      home,
      today,
    );
    expect(copyOf({ ...opportunity, ...dates }, today)).toMatchObject({
      opportunity_title: 'Boat builder [Copy]',
      application_open,
      application_close,
      employment_start,
      employment_stop,
      unchosen,
    });
  },
);

test('restricting sets the positions to 0, and opening clears the selected students', () => {
  expect(withAudience({ ...fresh, available_slots: 4 }, 'Specific')).toEqual({
    audience: 'Specific',
    available_slots: 0,
  });
  expect(withAudience(formOf(opportunity), 'Open')).toEqual({
    audience: 'Open',
    available_slots: '',
    student_ids: [],
    selected_students: [],
  });
});

test('Virtual has no address; switching back restores the business’s own', () => {
  const gone = { ...fresh, ...withFormat('Virtual', home) };
  expect(gone).toMatchObject({ street: '', city: '', state: '', zip: '', lat: null, lon: null });
  expect(gone.userOverwroteLocation).toBe(false);
  for (const format of ['Hybrid', 'Onsite'] as const)
    expect({ ...gone, ...withFormat(format, home) }).toMatchObject({ ...home, opportunity_type: format });
});

test.each(['Onsite', 'Hybrid'] as const)(
  'choosing %s restores the address, also from each other',
  (format) => {
    expect({ ...fresh, street: '9 Other Way', ...withFormat(format, home) }).toMatchObject(home);
  },
);

const missing = (form: object) => {
  const { error } = formSchemaOn('2026-03-04').safeParse(form);
  return (error?.issues ?? [])
    .filter(({ path }) => endDates.some((field) => field === path[0]))
    .map(({ path, message }) => `${path[0]?.toString()}: ${message}`);
};

test('the end dates of a new opportunity are required until they are chosen', () => {
  expect(missing(fresh)).toEqual([
    'application_close: this field is required',
    'employment_stop: this field is required',
  ]);
  const closing = { ...fresh, ...withEndDate(fresh, 'application_close', '2026-03-05') };
  expect(missing(closing)).toEqual(['employment_stop: this field is required']);
  const both = { ...closing, ...withEndDate(closing, 'employment_stop', '2026-03-04') };
  expect(missing(both)).toEqual(['employment_stop: must be after the start date']);
  expect(missing({ ...both, employment_stop: '' })).toEqual(['employment_stop: this field is required']);
  expect(missing({ ...both, employment_stop: '2031-03-05' })).toEqual([
    'employment_stop: must be within 5 years of today',
  ]);
});

test('a changed address loses its coordinates and its pin', () => {
  expect(withAddress('zip', '21403')).toEqual({
    zip: '21403',
    lat: null,
    lon: null,
    userOverwroteLocation: false,
  });
});

test('an apprenticeship is paid; an internship keeps the choice', () => {
  expect(withInternshipType('Apprenticeship')).toEqual({
    internship_type: 'Apprenticeship',
    paidUnpaid: 'Paid',
  });
  expect(withInternshipType('Internship')).toEqual({ internship_type: 'Internship' });
});

test.each([
  [' 12 ', 12],
  ['0', 0],
  ['', ''],
  ['three', 'three'],
  ['1.5', '1.5'],
])('positions typed as %j become %j', (typed, read) => {
  expect(readSlots(typed)).toBe(read);
});
