import { yearsFrom } from '../../dates.ts';

/** The most guardians that a student can name. Two merged accounts may have more. */
export const GUARDIANS_MAX = 4;

/** A guardian's relationship to the student. Empty: unknown. */
export const relationships = [
  'Mother',
  'Father',
  'Stepparent',
  'Grandparent',
  'Foster parent',
  'Legal guardian',
  'Other relative',
  'Other',
] as const;
export type Relationship = (typeof relationships)[number];

/** Who entered a guardian or a birth date: the school (staff or an import), or the student. */
export const givers = ['school', 'student'] as const;
export type Giver = (typeof givers)[number];

/** The minimum age for taking part (29 CFR 570.2 and 570.35). */
export const MINIMUM_AGE = 14;

/** The age from which no guardian is needed. */
export const AGE_OF_MAJORITY = 18;

/** The day (YYYY-MM-DD) from which no guardian is needed: the eighteenth birthday; March 1 for February 29. */
export function eighteenthBirthday(birthDate: string): string {
  const day = yearsFrom(birthDate, AGE_OF_MAJORITY);
  const exists = !day.endsWith('-02-29') || new Date(`${day}T00:00:00Z`).getUTCDate() === 29;
  return exists ? day : `${day.slice(0, 4)}-03-01`;
}

/**
 * Whether a guardian must act for this student on a day (both YYYY-MM-DD): until the eighteenth birthday, or if the
 * birth date is unknown.
 */
export const needsGuardian = (birthDate: string | null, today: string): boolean =>
  birthDate === null || today < eighteenthBirthday(birthDate);

/** Whether this person may consent and sign for the student: staff verified their identity and allowed it. */
export const mayConsent = (guardian: { confirmed: boolean; may_sign: boolean }): boolean =>
  guardian.confirmed && guardian.may_sign;

interface Reached {
  name: string;
  email: string;
  phone: string;
}

/** Whether a guardian's name or address changed, so that staff must verify them again. */
export const isAnother = (before: Reached, after: Reached): boolean =>
  before.name !== after.name || before.email !== after.email || before.phone !== after.phone;
