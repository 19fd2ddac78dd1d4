import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { newAgreement } from './agreement-moves.ts';
import { conflict, forStudents, type Move, notFound, only, requireParty, success } from './move.ts';
import { clockIn, shownDay } from './school-days.ts';
import { type Application, type Caller, type Op, type State, students, type User } from './state.ts';

/** An offer can be undone for ten seconds. */
export const UNDO_MS = 10_000;
const QUESTIONS = 2;

const next: Record<string, Record<string, string[]>> = {
  Business: {
    New: ['Declined', 'Interview Scheduled', 'Offered'],
    'Interview Scheduled': ['Declined', 'Offered'],
    Declined: ['Offered'],
    Rescinded: ['Offered'],
  },
  Student: {
    New: ['Rescinded'],
    'Interview Scheduled': ['Rescinded'],
    Offered: ['Accepted', 'Declined'],
  },
};

const takenSpots = (state: State) => Object.keys(state.placements).length;

function applicationOf(state: State, { student }: Op, caller: Caller): Application {
  requireParty(caller, student);
  return state.applications[student] ?? notFound();
}

function requireMove(role: string, from: string, to: string): void {
  if (next[role]?.[from]?.includes(to)) return;
  conflict(
    from === to
      ? `This application is already ${from}`
      : `This application is ${from}, so it cannot be moved to ${to}`,
  );
}

/** A student whose application has ended gets another offer only while their account is active. */
function requireActive(state: State, student: User, from: string): void {
  if ((from === 'Declined' || from === 'Rescinded') && !state.users[student]?.approved)
    conflict('This student’s account isn’t active, so you can’t offer again');
}

const ofStudent = (to: string) => (to === 'Accepted' ? [{ to }, { to }, { to }] : [{ to }]);
const status = (body: { application: { status: string } }) => body.application.status;

export const applicationMoves = {
  apply: {
    may: { Student: 'approved' },
    weight: 3,
    ways: () => [{}],
    does: (state, op, { user }) => {
      if (!state.users.business?.approved) conflict('This business can’t take applications right now');
      // Its last day ends in Hawaii.
      const { workEnds = Number.POSITIVE_INFINITY } = state;
      if (clockIn('Pacific/Honolulu', op.now).day > workEnds)
        conflict(`This work ended on ${shownDay(workEnds)}`);
      if (takenSpots(state) >= state.spots) conflict('This opportunity is full');
      if (state.applications[user]) conflict('You have already applied for this opportunity');
      state.applications[user] = { status: 'New', replyIn: 0, before: 'New', movedAt: op.now, pending: null };
      return 'success';
    },
    asks: (_, { all }) => [
      applicationCalls.createApplication,
      { cover_letter: '<p>Please.</p>', opportunity_id_fk: all.opportunity },
    ],
  },
  move: {
    may: { Student: 'finished', Business: 'approved' },
    weight: 4,
    ways: (state, user) =>
      forStudents(() =>
        students.some((one) => one === user)
          ? ['Accepted', 'Rescinded', 'Declined'].flatMap(ofStudent)
          : ['Offered', 'Offered', 'Interview Scheduled', 'Declined'].map((to) => ({ to })),
      )(state, user),
    does: (state, op, caller) => {
      const application = applicationOf(state, op, caller);
      const { student, to } = op;
      requireMove(caller.role, application.status, to);
      if (to === 'Offered') requireActive(state, op.student, application.status);
      if (to === 'Accepted') {
        if (!caller.approved) only('403 unapproved');
        if (takenSpots(state) >= state.spots) conflict('This opportunity is full');
        state.placements[student] = {
          status: 'open',
          placedAt: op.now,
          endedAt: null,
          entries: {},
          evaluations: 0,
          approved: [],
          agreement: newAgreement(op.now),
          reflections: Array.from({ length: QUESTIONS }, (_, place) => [place ? 'locked' : 'unlocked', '']),
          summary: '',
          files: [],
        };
      }
      Object.assign(application, {
        status: to,
        replyIn: state.offerDays ?? 14,
        movedAt: op.now,
        pending: null,
      });
      return to;
    },
    asks: ({ to }, { application_id }) => [
      applicationCalls.updateApplicationStatus,
      { application_id, status: to },
    ],
    says: status,
  },
  offer: {
    may: { Business: 'approved' },
    weight: 2,
    ways: forStudents(),
    does: (state, op, caller) => {
      const application = applicationOf(state, op, caller);
      requireMove('Business', application.status, 'Offered');
      requireActive(state, op.student, application.status);
      const before = application.status;
      Object.assign(application, {
        status: 'Offered',
        replyIn: 0,
        before,
        movedAt: op.now,
        pending: op.now + UNDO_MS,
      });
      return application.status;
    },
    asks: ({ today }, { application_id }) => [
      applicationCalls.offerPlacement,
      { application_id, reply_by: today },
    ],
    says: status,
  },
  'undo offer': {
    may: { Business: 'approved' },
    weight: 2,
    ways: forStudents(),
    does: (state, op, caller) => {
      const application = applicationOf(state, op, caller);
      if (application.pending === null) conflict('It’s too late to undo this offer');
      Object.assign(application, { status: application.before, movedAt: op.now, pending: null });
      return application.status;
    },
    asks: (_, { application_id }) => [applicationCalls.undoOffer, { application_id }],
    says: status,
  },
  'read applicants': {
    may: { Business: 'approved', Teacher: 'session', Admin: 'session' },
    weight: 0.3,
    ways: () => [{}],
    does: (state, _, caller) => {
      requireParty(caller, 'Ada');
      return students
        .flatMap((student) => {
          const application = state.applications[student];
          return application ? [`${student} ${application.status}`] : [];
        })
        .join(', ');
    },
    asks: (_, { all }) => [applicationCalls.getApplicants, { opp_id: all.opportunity }],
    says: (rows: { status: string; student_id_fk: { first_name: string } | null }[]) =>
      rows
        .map((row) => `${row.student_id_fk?.first_name} ${row.status}`)
        .sort()
        .join(', '),
  },
} satisfies Record<string, Move>;

/** The job that mails an offer, which may run late or more than once. */
export function sendOffer(state: State, { student, at }: Op): string {
  const application = state.applications[student];
  if (application?.pending === at) application.pending = null;
  return success() && '';
}
