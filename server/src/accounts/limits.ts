import type { Bound, Limit } from '../access/limits.ts';
import { networkOf } from '../access/limits.ts';

/**
 * Limits by account are tight. Those by network count failures alone and are wide: a whole school system
 * signs in through one address on the same morning, and a few in a hundred mistype.
 */
const GUESSES: Limit = { name: 'guesses at a password', tries: 10, minutes: 15 };
const FAILED_LOGINS: Limit = { name: 'failed logins', tries: 1000, minutes: 15 };
const SIGN_UPS: Limit = { name: 'sign-ups', tries: 10, minutes: 60 };
const FAILED_SIGN_UPS: Limit = { name: 'failed sign-ups', tries: 500, minutes: 60 };
const RESETS: Limit = { name: 'resets', tries: 5, minutes: 60 };
const FAILED_RESETS: Limit = { name: 'failed resets', tries: 300, minutes: 60 };
const EMAIL_CHANGES: Limit = { name: 'changes of an email', tries: 5, minutes: 60 };
const WRONG_CODES: Limit = { name: 'wrong codes', tries: 300, minutes: 60 };

const byEmail =
  (limit: Limit) =>
  (email: string): Bound => ({ limit, who: email.trim().toLowerCase() });
const byNetwork =
  (limit: Limit) =>
  (request: { network: string }): Bound => ({ limit, who: networkOf(request.network) });

export const guessesAt = byEmail(GUESSES);
export const failedLoginsFrom = byNetwork(FAILED_LOGINS);
export const signUpsOf = byEmail(SIGN_UPS);
export const failedSignUpsFrom = byNetwork(FAILED_SIGN_UPS);
export const resetsOf = byEmail(RESETS);
export const failedResetsFrom = byNetwork(FAILED_RESETS);
/** Each mails whoever the new address belongs to. */
export const emailChangesOf = ({ id }: { id: string }): Bound => ({ limit: EMAIL_CHANGES, who: id });
export const wrongCodesFrom = byNetwork(WRONG_CODES);
