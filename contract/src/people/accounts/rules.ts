import { msg, t } from '../../i18n.ts';
import { isStaff, type Role } from '../../roles.ts';

/** What people can sign up as. Every other account is created by someone above it. */
export type SignUpType = 'Student' | 'Business';

/** The message for deactivated staff who try to log in. */
export const SHUT_OUT = msg('Your account is not active. Ask your school to turn it on again.');

/**
 * Whether a deactivated account is refused a session. Students and businesses lose their approval, but can still log in
 * to read why. Staff need no approval, so their login is refused.
 */
export function isShutOut({ role, deactivated }: { role: Role; deactivated: boolean }): boolean {
  return deactivated && isStaff(role);
}

/**
 * How long a reset link (docs/behavior/accounts.md#forgotten-password) and an invitation
 * (docs/behavior/accounts.md#invitations) work.
 */
export const RESET_CODE_MINUTES = 30;
export const INVITATION_DAYS = 7;

/** Days within which a new account must confirm its email. After that, the link expires and the account is deleted. */
export const CONFIRMATION_DAYS = 3;

/** A session expires a day after its last use, and two weeks after its start. */
export const SESSION_IDLE_HOURS = 24;
export const SESSION_DAYS = 14;

/** How long a browser is remembered after its last login: longer than a summer break. */
export const DEVICE_DAYS = 180;

export const PASSWORD_MIN = 10;
/** Long enough for any passphrase. Hashing a megabyte could block the server. */
export const PASSWORD_MAX = 200;

/** A password with fewer letters than this, besides the names, is easy to guess. */
const LETTERS_OF_ONES_OWN = 4;

/** Whether a password is little more than names that everyone there knows, such as "CBPS2026!". */
function isOnlyNames(lower: string, names: readonly string[]): boolean {
  const words = ['waypost', ...names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))];
  const known = words.filter((word) => word.length > 2).sort((one, other) => other.length - one.length);
  const rest = known.reduce((left, word) => left.replaceAll(word, ' '), lower);
  return rest !== lower && rest.replace(/[^\p{L}]/gu, '').length < LETTERS_OF_ONES_OWN;
}

/**
 * Why a password may not be used, or null if it may (docs/behavior/accounts.md#passwords). `names`: those of the school
 * system.
 */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (word: string) => boolean,
  names: readonly string[] = [],
): string | null {
  if (password.length < PASSWORD_MIN)
    return t('choose a password of at least {passwordMin} characters', { passwordMin: PASSWORD_MIN });
  if (password.length > PASSWORD_MAX)
    return t('choose a password of at most {passwordMax} characters', { passwordMax: PASSWORD_MAX });
  const lower = password.toLowerCase();
  const name = email.toLowerCase().split('@')[0] ?? '';
  if (email !== '' && (lower.includes(email.toLowerCase()) || (name.length > 3 && lower.includes(name))))
    return t('choose a password that does not contain your email');
  if (isOnlyNames(lower, names))
    return t('choose a password that is more than the name of Waypost or your school system');
  if (isCommon(lower)) return t('this password is too common; choose another');
  return null;
}

/** Current year minus creation year plus one (docs/behavior/profiles.md#fields). */
export function yearsActive(createdAt: string, now: Date): number {
  return now.getUTCFullYear() - new Date(createdAt).getUTCFullYear() + 1;
}
