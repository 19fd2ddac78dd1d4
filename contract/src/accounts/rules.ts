/** Roles, from those the product serves up to the platform's owner (document 1, section 1). */
export const roles = ['Student', 'Business', 'Teacher', 'Admin', 'SuperAdmin'] as const;
export type Role = (typeof roles)[number];

/** What signing up can make; every other account is made by somebody above it. */
export type SignUpType = 'Student' | 'Business';

const rank: Record<Role, number> = { Student: 0, Business: 0, Teacher: 1, Admin: 2, SuperAdmin: 3 };

/** Masquerading, approving and deleting reach only a role below one's own (rulings, "Accounts"). */
export function isBelow(other: Role, own: Role): boolean {
  return rank[other] < rank[own];
}

/** Teachers, Admins and SuperAdmins need neither a finished profile nor approval. */
export function isStaff(role: Role): boolean {
  return rank[role] > 0;
}

/** What staff read who were de-activated and want to log in. */
export const SHUT_OUT = 'Your account was de-activated. Ask an administrator to activate it again.';

/**
 * Whether an account that was de-activated stays outside. A student or a business loses its approval and may still
 * come in to read why; staff need none, so for them only the door is left.
 */
export function isShutOut({ role, deactivated }: { role: Role; deactivated: boolean }): boolean {
  return deactivated && isStaff(role);
}

/** The reset link lives half an hour (document 1, section 9), an invitation a week (rulings, "Accounts"). */
export const RESET_CODE_MINUTES = 30;
export const INVITATION_DAYS = 7;

/** Days in which a new account's email has to be confirmed; then the link expires and the account is removed. */
export const CONFIRMATION_DAYS = 3;

/** A session ends a day after its last use, and two weeks after its beginning whatever its use. */
export const SESSION_IDLE_HOURS = 24;
export const SESSION_DAYS = 14;

/** How long a browser counts as its owner's after the last sign-in: a summer break, and then some. */
export const DEVICE_DAYS = 180;

export const PASSWORD_MIN = 10;
/** Long enough for any passphrase; hashing a megabyte would be a way to stop the server. */
export const PASSWORD_MAX = 200;

/** The sentence of a password that may not be used, or null where it may (rulings, "Accounts"). */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (word: string) => boolean,
): string | null {
  if (password.length < PASSWORD_MIN) return `choose a password of at least ${PASSWORD_MIN} characters`;
  if (password.length > PASSWORD_MAX) return `choose a password of at most ${PASSWORD_MAX} characters`;
  const lower = password.toLowerCase();
  const name = email.toLowerCase().split('@')[0] ?? '';
  if (email !== '' && (lower.includes(email.toLowerCase()) || (name.length > 3 && lower.includes(name))))
    return 'choose a password that does not hold your email';
  if (isCommon(lower)) return 'this password is among the most common ones, choose another';
  return null;
}

/** Current year minus creation year plus one (document 1, section 9). */
export function yearsActive(createdAt: string, now: Date): number {
  return now.getUTCFullYear() - new Date(createdAt).getUTCFullYear() + 1;
}
