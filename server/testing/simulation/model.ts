import { aDraft, onAgreement } from './agreement-rules.ts';
import { isOnFile, onFile } from './file-rules.ts';
import { byLink, holderOf } from './link-rules.ts';
import { conflict, notFound, Only, only } from './outcome.ts';
import { confirm, endSessions, resend, signUp } from './sign-up-rules.ts';
import {
  type Choice,
  linkOf,
  newcomerOf,
  type Op,
  type Placement,
  type PlacementStatus,
  type Role,
  roleOf,
  type Standing,
  type State,
  type Status,
  type Student,
  students,
  type User,
} from './state.ts';

/**
 * The rules of a school term, stated independently: a pure state machine that predicts every reply. It imports nothing
 * from the product, so a mistake in a rule cannot be in both.
 */

const MINIMUM_HOURS = 135;
/** An offer can be undone for ten seconds. */
export const UNDO_MS = 10_000;

type Need = 'session' | 'finished' | 'approved';

/** Who may do what. Staff need no approval. */
const access: Record<Choice['do'], 'anyone' | Partial<Record<Role, Need>>> = {
  apply: { Student: 'approved' },
  move: { Student: 'finished', Business: 'approved' },
  offer: { Business: 'approved' },
  'undo offer': { Business: 'approved' },
  'send offer': 'anyone',
  'set approval': { Admin: 'session' },
  log: { Student: 'approved' },
  remove: { Student: 'approved' },
  correct: { Student: 'approved' },
  decide: { Business: 'approved' },
  evaluate: { Business: 'approved' },
  end: { Business: 'approved', Admin: 'session' },
  'sign off': { Admin: 'session' },
  reopen: { Admin: 'session' },
  'read applicants': { Business: 'approved', Admin: 'session' },
  'read placement': { Student: 'finished', Business: 'approved', Admin: 'session' },
  'log in': 'anyone',
  'log out': 'anyone',
  'change password': { Student: 'session', Business: 'session', Admin: 'session' },
  masquerade: { Student: 'session', Business: 'session', Admin: 'session' },
  'end masquerade': { Student: 'session', Business: 'session', Admin: 'session' },
  'sign up': 'anyone',
  confirm: 'anyone',
  'resend confirmation': { Student: 'session', Business: 'session' },
  'read self': { Student: 'session', Business: 'session', Admin: 'session' },
  'fill in': { Business: 'approved', Admin: 'session' },
  'send agreement': { Admin: 'session' },
  'read agreement': { Student: 'finished', Business: 'approved', Admin: 'session' },
  sign: { Student: 'finished', Business: 'approved', Admin: 'session' },
  decline: { Student: 'finished', Business: 'approved', Admin: 'session' },
  upload: { Student: 'session' },
  'read files': { Student: 'session' },
  'delete file': { Student: 'session' },
  'use picture': { Student: 'session' },
  'read picture': { Student: 'session', Admin: 'session' },
  'add file': { Student: 'approved' },
  'take out file': { Student: 'approved' },
  'read final project': { Student: 'finished', Admin: 'session' },
  'open link': 'anyone',
  'refuse link': 'anyone',
  'pass on link': 'anyone',
  'sign by link': 'anyone',
  'decline by link': 'anyone',
  'approve all by link': 'anyone',
  'decide by link': 'anyone',
};

const moves: Partial<Record<Role, Partial<Record<Status, Status[]>>>> = {
  Business: {
    New: ['Declined', 'Interview Scheduled', 'Offered'],
    'Interview Scheduled': ['Declined', 'Offered'],
  },
  Student: {
    New: ['Rescinded'],
    'Interview Scheduled': ['Rescinded'],
    Offered: ['Accepted', 'Declined'],
  },
};

export function standing(state: State, op: Op): Standing {
  if ('link' in op) return holderOf(state, op);
  const { session } = op;
  const found = session === null ? undefined : state.sessions[session];
  if (!found) return null;
  const { user, behind } = found;
  const account = state.users[user];
  if (!account) return null;
  const { password: _, ...known } = account;
  return { ...known, user, role: roleOf(user), behind };
}

interface Outcome {
  state: State;
  reply: string;
}

/** One action, at one moment. */
export function act(before: State, op: Op, caller: Standing): Outcome {
  const state = structuredClone(before);
  try {
    admit(op, caller);
    return { reply: `200 ${perform(state, op, caller)}`, state };
  } catch (refusal) {
    if (refusal instanceof Only) return { reply: refusal.reply, state: before };
    throw refusal;
  }
}

