import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { type Access, conflict, type Move, notFound, only } from './move.ts';
import {
  addresses,
  type Caller,
  type Newcomer,
  newcomerOf,
  type Op,
  roleOf,
  type State,
  sessionOf,
  students,
  type User,
} from './state.ts';

/** Everybody's password at the start, and the one that they change it to. */
export const PASSWORD = 'a boat on the bay';
export const OTHER_PASSWORD = 'a heron by the pier';
const passwords = [PASSWORD, OTHER_PASSWORD];

const everyone: Access = { Student: 'session', Business: 'session', Teacher: 'session', Admin: 'session' };
const FULL = 'This school system has reached its number of users. Contact an administrator';
const TWICE = 'This was already done. Reload the page to continue.';

/** Also ends the masquerades of that person. */
function endSessions(state: State, user: User): void {
  for (const [label, session] of Object.entries(state.sessions))
    if (session.user === user || session.behind === user) delete state.sessions[label];
}

function beginSession(state: State, op: Op, user: User, behind: User | null): void {
  if (op.session) delete state.sessions[op.session];
  state.sessions[sessionOf(op)] = { user, behind };
}

/** An email belongs to one account, confirmed or not. */
function signUp(state: State, op: Op): string {
  if (op.address === 'Ada' || state.newcomers[op.address]) return 'User Exists';
  if (state.places < 1) conflict(FULL);
  const made = newcomerOf(op);
  state.users[made] = { approved: false, confirmed: false, finished: false, password: '' };
  state.newcomers[op.address] = made;
  state.confirmations[op.id] = made;
  beginSession(state, op, made, null);
  return 'success';
}

/** The link in any of an account's mails confirms it, and says so again. Only a confirmed account takes a place. */
function confirm(state: State, { mail }: Op): string {
  const owner = state.confirmations[mail];
  const account = owner && state.users[owner];
  if (!account) return 'expired';
  if (account.confirmed) return 'success';
  if (state.places < 1) conflict(FULL);
  account.confirmed = true;
  state.places -= 1;
  return 'success';
}

function setApproval(state: State, { user, approved }: Op, caller: Caller): string {
  if (caller.user === 'outsider') notFound();
  const account = state.users[user] ?? notFound();
  if (account.approved === approved) return approved ? 'approved' : 'deactivated';
  if (approved && !account.confirmed)
    conflict('This account’s email must be confirmed before it can be approved.');
  if (approved && !account.finished)
    conflict('This student’s signed agreement must be on file before the account can be approved.');
  account.approved = approved;
  if (!approved) endSessions(state, user);
  return approved ? 'approved' : 'deactivated';
}

const approvalOf = (state: State, user: User, approved = !state.users[user]?.approved) => ({
  user,
  approved,
});

export const accountMoves = {
  'set approval': {
    may: { Teacher: 'session', Admin: 'session' },
    // A deactivated business stops everything, so it is mostly approved again.
    ways: (state) => [
      ...students.map((student) => approvalOf(state, student)),
      approvalOf(state, 'business'),
      ...Array.from({ length: 6 }, () => approvalOf(state, 'business', true)),
      ...Object.values(state.newcomers).map((newcomer) => approvalOf(state, newcomer, true)),
    ],
    does: setApproval,
    asks: (op, { user }) => [
      peopleCalls.swapApprovalStatus,
      { _id: user(op.user).id, approved: op.approved },
    ],
    says: ({ approved }: { approved: boolean }) => (approved ? 'approved' : 'deactivated'),
  },
  'read self': {
    may: everyone,
    weight: 0.1,
    ways: () => [{}],
    does: (_, __, { confirmed, approved }) =>
      `${confirmed ? 'confirmed' : 'unconfirmed'}, ${approved ? 'approved' : 'unapproved'}`,
    asks: () => [accountCalls.getUserData, {}],
    says: ({ confirmed, approved }: { confirmed: boolean; approved: boolean }) =>
      `${confirmed ? 'confirmed' : 'unconfirmed'}, ${approved ? 'approved' : 'unapproved'}`,
  },
  masquerade: {
    may: everyone,
    weight: 0.4,
    ways: () => [...students, 'business' as const].map((user) => ({ user })),
    does: (state, op, { role, user }) => {
      if (role !== 'Admin' || user === 'outsider' || roleOf(op.user) === 'Admin') notFound();
      if (!op.session || !state.sessions[op.session]) conflict(TWICE);
      beginSession(state, op, op.user, user);
      return op.user;
    },
    asks: (op, { user }) => [masqueradeCalls.masquerade, { id: user(op.user).id }],
    says: ({ first_name }: { first_name: string }) => first_name,
  },
  'end masquerade': {
    may: everyone,
    does: (state, op, { user, behind }) => {
      if (!behind) return user === 'admin' ? 'success' : notFound();
      if (!op.session || !state.sessions[op.session]) conflict(TWICE);
      beginSession(state, op, behind, null);
      return 'success';
    },
    asks: (_, { user }) => [masqueradeCalls.endMasquerade, { adminUser_id: user('admin').id }],
  },
} satisfies Record<string, Move>;

/** Passwords take more time than everything else, so few terms include them. */
export const sessionMoves = {
  'log in': {
    may: 'anyone',
    does: (state, op) => {
      if (state.users[op.user]?.password !== op.password) return 'Wrong Name/PW';
      beginSession(state, op, op.user, null);
      return 'success';
    },
    asks: (op, { user }) => [accountCalls.login, { email: user(op.user).email, password: op.password }],
  },
  'log out': {
    may: 'anyone',
    weight: 0.5,
    ways: () => [{}],
    does: (state, { session }) => {
      if (session) delete state.sessions[session];
      return 'success';
    },
    asks: () => [accountCalls.logout, {}],
  },
  'change password': {
    may: everyone,
    ways: (_, user) =>
      passwords.map((password, place) => ({ user, password, next: passwords[1 - place] ?? '' })),
    does: (state, op, { user, behind }) => {
      if (behind) only('403 not-allowed');
      const account = state.users[user] ?? notFound();
      if (account.password !== op.password) return 'wrongPassword';
      account.password = op.next;
      endSessions(state, user);
      state.sessions[sessionOf(op)] = { user, behind: null };
      return 'success';
    },
    asks: (op, { user }) => [
      accountCalls.changePassword,
      { email: user(op.user).email, password: op.password, new_password: op.next },
    ],
  },
} satisfies Record<string, Move>;

export const signUpMoves = {
  'sign up': {
    may: 'anyone',
    ways: () => addresses.map((address) => ({ address })),
    does: signUp,
    asks: ({ address }, { all }) => [
      accountCalls.signUp,
      {
        client: all.client,
        type: 'Student',
        first_name: 'Dora',
        last_name: 'Diaz',
        email: all.users[address]?.email ?? `${all.term}.${address}@new.test`,
        password: OTHER_PASSWORD,
      },
    ],
  },
  confirm: {
    may: 'anyone',
    weight: 3,
    does: confirm,
    asks: ({ mail }, { all }) => [accountCalls.confirmEmail, { code: all.codes[mail] ?? 'never-mailed' }],
  },
  'resend confirmation': {
    may: { Student: 'session', Business: 'session' },
    weight: 0.5,
    does: (state, op, { user, confirmed }) => {
      if (confirmed) conflict('Your email is confirmed already.');
      state.confirmations[op.id] = user as Newcomer;
      return 'success';
    },
    asks: () => [accountCalls.resendConfirmation, {}],
  },
} satisfies Record<string, Move>;
