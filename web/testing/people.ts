import { eachField } from '@waypost/contract/fields';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import type { User } from '@waypost/contract/people/profiles/calls';
import { AboutBusiness } from '@waypost/contract/people/profiles/forms';
import type { Settings } from '@waypost/contract/school-system/settings/calls';

/** A person with an approved account and a saved profile; a test sets only what matters to it. */
export function aUser(overrides: Partial<User> = {}): User {
  return {
    _id: '00000000-0000-4000-8000-000000000001',
    email: 'maya@example.test',
    role: 'Student',
    revision: 1,
    client: '00000000-0000-4000-8000-0000000000c1',
    first_name: 'Maya',
    middle_name: '',
    last_name: 'Okafor',
    business_name: '',
    approved: true,
    confirmed: true,
    deactivated: false,
    __v: 1,
    createdAt: '2025-01-01T00:00:00.000Z',
    location: {
      street: '',
      city: '',
      state: '',
      zip: '',
      lat: null,
      lon: null,
      userOverwroteLocation: false,
    },
    profile_pic_id_fk: null,
    agreement_file_id_fk: null,
    resume_file_id_fk: null,
    focus_areas: [],
    schools: [],
    programs: [],
    student_id: '',
    gender: '',
    pronouns: '',
    graduation_year: null,
    school_attending: '',
    affiliated_program: '',
    home_phone: '',
    cell_phone: '',
    parent_name: '',
    parent_phone: '',
    alternate_parent_name: '',
    alternate_parent_phone: '',
    birth_date: null,
    birth_date_by: null,
    ...eachField(AboutBusiness, () => ''),
    contact_name: '',
    contact_email: '',
    contact_phone: '',
    admin_name: '',
    admin_email: '',
    admin_phone: '',
    ...overrides,
  };
}

export function aSession(user: Partial<User> = {}, overrides: Partial<CurrentUser> = {}): CurrentUser {
  return {
    user: aUser(user),
    is_masquerade: false,
    admin_id: null,
    admin_name: null,
    must_change_password: false,
    must_set_up_second_factor: false,
    locale: null,
    client_locale: 'en',
    ...overrides,
  };
}

export function someSettings(overrides: Partial<Settings> = {}): Settings {
  return {
    revision: null,
    short_name: 'CBPS',
    full_name: 'Chesapeake Bay Public Schools',
    phone_number: '',
    logo: null,
    default_password: null,
    has_default_password: null,
    staff_second_factor: null,
    social_timeline_url: null,
    facebook: '',
    twitter: '',
    snapchat: '',
    instagram: '',
    is_complete: true,
    locale: 'en',
    time_zone: 'America/New_York',
    offer_days: 14,
    map_tiles_url: '/tiles/{z}/{x}/{y}.png',
    demo: false,
    outbox: false,
    ...overrides,
  };
}