function admit(op: Op, caller: Standing): void {
  const needed = access[op.do];
  if (needed === 'anyone') return;
  const { role, finished, confirmed, approved } = callerOf(caller);
  const need = needed[role];
  if (!need) only('403 not-allowed');
  if (need === 'session' || role === 'Admin') return;
  if (!finished) only('403 unfinished');
  if (!confirmed) only('403 unconfirmed');
  if (need === 'approved' && !approved) only('403 unapproved');
}

function perform(state: State, op: Op, caller: Standing): string {
  if ('link' in op) return byLink(state, op, holder(caller));
  if (isOnFile(op)) return onFile(state, op);
  switch (op.do) {
    case 'apply':
      return apply(state, callerOf(caller).user);
    case 'move':
      return move(state, op, callerOf(caller));
    case 'offer':
      return offer(state, op);
    case 'undo offer':
      return undo(state, op.student);
    case 'send offer':
      return send(state, op);
    case 'set approval':
      return setApproval(state, op);
    case 'log in':
      return logIn(state, op);
    case 'sign up': {
      const reply = signUp(state, op, '');
      if (reply === 'success') beginSession(state, op, newcomerOf(op), null);
      return reply;
    }
    case 'confirm':
      return confirm(state, op);
    case 'resend confirmation':
      return resend(state, op, caller);
    case 'read self': {
      const { confirmed, approved } = callerOf(caller);
      return `${confirmed ? 'confirmed' : 'unconfirmed'}, ${approved ? 'approved' : 'unapproved'}`;
    }
    case 'log out':
      if (op.session) delete state.sessions[op.session];
      return 'success';
    case 'change password':
      return changePassword(state, op, callerOf(caller));
    case 'masquerade':
      return masquerade(state, op, callerOf(caller));
    case 'end masquerade':
      return endMasquerade(state, op, callerOf(caller));
    case 'read applicants':
      return students
        .flatMap((student) =>
          state.applications[student] ? [`${student} ${state.applications[student].status}`] : [],
        )
        .join(', ');
    default:
      return onPlacement(state, op, callerOf(caller));
  }
}

type Caller = Extract<Standing, { user: User }>;
const callerOf = (caller: Standing): Caller => (caller && 'user' in caller ? caller : only('401 no-session'));

const holder = (caller: Standing) => (caller && 'link' in caller ? caller : only('404 dead link'));

const taken = (state: State) => Object.keys(state.placements).length;

function apply(state: State, student: User): string {
  if (!state.users.business?.approved) conflict('This business can’t take applications right now');
  if (taken(state) >= state.spots) conflict('This opportunity is full');
  if (state.applications[student as Student]) conflict('You have already applied for this opportunity');
  state.applications[student as Student] = { status: 'New', replyBy: null, pending: null };
  return 'success';
}

const applicationOf = (state: State, student: Student) => state.applications[student] ?? notFound();

function requireMove(role: Role, from: Status, to: Status): void {
  if (moves[role]?.[from]?.includes(to)) return;
  conflict(
    from === to
      ? `This application is already ${from}`
      : `This application is ${from}, so it cannot be moved to ${to}`,
  );
}

function move(state: State, { student, to, today }: Op & { do: 'move' }, caller: Caller): string {
  const application = applicationOf(state, student);
  if (caller.role === 'Student' && caller.user !== student) notFound();
  requireMove(caller.role, application.status, to);
  if (to === 'Accepted') {
    if (!caller.approved) only('403 unapproved');
    if (application.replyBy !== null && application.replyBy < today)
      conflict('The time to reply to this offer is over. Ask the business to offer it again');
    if (taken(state) >= state.spots) conflict('This opportunity is full');
    state.placements[student] = {
      ...{ status: 'open', entries: {}, evaluations: 0 },
      approved: { hours: false, evals: false },
      agreement: aDraft(),
      files: [],
    };
  }
  Object.assign(application, { status: to, pending: null, replyBy: null });
  return to;
}

/** The offers of a term must be answered the same day. */
function offer(state: State, { student, now, today }: Op & { do: 'offer' }): string {
  const application = applicationOf(state, student);
  requireMove('Business', application.status, 'Offered');
  if (application.pending !== null) conflict('An offer to this student is already on its way');
  Object.assign(application, { pending: now + UNDO_MS, replyBy: today });
  return application.status;
}

function undo(state: State, student: Student): string {
  const application = applicationOf(state, student);
  if (application.pending === null) conflict('The offer was sent, so it can’t be undone');
  Object.assign(application, { pending: null, replyBy: null });
  return application.status;
}

