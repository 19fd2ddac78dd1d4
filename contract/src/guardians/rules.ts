import { yearsFrom } from '../dates.ts';

/** A student can name so many. Two merged accounts may have more. */
export const GUARDIANS_MAX = 4;

/** What someone can be to a student. Empty: nobody has said. */
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

/** Who named a guardian or gave a birth date: staff or an import of theirs, or the student. */
export const givers = ['school', 'student'] as const;
export type Giver = (typeof givers)[number];

/** Nobody younger takes part (29 CFR 570.2 and 570.35). */
export const YOUNGEST = 14;

/** The age at which a guardian's part ends. */
export const OF_AGE = 18;

/** The last day (YYYY-MM-DD, exclusive) of the guardian's part: the eighteenth birthday; March 1 for February 29. */
export function comesOfAge(birthDate: string): string {
  const day = yearsFrom(birthDate, OF_AGE);
  const exists = !day.endsWith('-02-29') || new Date(`${day}T00:00:00Z`).getUTCDate() === 29;
  return exists ? day : `${day.slice(0, 4)}-03-01`;
}

/**
 * Whether a guardian has to act for this student on a day (both YYYY-MM-DD): until the eighteenth birthday, and where
 * no birth date is known.
 */
export const needsGuardian = (birthDate: string | null, today: string): boolean =>
  birthDate === null || today < comesOfAge(birthDate);

/** Whether this person may consent and sign for the student: staff confirmed who they are, and that they may. */
export const mayConsent = (guardian: { confirmed: boolean; may_sign: boolean }): boolean =>
  guardian.confirmed && guardian.may_sign;

interface Reached {
  name: string;
  email: string;
  phone: string;
}

/** Whether a guardian became another person or got another address, which staff have not confirmed. */
export const isAnother = (before: Reached, after: Reached): boolean =>
  before.name !== after.name || before.email !== after.email || before.phone !== after.phone;
