import { yearsFrom } from '../../dates.ts';
import { t } from '../../i18n.ts';
import type { Role } from '../../roles.ts';
import { type UserFileKey, userFileKeys } from '../../school-system/files/rules.ts';
import { type Giver, MINIMUM_AGE } from '../guardians/rules.ts';

export const genders = ['Male', 'Female', 'Non-Binary'] as const;
export const pronouns = ['He/Him', 'She/Her', 'They/Them'] as const;

/** The suggested, not required, length of a business's bio (docs/behavior/profiles.md#business-form). */
export const BIO_WORDS = { from: 150, to: 250 } as const;

/** Graduation years to choose from: current year minus 2 through plus 6, so a first-year student fits. */
export function graduationYears(now: Date): number[] {
  const year = now.getUTCFullYear();
  return Array.from({ length: 9 }, (_, index) => year - 2 + index);
}

/** The maximum age of a student. */
const OLDEST = 100;

/** Why a student cannot have this birth date on a day, or null if they can. Dates YYYY-MM-DD. */
export function whyNotBirthDate(birthDate: string, today: string): string | null {
  if (birthDate > today) return t('must not be in the future');
  if (birthDate < yearsFrom(today, -OLDEST))
    return t('must be within the past {years} years', { years: OLDEST });
  return yearsFrom(birthDate, MINIMUM_AGE) <= today
    ? null
    : t('students must be at least {age} years old', { age: MINIMUM_AGE });
}

/**
 * Why a student cannot enter or remove (null) this birth date, or null if they can. Only the school can change a date that it entered or
 * approved the account with, because at 18 no guardian is needed.
 */
export function whyNotOwnBirthDate(
  account: { birthDate: string | null; birthDateBy: Giver | null; approved: boolean },
  given: string | null,
): string | null {
  if (account.birthDate === null || account.birthDate === given) return null;
  return account.birthDateBy === 'school' || account.approved
    ? t('Only your school can change this date now. Ask them to correct it.')
    : null;
}

interface NameFields {
  role: Role;
  first_name: string;
  last_name: string;
  business_name: string;
}

/** A person's first and last name. */
export const fullName = (person: Pick<NameFields, 'first_name' | 'last_name'>): string =>
  `${person.first_name} ${person.last_name}`.trim();

/** The name a person is shown by: a business by its business name. */
export const displayName = (user: NameFields): string =>
  user.role === 'Business' ? user.business_name : fullName(user);

/** The name of an account; its email until it has one. */
export const accountName = (user: NameFields & { email: string }): string => displayName(user) || user.email;

/** 0,0 means that no service found the address (docs/behavior/profiles.md#location). */
export function isPlaced(location: {
  lat: number | null;
  lon: number | null;
}): location is { lat: number; lon: number } {
  return location.lat !== null && location.lon !== null && !(location.lat === 0 && location.lon === 0);
}

interface Placed {
  street: string;
  city: string;
  state: string;
  zip: string;
  lat: number | null;
  lon: number | null;
  userOverwroteLocation: boolean;
}

const sameAddress = (one: Placed, other: Placed) =>
  one.street === other.street &&
  one.city === other.city &&
  one.state === other.state &&
  one.zip === other.zip;

/**
 * The location to save: as sent, except that a pin that the person moved stays until they move it again or an address
 * field changes (docs/behavior/profiles.md#location).
 */
export function settleLocation<Sent extends Placed>(before: Placed, sent: Sent): Sent {
  const keepsPin = before.userOverwroteLocation && !sent.userOverwroteLocation && sameAddress(before, sent);
  return keepsPin ? { ...sent, lat: before.lat, lon: before.lon, userOverwroteLocation: true } : sent;
}

/**
 * How much one person may see of another: everything, a business's public profile, what a business sees of an applicant,
 * or only the applicant's name.
 */
export type View = 'whole' | 'business' | 'applicant' | 'name';

interface Viewer {
  id: string;
  role: Role;
}

/**
 * Who sees what through `GET /api/user` (agreed-calls.csv); null means nothing, not even that they exist. `knowsViewer`: the
 * student applied to the calling business, or works there. `isReleased`: their information may be shown to businesses.
 */
export function viewOf(
  viewer: Viewer,
  seen: Viewer & { knowsViewer: boolean; isReleased: boolean },
): View | null {
  if (viewer.id === seen.id) return 'whole';
  if (viewer.role === 'Teacher' || viewer.role === 'Admin') return 'whole';
  if (viewer.role === 'SuperAdmin') return seen.role === 'Admin' ? 'whole' : null;
  if (viewer.role === 'Student') return seen.role === 'Business' ? 'business' : null;
  if (seen.role !== 'Student' || !seen.knowsViewer) return null;
  return seen.isReleased ? 'applicant' : 'name';
}

const keysByRole: Record<Role, readonly UserFileKey[]> = {
  Student: userFileKeys,
  Business: ['profile_pic_id_fk', 'agreement_file_id_fk'],
  Teacher: ['profile_pic_id_fk'],
  Admin: ['profile_pic_id_fk'],
  SuperAdmin: ['profile_pic_id_fk'],
};

/** Whether this role has such a file: only students have a résumé. */
export function hasFileKey(role: Role, key: UserFileKey): boolean {
  return keysByRole[role].includes(key);
}
