import { msg } from '../i18n.ts';
/** What sign-up and creation reply once `max_users` is reached (docs/behavior/clients.md#number-of-users). */
export const CLIENT_FULL = msg(
  'This school system has reached its number of users. Contact an administrator',
);

/**
 * Accounts that sign-ups leave free for people whom staff add: one in twenty, at most 25. If strangers take the rest,
 * staff can still be added to remove them.
 */
export function reservedSeats(maxUsers: number): number {
  return Math.min(25, Math.floor(maxUsers / 20));
}

/** An upper bound for `max_users`. No school system is larger. */
export const MAX_USERS = 1_000_000;
