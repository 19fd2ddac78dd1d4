import { isWaitingForSignatures } from './agreement-moves.ts';
import type { Kind } from './plans.ts';
import { clockIn, shownDay, utcDayOf } from './school-days.ts';
import { type Agreement, type Party, type Placement, type State, type Student, students } from './state.ts';

/** Those who get reminders. The guardian of all students and the business's supervisor, who also signs, have no account. */
export type Reader = Student | 'business' | 'guardian' | 'supervisor';
const hasAccount = (reader: Reader): boolean => reader !== 'guardian' && reader !== 'supervisor';

/** Something that waits for someone (docs/behavior/follow-ups.md#kinds). Days are numbers since 1970. */
export interface Task {
  kind: Kind;
  student: Student;
  since: number;
  waitsOn: Party[];
  /** Who is asked. */
  readers: Reader[];
  /** The last day on which it can be done; null if it does not expire. */
  ends: number | null;
  /** For an evaluation: how many there are already. */
  evaluations?: number;
}

/** The facts that no move changes. */
export interface Setting {
  zone: string;
  /** The first and the last day of all placements. */
  start: number;
  stop: number;
}

const QUESTIONS = 2;
const EVALUATIONS = 2;
const PARTIES: Party[] = ['student', 'guardian', 'business', 'school'];

/** Everything that waits at a moment. */
export function tasksAt(state: State, setting: Setting, moment: number): Task[] {
  const today = dayIn(setting, moment);
  return students.flatMap((student) => {
    const { status, movedAt = 0, replyIn = 0 } = state.applications[student] ?? {};
    const placement = state.placements[student];
    // Once the day by which the business wanted a reply has passed.
    const since = dayIn(setting, movedAt) + replyIn;
    const offer = { kind: 'offer' as const, since, ...of(student) };
    const tasks = placement
      ? [
          ...agreementTasks(placement.agreement, student, {
            setting,
            moment,
            isOpen: placement.status === 'open',
          }),
          ...hoursTasks(placement, student, setting),
          ...schoolwork(placement, student, setting).filter(({ since }) => since <= today),
        ]
      : [];
    return status === 'Offered' && since < today ? [{ ...offer, ends: null }, ...tasks] : tasks;
  });
}

const dayIn = ({ zone }: Setting, moment: number) => clockIn(zone, moment).day;
const of = (student: Student) => ({ student, waitsOn: ['student' as const], readers: [student] });
const NOBODY = { waitsOn: ['school' as const], readers: [] };
const BUSINESS = { waitsOn: ['business' as const], readers: ['business' as const] };

function agreementTasks(
  agreement: Agreement,
  student: Student,
  { setting, moment, isOpen }: { setting: Setting; moment: number; isOpen: boolean },
): Task[] {
  const { status, signed, draftedAt, changedAt, sentAt, expiresAt, isComplete } = agreement;
  const about = { student, ends: null };
  if (isWaitingForSignatures(agreement, moment)) {
    const waitsOn = PARTIES.filter((party) => !signed.includes(party));
    const readers: Record<Party, Reader[]> = {
      student: [student],
      guardian: ['guardian'],
      business: ['business', 'supervisor'],
      school: [],
    };
    const since = dayIn(setting, sentAt);
    const ends = dayIn(setting, (expiresAt ?? 0) - 1000);
    return [
      { kind: 'agreement', student, since, ends, waitsOn, readers: waitsOn.flatMap((one) => readers[one]) },
    ];
  }
  if (!isOpen || status === 'signed') return [];
  if (status === 'draft' && !isComplete)
    return [{ kind: 'draft', since: dayIn(setting, draftedAt), ...about, ...BUSINESS }];
  const hasExpired = status === 'sent' || status === 'partly signed';
  return [
    { kind: 'draft', since: dayIn(setting, hasExpired ? (expiresAt ?? 0) : changedAt), ...about, ...NOBODY },
  ];
}

function hoursTasks({ entries, status, approved }: Placement, student: Student, setting: Setting): Task[] {
  const all = Object.values(entries);
  const pending = all.filter(({ decision }) => decision === 0).map(({ at }) => at);
  const sentBack = all.filter(({ decision }) => decision === -1).map(({ decidedAt }) => decidedAt);
  const canCorrect = status !== 'terminated' && !approved.includes('hours');
  const since = (moments: number[]) => dayIn(setting, Math.min(...moments));
  const tasks: Task[] = [];
  if (pending.length > 0)
    tasks.push({
      kind: 'hours',
      student,
      since: since(pending),
      ends: null,
      waitsOn: ['business'],
      readers: status === 'open' ? ['business', 'supervisor'] : ['business'],
    });
  if (sentBack.length > 0 && canCorrect)
    tasks.push({ kind: 'hours sent back', since: since(sentBack), ends: null, ...of(student) });
  return tasks;
}

/** What is due on a day of the placement, even if that day is still to come. */
function schoolwork(placement: Placement, student: Student, setting: Setting): Task[] {
  const { start, stop } = setting;
  const { status, placedAt, endedAt, evaluations, reflections, approved, summary, files } = placement;
  const begin = Math.max(start, utcDayOf(placedAt));
  const length = Math.max(0, stop - begin);
  const end = endedAt === null ? stop : dayIn(setting, endedAt);
  const answers = reflections.filter(([one]) => one === 'complete').length;
  const tasks: Task[] = [];
  // The first evaluation is due two weeks after the middle, the second on the last day.
  if (status === 'open' && evaluations < EVALUATIONS)
    tasks.push({
      kind: 'evaluation',
      student,
      since: evaluations === 0 ? Math.min(stop, begin + 14 + Math.ceil(length / 2)) : stop,
      ends: null,
      waitsOn: ['business'],
      readers: ['supervisor'],
      evaluations,
    });
  if (status === 'terminated') return tasks;
  if (answers < QUESTIONS && !approved.includes('reflection'))
    tasks.push({
      kind: 'reflections',
      since: Math.min(stop, begin + Math.ceil((length * (answers + 1)) / QUESTIONS)),
      ends: null,
      ...of(student),
    });
  if (summary === '' || files.length === 0)
    tasks.push({ kind: 'final work', since: end + 7, ends: null, ...of(student) });
  return tasks;
}

/** The line about it in an email, as its reader sees it. Nobody without an account reads a student's last name. */
export function lineOf({ kind, student, since, ends }: Task, reader: Reader): string {
  const day = ends === null ? '' : shownDay(ends);
  const lines: Record<Kind, string> = {
    offer: `Answer the offer from Bay, whose reply-by date, ${shownDay(since)}, has passed: Boats`,
    draft: `Fill in ${student} L.’s training agreement: Boats`,
    agreement: hasAccount(reader)
      ? `Sign the training agreement by ${day}: Boats`
      : `Sign ${student} L.’s training agreement by ${day}: Boats`,
    hours: `Approve ${student} L.’s hours`,
    'hours sent back': 'Correct the hours that were sent back: Boats',
    evaluation: `Evaluate ${student} L.: Boats`,
    reflections: 'Answer your reflection questions: Boats',
    'final work': 'Hand in your final work: Boats',
  };
  return lines[kind];
}