function send(state: State, { student, at }: Op & { do: 'send offer' }): string {
  const application = state.applications[student];
  const waits = application?.status === 'New' || application?.status === 'Interview Scheduled';
  if (application && waits && application.pending === at)
    Object.assign(application, { status: 'Offered', pending: null });
  return '';
}

function setApproval(state: State, { user, approved }: Op & { do: 'set approval' }): string {
  const account = state.users[user] ?? notFound();
  if (account.approved !== approved) {
    if (approved && !account.confirmed)
      conflict('This account’s email must be confirmed before it can be approved.');
    if (approved && !account.finished)
      conflict('This student’s signed agreement must be on file before the account can be approved.');
    account.approved = approved;
    if (!approved) endSessions(state, user);
  }
  return approved ? 'approved' : 'deactivated';
}

/** A session's label comes from the action that started it. */
export const sessionOf = (op: { id: number }) => `session ${op.id}`;

function beginSession(state: State, op: Op, user: User, behind: User | null): void {
  if (op.session) delete state.sessions[op.session];
  state.sessions[sessionOf(op)] = { user, behind };
}

function logIn(state: State, op: Op & { do: 'log in' }): string {
  if (state.users[op.user]?.password !== op.password) return 'Wrong Name/PW';
  beginSession(state, op, op.user, null);
  return 'success';
}

function changePassword(state: State, op: Op & { do: 'change password' }, { user, behind }: Caller): string {
  if (behind) only('403 not-allowed');
  const account = state.users[user] ?? notFound();
  if (account.password !== op.password) return 'wrongPassword';
  account.password = op.next;
  endSessions(state, user);
  state.sessions[sessionOf(op)] = { user, behind: null };
  return 'success';
}

const TWICE = 'This was already done. Reload the page to continue.';

function masquerade(state: State, op: Op & { do: 'masquerade' }, { role, user }: Caller): string {
  if (role !== 'Admin' || roleOf(op.user) === 'Admin') notFound();
  if (!op.session || !state.sessions[op.session]) conflict(TWICE);
  beginSession(state, op, op.user, user);
  return op.user;
}

function endMasquerade(state: State, op: Op, { user, behind }: Caller): string {
  if (!behind) return user === 'admin' ? 'success' : notFound();
  if (!op.session || !state.sessions[op.session]) conflict(TWICE);
  beginSession(state, op, behind, null);
  return 'success';
}

type OnPlacement = Extract<
  Op,
  {
    do:
      | 'log'
      | 'remove'
      | 'correct'
      | 'decide'
      | 'evaluate'
      | 'end'
      | 'sign off'
      | 'reopen'
      | 'read placement'
      | 'fill in'
      | 'send agreement'
      | 'read agreement'
      | 'sign'
      | 'decline';
  }
>;

type OnAgreement = Parameters<typeof onAgreement>[1];
const isOnAgreement = (op: Op): op is OnAgreement =>
  ['fill in', 'send agreement', 'read agreement', 'sign', 'decline'].includes(op.do);

/** Mails a link to those who sign without an account. */
function mailLinks(state: State, op: Op & { student: Student }): void {
  for (const [to, party] of [
    ['guardian', 'guardian'],
    ['signatory', 'business'],
  ] as const)
    state.links[linkOf(op, to)] = { purpose: 'sign', student: op.student, party, to, state: 'open' };
}

function onPlacement(state: State, op: OnPlacement, caller: Caller): string {
  // Nobody signs for somebody else, even in a masquerade.
  if ((op.do === 'sign' || op.do === 'decline') && caller.behind) only('403 not-allowed');
  const placement = state.placements[op.student] ?? notFound();
  if (caller.role === 'Student' && caller.user !== op.student) notFound();
  if (isOnAgreement(op)) {
    const reply = onAgreement(placement, op, caller);
    if (op.do === 'send agreement') mailLinks(state, op);
    return reply;
  }
  if (op.do === 'read placement') return describe(placement);
  if (op.do === 'sign off' || op.do === 'reopen') sign(placement, op);
  else if (op.do === 'evaluate') return evaluate(placement, op.seen);
  else if (op.do === 'end') end(placement, caller.role, op.to);
  else changeHours(placement, op);
  return describe(placement);
}

