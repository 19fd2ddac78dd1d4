import { utcDay } from '@waypost/contract/dates';
import { richTextsOf } from '@waypost/contract/fields';
import type { Giver } from '@waypost/contract/people/guardians/rules';
import {
  AboutBusiness,
  BusinessProfile,
  NO_DATE,
  StaffProfile,
  StudentProfile,
} from '@waypost/contract/people/profiles/forms';
import { settleLocation, whyNotBirthDate, whyNotOwnBirthDate } from '@waypost/contract/people/profiles/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Request } from '../../platform/access/handler.ts';
import { readInput } from '../../platform/access/input.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { toColumns } from '../../platform/database/snake-case.ts';
import { sanitiseRequired } from '../../platform/outside/rich-text.ts';
import { resolveTags } from '../../school-system/lists/queries.ts';
import { changeContacts } from '../contacts/contact-changes.ts';
import { listContacts } from '../contacts/queries.ts';
import { changeGuardians } from '../guardians/guardian-changes.ts';
import { listGuardians } from '../guardians/queries.ts';
import {
  type LockedAccount,
  replaceFocusAreas,
  replaceSchools,
  saveAccount,
  saveBusiness,
  saveStudent,
} from './change-queries.ts';
import { wantedContacts, wantedGuardians } from './named-people.ts';
import { toStudentColumns } from './present.ts';
import { findBirthDate } from './queries.ts';

type Asking = Pick<Request<unknown>, 'actor' | 'outside' | 'now'>;

/**
 * Saves a profile by the form of its role (docs/behavior/profiles.md#saving) and counts the save. Refuses invalid
 * values, and names that are not on the client's lists, with 400 at their field. Ignores all other input, so nobody can
 * give themselves another role, client, approval or email.
 */
export async function saveProfile(
  tx: Tx,
  { actor, outside, now }: Asking,
  account: Authorized<LockedAccount>,
  profile: unknown,
): Promise<void> {
  if (account.role === 'Student')
    await saveAsStudent(tx, { actor, outside, now }, account, readInput(StudentProfile, profile));
  else if (account.role === 'Business')
    await saveAsBusiness(tx, { actor, outside, now }, account, readInput(BusinessProfile, profile));
  else await saveAsStaff(tx, account, readInput(StaffProfile, profile), now);
}

async function saveAsStudent(
  tx: Tx,
  { actor, outside, now }: Asking,
  account: Authorized<LockedAccount>,
  profile: StudentProfile,
): Promise<void> {
  const { clientId, id: studentId } = account;
  const birthDate = profile.birth_date === NO_DATE ? null : profile.birth_date;
  const [known] = await findBirthDate(tx, { clientId, studentId });
  const born = known ?? { birthDate: null, birthDateBy: null };
  const isNewDate = birthDate !== undefined && birthDate !== born.birthDate;
  if (isNewDate) {
    const own = { ...born, birthDateBy: born.birthDateBy as Giver | null, approved: account.approved };
    const impossible = birthDate === null ? null : whyNotBirthDate(birthDate, utcDay(now));
    const wrong = impossible ?? whyNotOwnBirthDate(own, birthDate);
    if (wrong) refuse('invalid-input', undefined, { birth_date: [wrong] });
  }
  const before = await listGuardians(tx, { clientId, studentId });
  const wanted = wantedGuardians(before, profile);
  const tags = await resolveTags(
    tx,
    account.clientId,
    {
      focus_areas: profile.focus_areas,
      schools: [profile.school_attending],
      programs: [profile.affiliated_program],
    },
    { focus_areas: 'focus_areas', schools: 'school_attending', programs: 'affiliated_program' },
  );
  const [schoolId = null] = tags.schoolIds;
  const [programId = null] = tags.programIds;
  const names = {
    firstName: profile.first_name,
    middleName: profile.middle_name,
    lastName: profile.last_name,
  };
  await saveAccount(tx, account, { ...names, ...settleLocation(account, profile.location) }, now);
  const given = isNewDate ? { birthDate, birthDateBy: birthDate && 'student' } : {};
  await saveStudent(tx, account, { ...toStudentColumns(profile), ...given, schoolId, programId });
  const subject = { id: studentId, name: `${profile.first_name} ${profile.last_name}`.trim() };
  const emailField = (index: number) => `guardians.${index}.email`;
  const change = { student: account, subject, before, wanted, emailField };
  await changeGuardians(tx, { actor, outside, now }, change);
  await replaceFocusAreas(tx, account, tags.focusAreaIds);
}

async function saveAsBusiness(
  tx: Tx,
  { actor, outside, now }: Asking,
  account: Authorized<LockedAccount>,
  profile: BusinessProfile,
): Promise<void> {
  const about = AboutBusiness.parse(profile);
  const texts = sanitiseRequired(
    Object.fromEntries(richTextsOf(AboutBusiness).map((field) => [field, about[field]])),
  );
  const { focus_areas, schools } = profile;
  const tags = await resolveTags(tx, account.clientId, { focus_areas, schools, programs: [] });
  const place = settleLocation(account, profile.location);
  await saveAccount(
    tx,
    account,
    { businessName: profile.business_name || account.businessName, ...place },
    now,
  );
  await saveBusiness(tx, account, toColumns({ ...about, ...texts }));
  const before = await listContacts(tx, { clientId: account.clientId, businessId: account.id });
  const wanted = wantedContacts(before, profile);
  const subject = { id: account.id, name: account.businessName };
  const emailField = (index: number) =>
    profile.contacts ? `contacts.${index}.email` : index === 0 ? 'contact_email' : 'admin_email';
  const change = { business: account, subject, before, wanted, emailField };
  await changeContacts(tx, { actor, outside, now }, change);
  await replaceFocusAreas(tx, account, tags.focusAreaIds);
  await replaceSchools(tx, account, tags.schoolIds);
}

async function saveAsStaff(
  tx: Tx,
  account: Authorized<LockedAccount>,
  profile: StaffProfile,
  now: Date,
): Promise<void> {
  await saveAccount(tx, account, { firstName: profile.first_name, lastName: profile.last_name }, now);
}
