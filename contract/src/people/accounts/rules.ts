import { msg } from '../../i18n.ts';
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

/**
 * Days within which a new account must confirm its email. After that, the link expires, and the account is deleted
 * unless its agreement is on file.
 */
export const CONFIRMATION_DAYS = 14;

/** How many days after a sign-up its owner is reminded to confirm the email. */
export const CONFIRMATION_REMINDER_DAYS = [3, 10] as const;

/** A session expires a day after its last use, and two weeks after its start. */
export const SESSION_IDLE_HOURS = 24;
export const SESSION_DAYS = 14;

/** How long a browser is remembered after its last login: longer than a summer break. */
export const DEVICE_DAYS = 180;

/** Current year minus creation year plus one (docs/behavior/profiles.md#fields). */
export function yearsActive(createdAt: string, now: Date): number {
  return now.getUTCFullYear() - new Date(createdAt).getUTCFullYear() + 1;
}
