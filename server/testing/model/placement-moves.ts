import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { conflict, forStudents, type Move, notFound, only } from './move.ts';
import { change, hoursOf, MINIMUM_HOURS, placementOf, statusOf } from './placement.ts';
import {
  type Entry,
  entryOf,
  type Item,
  items,
  type Op,
  type Placement,
  type State,
  type Student,
} from './state.ts';

const entriesOf = (state: State, student: Student) => Object.keys(state.placements[student]?.entries ?? {});
const entryIn = (placement: Placement, { entry }: Op): Entry => placement.entries[entry] ?? notFound();
const anEntry = (total_hours: number, text_log: string) => ({
  start_date: '2026-02-02',
  end_date: '2026-02-20',
  total_hours,
  text_log,
});

function requireNotTerminated({ status }: Placement): void {
  if (status === 'terminated') conflict('This placement was terminated, so no hours can be added');
}

/** All entries are of the same 19 days. */
const DAYS = 19;

function hoursOnFirstDay({ entries }: Placement, more: number): number {
  const counted = Object.values(entries).filter(({ decision }) => decision !== -1);
  return Math.round((100 * counted.reduce((sum, { hours }) => sum + hours, more)) / DAYS) / 100;
}

function requireRoom(placement: Placement, more: number): void {
  if (hoursOnFirstDay(placement, more) > 24) only('400 invalid-input');
}

export const hoursMoves = {
  log: change({
    may: { Student: 'approved' },
    weight: 2,
    ways: forStudents(() => [{ hours: 70 }, { hours: 140 }, { hours: 0.25 }]),
    does: (placement, op) => {
      requireNotTerminated(placement);
      requireRoom(placement, op.hours);
      placement.entries[entryOf(op)] = {
        at: op.now,
        hours: op.hours,
        decision: 0,
        decidedAt: 0,
      };
    },
    asks: (op, { project_id }) => [
      hoursCalls.createHoursEntry,
      { project_id, ...anEntry(op.hours, entryOf(op)) },
    ],
  }),
  remove: change({
    may: { Student: 'approved' },
    ways: forStudents((state, student) => entriesOf(state, student).map((entry) => ({ entry }))),
    does: (placement, op) => {
      if (entryIn(placement, op).decision === 1)
        conflict('These hours are approved, so they cannot be deleted');
      delete placement.entries[op.entry];
    },
    asks: (_, { project_id, entry_id }) => [
      hoursCalls.deleteHoursEntry,
      { project_id, hours_log_id: entry_id },
    ],
  }),
  correct: change({
    may: { Student: 'approved' },
    ways: forStudents((state, student) => entriesOf(state, student).map((entry) => ({ entry, hours: 65 }))),
    does: (placement, op) => {
      requireNotTerminated(placement);
      const entry = entryIn(placement, op);
      if (entry.decision !== -1) conflict('Only an entry that was disapproved can be corrected');
      requireRoom(placement, op.hours);
      Object.assign(entry, { at: op.now, hours: op.hours, decision: 0 });
    },
    asks: ({ hours, entry }, { project_id, entry_id }) => [
      hoursCalls.correctHoursEntry,
      { project_id, hours_log_id: entry_id, ...anEntry(hours, entry) },
    ],
  }),
  decide: change({
    may: { Business: 'approved' },
    weight: 3,
    ways: forStudents((state, student) =>
      entriesOf(state, student).flatMap((entry) => [
        { entry, decision: 1 },
        { entry, decision: 1 },
        { entry, decision: -1 },
      ]),
    ),
    does: (placement, op) => {
      const entry = entryIn(placement, op);
      const over = entry.decision === -1 && op.decision === 1 ? hoursOnFirstDay(placement, entry.hours) : 0;
      if (over > 24) conflict(`Mon 02/02/2026 would have ${over.toFixed(2)} hours, and a day has at most 24`);
      decideEntry(placement, entry, { decision: op.decision, now: op.now });
    },
    asks: ({ decision }, { project_id, entry_id }) => [
      hoursCalls.approveHours,
      { project_id, hours_id: entry_id, business_approved: decision, reason: 'Not here.' },
    ],
  }),
} satisfies Record<string, Move>;

/** A change of the approved total ends staff's approval of the hours. */
export function decideEntry(
  placement: Placement,
  entry: Entry,
  { decision, now }: Pick<Op, 'decision' | 'now'>,
): void {
  if ((entry.decision === 1) !== (decision === 1)) unapprove(placement, ['hours']);
  // A disapproval with another reason is a decision, too.
  if (entry.decision !== decision || decision === -1) Object.assign(entry, { decision, decidedAt: now });
}

function unapprove(placement: Placement, which: Item[]): void {
  placement.approved = placement.approved.filter((one) => !which.includes(one));
}

const itemWays = forStudents(() =>
  items.flatMap((item) => ['', 'It ended early.'].map((reason) => ({ item, reason }))),
);

