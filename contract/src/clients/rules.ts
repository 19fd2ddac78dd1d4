/** What sign-up and creation answer once `max_users` is reached (rulings, "Accounts"). */
export const CLIENT_FULL = 'This school system has reached its number of users. Contact an administrator';

/** No school system is larger; the documents leave the number free. */
export const MAX_USERS = 1_000_000;
