/** Roles, from students to the platform's owner (docs/behavior/README.md#roles). */
export const roles = ['Student', 'Business', 'Teacher', 'Admin', 'SuperAdmin'] as const;
export type Role = (typeof roles)[number];

/** What signing up can make; every other account is made by somebody above it. */
export type SignUpType = 'Student' | 'Business';

const rank: Record<Role, number> = { Student: 0, Business: 0, Teacher: 1, Admin: 2, SuperAdmin: 3 };

/** Masquerading, approving and deleting reach only roles below one's own (docs/behavior/masquerade.md#who). */
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

/**
 * How long a reset link works (docs/behavior/accounts.md#forgotten-password), and an invitation
 * (docs/behavior/accounts.md#invitations).
 */
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

/** Why a password may not be used, or null if it may (docs/behavior/accounts.md#passwords). */
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

/** Current year minus creation year plus one (docs/behavior/profiles.md#fields). */
export function yearsActive(createdAt: string, now: Date): number {
  return now.getUTCFullYear() - new Date(createdAt).getUTCFullYear() + 1;
}
