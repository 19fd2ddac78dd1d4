/** What sign-up and creation answer once `max_users` is reached (rulings, "Accounts"). */
export const CLIENT_FULL = 'This school system has reached its number of users. Contact an administrator';

/**
 * Seats that sign-ups leave for the teachers and administrators whom staff add: one in twenty, 25 at most. A flood of
 * confirmed strangers can fill the rest, and staff still get in to remove them.
 */
export function reservedSeats(maxUsers: number): number {
  return Math.min(25, Math.floor(maxUsers / 20));
}

/** No school system is larger; the documents leave the number free. */
export const MAX_USERS = 1_000_000;
