import type { BudgetName } from '@waypost/contract/platform/budgets/rules';
import { networkOf } from '../../platform/access/addresses.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import type { Bound } from '../../platform/access/limits.ts';

/** What identifies a try before the login. `network` is the caller's address. */
export interface Try {
  email: string;
  network: string;
  /** The browser's secret, if the account with this email has logged in with it before. */
  device: string | null;
  /** The hash of the password that is guessed: a new password starts without guesses. */
  passwordHash?: string | null;
}

const normal = (email: string) => email.trim().toLowerCase();

/** One person's tries: in a known browser its own, otherwise those for their email from this network. */
const ofPerson = (name: BudgetName, { email, network, device, passwordHash }: Try, crowded = false): Bound =>
  budgetOf(name, [device ?? networkOf(network), normal(email), passwordHash ?? ''].join('\n'), { crowded });

const byNetwork =
  (name: BudgetName) =>
  ({ network }: { network: string }): Bound =>
    budgetOf(name, networkOf(network));

/** `crowded`: somebody in the network tries passwords at many accounts. */
export const guessesBy = (attempt: Try, crowded = false): Bound =>
  ofPerson('password guesses', attempt, crowded);
export const guessesAt = (email: string): Bound =>
  budgetOf('password guesses from everywhere', normal(email));
/** Tries after the correct password, so only someone who knows it can use them up. */
export const codesBy = (attempt: Try): Bound => ofPerson('second factor codes', attempt);
export const codesFrom = (attempt: Try): Bound => ofPerson('second factor codes of a network', attempt);
export const codesAt = ({ email, passwordHash }: Try): Bound =>
  budgetOf('second factor codes from everywhere', [normal(email), passwordHash ?? ''].join('\n'));
export const guessesOf = ({ id }: { id: string }): Bound => budgetOf('guesses at your own password', id);
export const failedLoginsFrom = byNetwork('failed logins');

export const resetsBy = (attempt: Try): Bound => ofPerson('reset mails', attempt);
export const resetsOf = (email: string): Bound => budgetOf('reset mails from everywhere', normal(email));
export const resetsFrom = byNetwork('reset mails of a network');
export const unknownEmailsFrom = byNetwork('unknown emails');
export const wrongCodesFrom = byNetwork('wrong codes');

export const confirmationsOf = ({ id }: { id: string }): Bound => budgetOf('confirmation mails', id);
/** What one staff member sends to an account; others' mails do not count. */
export const confirmationsBy = (staff: { id: string }, account: { id: string }): Bound =>
  budgetOf('confirmation mails', `${staff.id} ${account.id}`);
/** A mail to an address that nobody has proven, which may be a stranger's. */
export const unprovenMails = (email: string, from: { network: string }): Bound[] => [
  budgetOf('unproven mails', [networkOf(from.network), normal(email)].join('\n')),
  budgetOf('unproven mails of a network', networkOf(from.network)),
  budgetOf('unproven mails from everywhere', normal(email)),
];
/** Each sends mail to the owner of the new address. */
export const emailChangesOf = ({ id }: { id: string }): Bound => budgetOf('email changes', id);
