import type { Opportunity } from '@waypost/contract/opportunities/calls';
import { expect, test } from 'vitest';
import {
  copyOf,
  formOf,
  newForm,
  readSlots,
  withAddress,
  withAudience,
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
    contact_email: '',
    contact_phone: '',
    profile_pic_id_fk: null,
  },
  reportData: { accepted_count: 0, applicant_count: 1 },
  distance: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
};
const fresh = newForm(home, '2026-03-04');

test('a new one is open to all, dated today, at the business’s own address and pin', () => {
  expect(fresh).toMatchObject({
    audience: 'Open',
    application_open: '2026-03-04',
    application_close: '2026-03-04',
    employment_start: '2026-03-04',
    employment_stop: '2026-03-04',
    ...home,
  });
});

test('a copy is open to all, selects nobody, asks for its positions anew and says that it is a copy', () => {
  expect(copyOf(opportunity)).toEqual({
    ...formOf(opportunity),
    opportunity_title: 'Boat builder [Copy]',
    audience: 'Open',
    available_slots: '',
    student_ids: [],
    selected_students: [],
  });
});

test('restricting sets the positions to 0, opening up clears who was selected', () => {
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

test('Virtual has no address; coming back from it, the business’s own stands there', () => {
  const gone = { ...fresh, ...withFormat(fresh, 'Virtual', home) };
  expect(gone).toMatchObject({ street: '', city: '', state: '', zip: '', lat: null, lon: null });
  expect(gone.userOverwroteLocation).toBe(false);
  expect({ ...gone, ...withFormat(gone, 'Hybrid', home) }).toMatchObject(home);
});

test('an address that was typed survives the turn from Onsite to Hybrid', () => {
  expect(withFormat({ ...fresh, street: '9 Other Way' }, 'Hybrid', home)).toEqual({
    opportunity_type: 'Hybrid',
  });
});

test('a changed address loses its point and the pin', () => {
  expect(withAddress('zip', '21403')).toEqual({
    zip: '21403',
    lat: null,
    lon: null,
    userOverwroteLocation: false,
  });
});

test('an apprenticeship is paid; an internship keeps what was chosen', () => {
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
])('positions typed as %j are %j', (typed, read) => {
  expect(readSlots(typed)).toBe(read);
});