function changeHours(
  placement: Placement,
  op: Extract<OnPlacement, { do: 'log' | 'remove' | 'correct' | 'decide' }>,
): void {
  const isTerminated = placement.status === 'terminated';
  if ((op.do === 'log' || op.do === 'correct') && isTerminated)
    conflict('This placement was terminated, so no hours can be added');
  if (op.do === 'log') {
    placement.entries[entryOf(op)] = { at: op.now, hours: op.hours, decision: 0, signedOff: false };
    return;
  }
  const entry = placement.entries[op.entry] ?? notFound();
  if (op.do === 'remove') {
    if (entry.decision === 1) conflict('These hours are approved, so they cannot be deleted');
    delete placement.entries[op.entry];
  } else if (op.do === 'correct') {
    if (entry.decision !== -1) conflict('Only an entry that was disapproved can be corrected');
    Object.assign(entry, { hours: op.hours, decision: 0 });
  } else {
    if (entry.signedOff && entry.decision === 1 && op.decision === -1)
      conflict('The school system has approved these hours. Ask the school to reopen them first');
    if ((entry.decision === 1) !== (op.decision === 1)) placement.approved.hours = false;
    entry.decision = op.decision;
  }
}

/** What the student writes into the log, which identifies the entry. */
export const entryOf = (op: { id: number }) => `entry ${op.id}`;

function evaluate(placement: Placement, seen: number): string {
  if (placement.evaluations === 2) conflict('This intern already has both evaluations');
  if (placement.status !== 'open')
    conflict(`This placement is ${placement.status}, so you can’t evaluate it now`);
  if (placement.evaluations !== seen)
    conflict('Someone else just evaluated this intern. Read that one before you send yours');
  placement.evaluations += 1;
  return 'success';
}

function end(placement: Placement, role: Role, to: PlacementStatus): void {
  const from = placement.status;
  if (from === to) conflict(`This placement is already ${to}`);
  if (role === 'Business' && from !== 'open')
    conflict(`This placement is ${from}, which only the school system can change`);
  const missing = 2 - placement.evaluations;
  if (role === 'Business' && to === 'completed' && missing > 0)
    conflict(
      `You can complete this once ${missing === 1 ? 'one more evaluation is' : 'both evaluations are'} in`,
    );
  placement.status = to;
}

const hoursOf = (placement: Placement) =>
  Object.values(placement.entries).reduce(
    (sum, { hours, decision }) => sum + (decision === 1 ? hours : 0),
    0,
  );

/** 0: incomplete, 1: waiting for staff, 2: approved. */
function statusOf(placement: Placement, item: 'hours' | 'evals'): 0 | 1 | 2 {
  if (placement.approved[item]) return 2;
  if (item === 'evals') return placement.evaluations === 2 ? 1 : 0;
  const isPending = Object.values(placement.entries).some(({ decision }) => decision === 0);
  const isIn = hoursOf(placement) >= MINIMUM_HOURS || (placement.status !== 'open' && !isPending);
  return isIn ? 1 : 0;
}

function sign(placement: Placement, op: Extract<OnPlacement, { do: 'sign off' | 'reopen' }>): void {
  const status = statusOf(placement, op.item);
  if (op.do === 'reopen') {
    if (status !== 2) conflict('This is not approved, so there is nothing to reopen');
    placement.approved[op.item] = false;
    if (op.item === 'hours') for (const entry of Object.values(placement.entries)) entry.signedOff = false;
    return;
  }
  if (status === 2) conflict('This is already approved');
  if (status === 0) conflict('This is not complete yet, so it cannot be approved');
  const hours = hoursOf(placement);
  // Actions of a term give no reasons.
  if (op.item === 'hours' && hours < MINIMUM_HOURS)
    conflict(
      `Only ${hours.toFixed(2)} of the ${MINIMUM_HOURS} required hours are approved. Give a reason to approve this anyway`,
    );
  placement.approved[op.item] = true;
  if (op.item === 'hours')
    for (const entry of Object.values(placement.entries)) entry.signedOff ||= entry.decision === 1;
}

/** What a reply with a placement says. */
function describe(placement: Placement): string {
  const entries = Object.entries(placement.entries).map(
    ([label, { hours, decision }]): [string, number, number] => [label, hours, decision],
  );
  const statuses = [statusOf(placement, 'hours'), statusOf(placement, 'evals')];
  return placementText(placement.status, entries, placement.evaluations, statuses);
}

export const placementText = (
  status: string,
  entries: [label: string, hours: number, decision: number][],
  evaluations: number,
  statuses: number[],
) =>
  `${status}; ${entries
    .map((one) => one.join(' '))
    .sort()
    .join(', ')}; ${evaluations} evaluations; ${statuses.join(' ')}`;
