import { conflict } from './outcome.ts';
import { type Newcomer, newcomerOf, type Op, type Standing, type State, type User } from './state.ts';

const FULL = 'This school system has reached its number of users. Contact an administrator';

/** An email belongs to an account only once it is confirmed. Until then, the next sign-up gets it. */
export function signUp(state: State, op: Op & { do: 'sign up' }, password: string): string {
  const former = state.newcomers[op.address];
  if (op.address === 'Ada' || (former && state.users[former]?.confirmed)) return 'User Exists';
  if (state.places < 1) conflict(FULL);
  if (former) remove(state, former);
  const made = newcomerOf(op);
  state.users[made] = { approved: false, confirmed: false, finished: false, password };
  state.newcomers[op.address] = made;
  state.confirmations[op.id] = made;
  return 'success';
}

function remove(state: State, newcomer: Newcomer): void {
  delete state.users[newcomer];
  endSessions(state, newcomer);
  for (const [mail, owner] of Object.entries(state.confirmations))
    if (owner === newcomer) delete state.confirmations[Number(mail)];
}

/** The link in any of an account's mails confirms it, once. Only a confirmed account takes a place. */
export function confirm(state: State, { mail }: Op & { do: 'confirm' }): string {
  const owner = state.confirmations[mail];
  const account = owner && state.users[owner];
  if (!account || account.confirmed) return 'expired';
  if (state.places < 1) conflict(FULL);
  delete state.confirmations[mail];
  account.confirmed = true;
  state.places -= 1;
  return 'success';
}

export function resend(state: State, op: Op, caller: Standing): string {
  if (!caller || !('user' in caller)) return 'nobody';
  if (caller.confirmed) conflict('Your email is confirmed already.');
  state.confirmations[op.id] = caller.user as Newcomer;
  return 'success';
}

/** Also ends the masquerades of that person. */
export function endSessions(state: State, user: User): void {
  for (const [label, session] of Object.entries(state.sessions))
    if (session.user === user || session.behind === user) delete state.sessions[label];
}
