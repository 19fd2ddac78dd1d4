import type { Location } from '@waypost/contract/location';
import type { User } from '@waypost/contract/people/profiles/calls';
import { NO_DATE } from '@waypost/contract/people/profiles/forms';
import { aSession, aUser, someSettings } from './people.ts';
import type { Answer } from './server.ts';

export const annapolis: Location = {
  street: '1 Dock Street',
  city: 'Annapolis',
  state: 'MD',
  zip: '21401',
  lat: 38.97,
  lon: -76.48,
  userOverwroteLocation: false,
};

/** A student with a complete form. */
export const aStudent = (overrides: Partial<User> = {}): User =>
  aUser({
    student_id: '4711',
    gender: 'Female',
    graduation_year: new Date().getUTCFullYear() + 1,
    school_attending: 'Bay High',
    affiliated_program: 'Marine Trades',
    focus_areas: ['Boats'],
    parent_name: 'Ada Okafor',
    birth_date: '2009-04-17',
    birth_date_by: 'student',
    location: annapolis,
    ...overrides,
  });

/** A business with a complete form. */
export const aBusiness = (overrides: Partial<User> = {}): User =>
  aUser({
    role: 'Business',
    first_name: '',
    last_name: '',
    business_name: 'Bayside Marine',
    business_bio: '<p>We build boats.</p>',
    featured_projects: '<p>A ferry.</p>',
    career_opportunities: '<p>Boat builder.</p>',
    internship_opportunities: '<p>Sanding.</p>',
    contact_name: 'Dana Quinn',
    contact_email: 'dana@bayside.test',
    contact_phone: '(410)555-0100',
    location: annapolis,
    ...overrides,
  });

/** The replies that a profile's form needs, except saving. */
export function profileAnswers(user: User): Record<string, Answer> {
  let now = user;
  return {
    '/api/current-user': () => aSession(now),
    '/api/getSettings': someSettings(),
    '/api/getFocusAreas': [{ _id: 'f', name: 'Boats' }],
    '/api/getPrograms': [{ _id: 'p', name: 'Marine Trades' }],
    '/api/getSchools': [{ _id: 's', name: 'Bay High', location: annapolis }],
    '/api/getUsersFiles': [],
    '/api/geocode': { message: 'found', lat: 39, lon: -76, precision: 'address' },
    '/api/user': ({ body }: { body: { profile: Partial<User> } }) => {
      const { birth_date, ...saved } = body.profile;
      const born = { birth_date: birth_date === NO_DATE ? null : (birth_date ?? now.birth_date) };
      now = { ...now, ...saved, ...born, __v: now.__v + 1 };
      return now;
    },
  };
}