export const approvalMoves = {
  'sign off': change({
    may: { Admin: 'session' },
    weight: 6,
    ways: itemWays,
    does: (placement, { item, reason }) => {
      const status = statusOf(placement, item);
      if (status === 2) conflict('This is already approved');
      if (status === 0) conflict('This is not complete yet, so it cannot be approved');
      const hours = hoursOf(placement);
      const dependsOnHours = item === 'hours' || item === 'msde';
      if (dependsOnHours && hours < MINIMUM_HOURS && reason === '')
        conflict(
          `Only ${hours.toFixed(2)} of the ${MINIMUM_HOURS} required hours are approved. Give a reason to approve this anyway`,
        );
      placement.approved.push(item);
    },
    asks: ({ item, reason }, { project_id }) => [
      projectCalls.setAdminApproval,
      { project_id, approval_type: item, reason },
    ],
  }),
  // MSDE's approval depends on all others.
  reopen: change({
    may: { Admin: 'session' },
    weight: 3,
    ways: forStudents(() => items.map((item) => ({ item }))),
    does: (placement, { item }) => {
      if (statusOf(placement, item) !== 2) conflict('This is not approved, so there is nothing to reopen');
      unapprove(placement, [item, 'msde']);
    },
    asks: ({ item }, { project_id }) => [projectCalls.reopenItem, { project_id, approval_type: item }],
  }),
  end: change({
    may: { Business: 'approved', Admin: 'session' },
    weight: 0.5,
    ways: forStudents(() => ['open', 'completed', 'terminated'].map((to) => ({ to }))),
    does: (placement, { to, now }, { role }) => {
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
      placement.endedAt = to === 'open' ? null : now;
    },
    asks: ({ to }, { project_id }) => [
      projectCalls.changeBusinessStatus,
      { project_id, business_status: to },
    ],
  }),
  'read placement': change({
    may: { Student: 'finished', Business: 'approved', Teacher: 'session', Admin: 'session' },
    weight: 0.3,
    does: () => undefined,
    asks: (_, { project_id }) => [projectCalls.loadStudentProject, { project_id }],
  }),
} satisfies Record<string, Move>;

export const schoolworkMoves = {
  evaluate: {
    may: { Business: 'approved' },
    weight: 2,
    ways: forStudents((state, student) => [{ seen: state.placements[student]?.evaluations ?? 0 }]),
    does: (state, op, caller) => {
      const placement = placementOf(state, op, caller);
      if (placement.evaluations === 2) conflict('This intern already has both evaluations');
      if (placement.status !== 'open')
        conflict(`This placement is ${placement.status}, so you can’t evaluate it now`);
      if (placement.evaluations !== op.seen)
        conflict('Someone else just evaluated this intern. Read that one before you send yours');
      placement.evaluations += 1;
      return 'success';
    },
    asks: ({ seen }, { project_id }) => [
      evaluationCalls.saveEvaluation,
      { project_id, ...anEvaluation, evaluation_count: seen },
    ],
  },
  answer: change({
    may: { Student: 'approved' },
    weight: 2,
    ways: forStudents(() =>
      [0, 1].flatMap((question) => ['Care.', 'Patience.'].map((text) => ({ question, text }))),
    ),
    does: (placement, { question, text }) => {
      if (placement.approved.includes('reflection'))
        conflict('Your reflections are approved, so you can’t change your answers');
      const status = placement.reflections[question]?.[0] ?? notFound();
      if (status === 'locked') conflict('This question is still locked. Answer the one before it first');
      const following = placement.reflections.find(([one]) => one === 'locked');
      if (status === 'unlocked' && following) following[0] = 'unlocked';
      placement.reflections[question] = ['complete', text];
    },
    asks: ({ text }, { project_id, reflection_id }) => [
      reflectionCalls.saveReflection,
      { project_id, _id: reflection_id, answer_text: text, status: 'complete' },
    ],
  }),
  'enable questions': change({
    may: { Admin: 'session' },
    weight: 0.5,
    does: (placement) => {
      for (const one of placement.reflections) if (one[0] === 'locked') one[0] = 'unlocked';
    },
    asks: (_, { project_id }) => [reflectionCalls.enableRemainingReflections, { project_id }],
  }),
  summarize: change({
    may: { Student: 'approved' },
    ways: forStudents(() => ['I built a boat.', 'Two.'].map((text) => ({ text }))),
    does: (placement, { text }) => {
      if (placement.approved.includes('summary'))
        conflict('Your summary is approved, so you can’t change it');
      placement.summary = text;
    },
    asks: ({ text }, { project_id }) => [finalWorkCalls.saveSummary, { project_id, text }],
  }),
} satisfies Record<string, Move>;

const anEvaluation = {
  evaluation_date: '2026-03-02',
  supervisor: 'Grace',
  internship_facilitator: 'Mary',
  contact_phone: '(410)555-0100',
  comments: '<p>Good.</p>',
};
