import { utcDay } from '@waypost/contract/dates';
import type { Task } from '@waypost/contract/oversight/tasks/calls';
import { isDueSoon, type TaskKind } from '@waypost/contract/oversight/tasks/rules';
import { displayName } from '@waypost/contract/people/profiles/rules';
import { summaryDue } from '@waypost/contract/placements/final-work/rules';
import { evaluationDue, paceFactsOf, paceOf, reflectionDue } from '@waypost/contract/placements/pace/rules';
import { MISSING_BUSINESS, type ReturnableItem } from '@waypost/contract/placements/projects/rules';
import type { Role } from '@waypost/contract/roles';
import { toProjectRow } from '../../placements/projects/present.ts';
import type { FoundProject } from '../../placements/projects/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { AgreementRow } from './agreement-queries.ts';
import type {
  ApplicantsRow,
  HoursRow,
  InternRow,
  InterviewRow,
  OfferRow,
  OwnPlacementRow,
} from './queries.ts';
import type { EmptyClientRow, GuardianRow, ReturnedMailRow, WaitingRow } from './staff-queries.ts';

/** A task about one thing, with the fields of its kind. */
const task = (kind: TaskKind, given: Partial<Task>): Task => ({
  kind,
  _id: '',
  names: [],
  title: '',
  count: 1,
  date: null,
  pace: null,
  ...given,
});

export const toOffer = ({ id, title, business, replyBy }: OfferRow): Task =>
  task('offer', { _id: id, names: [business ?? MISSING_BUSINESS], title, date: replyBy });

export const toInterview = ({ id, title, business, day }: InterviewRow): Task =>
  task('interview', { _id: id, names: [business ?? MISSING_BUSINESS], title, date: day });

export const toInterviewTime = ({ id, title, student, day }: InterviewRow): Task =>
  task('interview time', { _id: id, names: named(student), title, date: day });

export const toAgreement = (): Task => task('agreement', {});

/** Something to do with a placement's agreement. Its student is not named to themselves. */
export const toPlacementAgreement =
  (kind: Extract<TaskKind, `${string} agreement`>, role: Role) =>
  ({ projectId, title, student, since }: AgreementRow): Task =>
    task(kind, { _id: projectId, names: role === 'Student' ? [] : named(student), title, date: since });

const sentBack = {
  reflection: 'reflections sent back',
  project: 'project sent back',
  summary: 'summary sent back',
} as const satisfies Record<ReturnableItem, TaskKind>;

/** What a placement's student has to do today. */
export function toOwnWork(row: OwnPlacementRow, today: string): Task[] {
  const of = (kind: TaskKind, given: Partial<Task> = {}) =>
    task(kind, { _id: row.id, names: [row.business ?? MISSING_BUSINESS], title: row.title, ...given });
  const tasks: Task[] = [];
  if (row.sentBack > 0 && !row.approved.includes('hours'))
    tasks.push(of('hours sent back', { count: row.sentBack, date: row.sentBackSince }));
  for (const { item, since } of row.returned) tasks.push(of(sentBack[item], { date: since }));
  const questionsDue = Array.from({ length: row.questions - row.answers }, (_, index) =>
    reflectionDue(row, row.answers + index + 1, row.questions),
  ).filter((due) => isDueSoon(due, today));
  if (questionsDue[0] && !row.approved.includes('reflection'))
    tasks.push(of('reflections', { count: questionsDue.length, date: questionsDue[0] }));
  // Both are due within a week after the end.
  const finalWorkDue = summaryDue(row.end, row.endedOn);
  if (!isDueSoon(finalWorkDue, today)) return tasks;
  if (!row.hasSummary) tasks.push(of('final summary', { date: finalWorkDue }));
  if (!row.hasFiles) tasks.push(of('final project', { date: finalWorkDue }));
  return tasks;
}

/** One intern's pending hours, or one task for those of several, which a screen of their own lists together. */
export function toHours(rows: readonly HoursRow[]): Task[] {
  const [first] = rows;
  if (!first) return [];
  const { projectId, student, title, entries, since, total } = first;
  if (total > 1) return [task('hours', { count: total, date: since })];
  return [task('hours', { _id: projectId, names: named(student), title, count: entries, date: since })];
}

export const toApplicants = ({ opportunityId, title, applicants, since }: ApplicantsRow): Task =>
  task('applicants', { _id: opportunityId, title, count: applicants, date: since });

/** The evaluations that are due, the earliest first. */
export const toEvaluations = (rows: readonly InternRow[], today: string): Task[] =>
  rows
    .flatMap((row) => {
      const due = evaluationDue(row, row.submitted);
      return due && (row.asked || isDueSoon(due, today)) ? [{ row, due }] : [];
    })
    .sort((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0))
    .map(({ row, due }) =>
      task('evaluation', { _id: row.projectId, names: named(row.student), title: row.title, date: due }),
    );

/** No name once the account was deleted. */
const named = (student: string | null) => (student === null ? [] : [student]);

export const toGuardian = ({ studentId, student, guardian, since }: GuardianRow): Task =>
  task('guardian', { _id: studentId, names: [guardian, student], date: since });

export const toReturnedMail = ({ userId, name, since }: ReturnedMailRow): Task =>
  task('returned mail', { _id: userId, names: [name], date: since });

const kindOfAccount = { Student: 'students to approve', Business: 'businesses to approve' } as const;

/** One task for each role with accounts that are waiting. */
export const toApprovals = (rows: readonly WaitingRow[]): Task[] =>
  (['Student', 'Business'] as const).flatMap((role) => {
    const waiting = rows.filter((row) => row.role === role);
    const [first] = waiting;
    if (!first) return [];
    return [task(kindOfAccount[role], { count: first.total, names: waiting.map(toName) })];
  });

const toName = ({ role, firstName, lastName, businessName, email }: WaitingRow) =>
  displayName({ role, first_name: firstName, last_name: lastName, business_name: businessName }) || email;

export function toPlacementWork(counted: {
  awaiting: number;
  ending: number;
  firstEnd: string | null;
}): Task[] {
  const { awaiting, ending, firstEnd } = counted;
  return [
    ...(awaiting > 0 ? [task('sign-off', { count: awaiting })] : []),
    ...(ending > 0 ? [task('ending soon', { count: ending, date: firstEnd })] : []),
  ];
}

/** A student who is behind or at risk, with the facts about their pace. */
export function toStudentInNeed(found: FoundProject, actor: Actor, now: Date): Task {
  const row = toProjectRow(found, actor);
  const { student_id_fk: student, opportunity_id_fk: opportunity } = row;
  const facts = paceFactsOf(row);
  const { pace, reason, expectedHours } = paceOf(facts, utcDay(now));
  return task(pace === 'behind' ? 'behind' : 'at risk', {
    _id: row._id,
    names: named(student && displayName({ role: 'Student', business_name: '', ...student })),
    title: opportunity.opportunity_title,
    pace: {
      pace,
      reason,
      expected_hours: expectedHours,
      minimum_hours: facts.minimum,
      logged_hours: row.reportData.total_hours,
      start: facts.start,
      last_entry: facts.lastEntry,
      waiting_since: facts.waitingSince,
    },
  });
}

export const toEmptyClient = ({ id, name, createdOn }: EmptyClientRow): Task =>
  task('no administrator', { _id: id, names: [name], date: createdOn });
