import type { Location, User } from '@waypost/contract/people/profiles/calls';
import type { BusinessProfile, StaffProfile, StudentProfile } from '@waypost/contract/people/profiles/forms';
import { isPlaced } from '@waypost/contract/people/profiles/rules';

/** The form's values: selects may still be empty. */
type Fields<Profile> = { [K in keyof Profile]: Profile[K] extends string ? string : Profile[K] };
type Placed<Profile> = Omit<Fields<Profile>, 'location'> & { location: Location };

export type StudentValues = Omit<Placed<StudentProfile>, 'graduation_year' | 'birth_date' | 'guardians'> & {
  graduation_year: number | null;
  birth_date: string;
};
export type BusinessValues = Omit<Placed<BusinessProfile>, 'contacts'>;
export type StaffValues = Fields<StaffProfile>;

export const studentValues = (user: User): StudentValues => ({
  first_name: user.first_name,
  middle_name: user.middle_name,
  last_name: user.last_name,
  student_id: user.student_id,
  gender: user.gender,
  pronouns: user.pronouns,
  birth_date: user.birth_date ?? '',
  graduation_year: user.graduation_year,
  school_attending: user.school_attending,
  affiliated_program: user.affiliated_program,
  focus_areas: user.focus_areas,
  home_phone: user.home_phone,
  cell_phone: user.cell_phone,
  parent_name: user.parent_name,
  parent_phone: user.parent_phone,
  alternate_parent_name: user.alternate_parent_name,
  alternate_parent_phone: user.alternate_parent_phone,
  location: user.location,
});

export const businessValues = (user: User): BusinessValues => ({
  business_name: user.business_name,
  business_bio: user.business_bio,
  featured_projects: user.featured_projects,
  career_opportunities: user.career_opportunities,
  internship_opportunities: user.internship_opportunities,
  focus_areas: user.focus_areas,
  schools: user.schools,
  contact_name: user.contact_name,
  contact_email: user.contact_email,
  contact_phone: user.contact_phone,
  admin_name: user.admin_name,
  admin_email: user.admin_email,
  admin_phone: user.admin_phone,
  location: user.location,
});

export const staffValues = (user: User): StaffValues => ({
  first_name: user.first_name,
  last_name: user.last_name,
});

const addressFields = ['street', 'city', 'state', 'zip'] as const;

type Address = Pick<Location, (typeof addressFields)[number]>;

export function isSameAddress(typed: Address, saved: Address): boolean {
  return addressFields.every((field) => typed[field].trim() === saved[field]);
}

/** Whether an address has to be geocoded: it changed or has no coordinates, and nobody has placed a pin. */
export function needsLookUp(typed: Location, saved: Location): boolean {
  if (typed.userOverwroteLocation) return false;
  return !isPlaced(saved) || !isSameAddress(typed, saved);
}
