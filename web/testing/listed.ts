import type { ListedUser } from '@waypost/contract/people/directory/calls';

/** A person as in lists of people: approved, with an agreement on file. */
export const aListedUser = (overrides: Partial<ListedUser> = {}): ListedUser => ({
  _id: 'maya',
  role: 'Student',
  email: 'maya@example.test',
  first_name: 'Maya',
  last_name: 'Okafor',
  business_name: '',
  approved: true,
  unconfirmed: false,
  deactivated: false,
  second_factor: false,
  __v: 1,
  createdAt: '2026-01-05T15:00:00.000Z',
  graduation_year: 2027,
  school_attending: 'Bay High',
  affiliated_program: 'Boats',
  focus_areas: [],
  schools: [],
  programs: [],
  profile_pic_id_fk: null,
  agreement_file_id_fk: { _id: 'g', name: 'student_agreement_file', path: 'files/g/agreement.pdf' },
  ...overrides,
});
