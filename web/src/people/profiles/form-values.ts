import type { Location } from '@waypost/contract/location';
import type { User } from '@waypost/contract/people/profiles/calls';
import { BusinessProfile, StaffProfile, StudentProfile } from '@waypost/contract/people/profiles/forms';

/** The form's values: selects may still be empty. */
type Fields<Profile> = { [K in keyof Profile]: Profile[K] extends string ? string : Profile[K] };
type Placed<Profile> = Omit<Fields<Profile>, 'location'> & { location: Location };

export type StudentValues = Omit<Placed<StudentProfile>, 'graduation_year' | 'birth_date' | 'guardians'> & {
  graduation_year: number | null;
  birth_date: string;
};
export type BusinessValues = Omit<Placed<BusinessProfile>, 'contacts'>;
export type StaffValues = Fields<StaffProfile>;

const { guardians: _, ...studentFields } = StudentProfile.shape;
const { contacts: __, ...businessFields } = BusinessProfile.shape;

/** What the account has in the fields of a form. */
const valuesOf = <Field extends keyof User>(user: User, fields: Record<Field, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, user[field as Field]])) as Pick<User, Field>;

export const studentValues = (user: User): StudentValues => ({
  ...valuesOf(user, studentFields),
  birth_date: user.birth_date ?? '',
});

export const businessValues = (user: User): BusinessValues => valuesOf(user, businessFields);

export const staffValues = (user: User): StaffValues => valuesOf(user, StaffProfile.shape);
