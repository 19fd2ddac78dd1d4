import { eachField } from '@waypost/contract/fields';
import type { SeenUser, User } from '@waypost/contract/people/profiles/calls';
import { AboutBusiness, type StudentProfile } from '@waypost/contract/people/profiles/forms';
import type { View } from '@waypost/contract/people/profiles/rules';
import { toColumns, toWire } from '../../platform/database/snake-case.ts';
import { toFileRef } from '../../school-system/files/present.ts';
import { toLocation } from '../../school-system/lists/present.ts';
import type { WholeUser } from './queries.ts';

const nothingAbout: AboutBusiness = eachField(AboutBusiness, () => '');

/** A business's own words. A field of the form without a column does not compile. */
function toAbout({ clientId: _, userId: __, ...about }: NonNullable<WholeUser['business']>): AboutBusiness {
  return toWire(about);
}

/** The whole account, for its owner and for staff. Fields that their role does not have are empty. */
export function toUser(row: WholeUser): User {
  const { user, student, business, parent, alternate, contact, administrator } = row;
  return {
    _id: user.id,
    email: user.email,
    role: user.role,
    client: user.clientId,
    first_name: user.firstName,
    middle_name: user.middleName,
    last_name: user.lastName,
    business_name: user.businessName,
    approved: user.approved,
    confirmed: user.confirmed,
    deactivated: user.deactivatedAt !== null,
    __v: user.saves,
    revision: user.revision,
    createdAt: user.createdAt.toISOString(),
    location: toLocation(user),
    profile_pic_id_fk: toFileRef(row.picture),
    agreement_file_id_fk: toFileRef(row.agreement),
    resume_file_id_fk: toFileRef(row.resume),
    focus_areas: row.focusAreas,
    schools: row.schools,
    programs: row.programs,
    student_id: student?.studentId ?? '',
    gender: student?.gender ?? '',
    pronouns: student?.pronouns ?? '',
    graduation_year: student?.graduationYear ?? null,
    school_attending: row.school ?? '',
    affiliated_program: row.program ?? '',
    home_phone: student?.homePhone ?? '',
    cell_phone: student?.cellPhone ?? '',
    parent_name: parent?.name ?? '',
    parent_phone: parent?.phone ?? '',
    alternate_parent_name: alternate?.name ?? '',
    alternate_parent_phone: alternate?.phone ?? '',
    birth_date: student?.birthDate ?? null,
    birth_date_by: (student?.birthDateBy ?? null) as User['birth_date_by'],
    ...(business ? toAbout(business) : nothingAbout),
    contact_name: contact?.name ?? '',
    contact_email: contact?.email ?? '',
    contact_phone: contact?.phone ?? '',
    admin_name: administrator?.name ?? '',
    admin_email: administrator?.email ?? '',
    admin_phone: administrator?.phone ?? '',
  };
}

/** The fields that a student sees of a business: not its administrator, nor its login. */
const ofBusiness = [
  '_id',
  'role',
  'business_name',
  ...AboutBusiness.keyof().options,
  'focus_areas',
  'schools',
  'contact_name',
  'contact_email',
  'contact_phone',
  'location',
  'profile_pic_id_fk',
  'createdAt',
] as const satisfies (keyof User)[];

/** The fields that a business sees of a student who applied or works there (docs/behavior/access.md#students-data). */
const ofApplicant = [
  '_id',
  'role',
  'first_name',
  'last_name',
  'school_attending',
  'affiliated_program',
  'graduation_year',
  'focus_areas',
  'profile_pic_id_fk',
  'resume_file_id_fk',
] as const satisfies (keyof User)[];

/** The fields that remain after a refused release. */
const ofName = ['_id', 'role', 'first_name', 'last_name'] as const satisfies (keyof User)[];

const fieldsOf = { business: ofBusiness, applicant: ofApplicant, name: ofName };

/** A person with the fields of this view. */
export function toSeenUser(row: WholeUser, view: View): SeenUser {
  const user = toUser(row);
  if (view === 'whole') return user;
  return pick(user, fieldsOf[view]);
}

function pick(user: User, fields: readonly (keyof User)[]): SeenUser {
  const seen = Object.fromEntries(
    Object.entries(user).map(([field, value]) => [
      field,
      fields.includes(field as keyof User) ? value : null,
    ]),
  );
  return { ...seen, _id: user._id, role: user.role };
}

/** The columns that only a student's form has. The school and the program are stored by id, guardians as rows. */
export function toStudentColumns(profile: StudentProfile) {
  const { student_id, gender, pronouns, graduation_year, home_phone, cell_phone } = profile;
  return toColumns({ student_id, gender, pronouns, graduation_year, home_phone, cell_phone });
}
