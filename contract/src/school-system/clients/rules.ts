import { firstGrapheme } from '../../graphemes.ts';
import { msg } from '../../i18n.ts';
/** What sign-up and creation reply once `max_users` is reached (docs/behavior/clients.md#number-of-users). */
export const CLIENT_FULL = msg(
  'This school system has reached its number of users. Contact an administrator',
);

/**
 * Accounts reserved for people whom staff add: one in twenty, at most 25. If strangers take the rest, staff can still
 * be added to remove them.
 */
export function reservedSeats(maxUsers: number): number {
  return Math.min(25, Math.floor(maxUsers / 20));
}

/** The maximum that a new school system's form suggests: enough for the students of several high schools. */
export const SUGGESTED_MAX_USERS = 1_000;

/** The initials of a name of several words, such as CBPS; empty for one word. */
export function suggestedShortName(fullName: string): string {
  const words = fullName.split(/[\s\-\u2013/]+/).filter((word) => /^\p{L}/u.test(word));
  const main = words.filter((word) => !/^(and|at|de|del|for|in|la|las|los|of|on|the|y)$/i.test(word));
  return main.length < 2
    ? ''
    : main
        .map((word) => firstGrapheme(word).toUpperCase())
        .join('')
        .slice(0, 10);
}

/** An upper bound for `max_users`. No school system is larger. */
export const MAX_USERS = 1_000_000;
