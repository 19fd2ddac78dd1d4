import type { School } from './plans.ts';
import { clockIn } from './school-days.ts';
import type { State } from './state.ts';
import { lineOf, type Reader, type Setting, type Task, tasksAt } from './waiting.ts';

export interface Expected {
  /** Who gets an email, its lines, and whether it is the one about hours. */
  mails: { to: Reader; lines: string[]; isAboutHours: boolean }[];
  /** How many follow-ups the teachers and the Admins are told about. */
  told: { Teacher: number; Admin: number };
}

type Due = 'request' | 'reminder' | 'ending' | 'told';

const keyOf = ({ kind, student, since }: Task) => `${kind} ${student} ${since}`;
/** How long a link works, in days. */
const LINK_DAYS = 30;
/** How many days before it expires everyone is reminded and staff are told. */
const LAST_CALL = 3;

/**
 * What the server sends each time it checks whom to remind (docs/behavior/follow-ups.md), as a question about the state.
 * Remembers who was reminded.
 */
export class Reminders {
  /** What happened, so that a test can check that everything did. */
  readonly seen = new Set<string>();
  readonly #school: School;
  readonly #setting: Setting;
  /** Who already got the reminder of a day. */
  readonly #claims = new Set<string>();
  /** The day of a person's last reminder of a task. */
  readonly #reminded = new Map<string, number>();
  /** When a person was asked for an evaluation. */
  readonly #asked = new Map<string, number>();
  readonly #escalated = new Set<string>();

  constructor(school: School, setting: Setting) {
    this.#school = school;
    this.#setting = setting;
  }

  at(state: State, moment: number): Expected {
    const { zone, from, until, days, plans } = this.#school;
    const { day, minute, weekday } = clockIn(zone, moment);
    if (!days.includes(weekday) || minute < from * 60 || minute >= until * 60)
      return { mails: [], told: { Teacher: 0, Admin: 0 } };
    const open = tasksAt(state, this.#setting, moment);
    const due = this.#dueAt(open, day);
    const mails = [...this.#aboutHours(open, due, day), ...this.#reminders(due, day)];
    const late = open.filter((task) => {
      const { escalates, escalates_to } = plans[task.kind];
      const isForStaff = escalates && escalates_to.some((one) => one !== 'Business');
      return isForStaff && this.#isLate(task, day) && !this.#escalated.has(keyOf(task));
    });
    for (const task of late) {
      this.#escalated.add(keyOf(task));
      this.seen.add(`${task.kind} escalated`);
    }
    const toldOf = (role: 'Teacher' | 'Admin') =>
      late.filter(({ kind }) => plans[kind].escalates_to.includes(role)).length;
    return { mails, told: { Teacher: toldOf('Teacher'), Admin: toldOf('Admin') } };
  }

  /** What each reader should hear of on a day, except for hours. */
  #dueAt(open: readonly Task[], day: number): Map<Reader, Map<Task, Due>> {
    const due = new Map<Reader, Map<Task, Due>>();
    const add = (reader: Reader, task: Task, why: Due | null) => {
      if (why) due.set(reader, (due.get(reader) ?? new Map<Task, Due>()).set(task, why));
    };
    for (const task of open.filter(({ kind }) => kind !== 'hours')) {
      for (const reader of task.readers) add(reader, task, this.#dueTo(task, reader, day));
      if (task.kind === 'evaluation' && this.#isBusinessTold(task, day)) add('business', task, 'told');
    }
    return due;
  }

  /** The email about hours contains all of them, and everything else that is due, once any of them is. */
  *#aboutHours(open: readonly Task[], due: Map<Reader, Map<Task, Due>>, day: number) {
    for (const reader of ['business', 'supervisor'] as const) {
      const hours = open.filter(({ kind, readers }) => kind === 'hours' && readers.includes(reader));
      if (!hours.some((task) => this.#dueTo(task, reader, day)) || !this.#claim(reader, day)) continue;
      const others = due.get(reader) ?? new Map<Task, Due>();
      for (const task of hours) this.#note(task, reader, day, 'reminder');
      for (const [task, why] of others) this.#note(task, reader, day, why);
      yield { to: reader, lines: linesTo(reader, others), isAboutHours: true };
    }
  }

  *#reminders(due: Map<Reader, Map<Task, Due>>, day: number) {
    for (const [reader, tasks] of due) {
      if (!this.#claim(reader, day)) continue;
      for (const [task, why] of tasks) this.#note(task, reader, day, why);
      const [[task, why] = []] = tasks;
      const isRequest = tasks.size === 1 && why === 'request';
      const lines = isRequest ? [`Please evaluate ${task?.student} L.`] : linesTo(reader, tasks);
      yield { to: reader, lines, isAboutHours: false };
    }
  }

  #claim(reader: Reader, day: number): boolean {
    const key = `${reader} ${day}`;
    return !this.#claims.has(key) && this.#claims.add(key) !== undefined;
  }

  #dueTo(task: Task, reader: Reader, day: number): Due | null {
    const { reminds, first, every, last } = this.#school.plans[task.kind];
    if (!reminds) return null;
    const before = this.#reminded.get(`${keyOf(task)} ${reader}`);
    const asked = this.#asked.get(askOf(task, reader)) ?? Number.NEGATIVE_INFINITY;
    const isAsked = before !== undefined || asked >= task.since - LINK_DAYS;
    if (task.kind === 'evaluation' && !isAsked && day <= task.since + last) return 'request';
    // A plan counts from when this person was asked, if that was later.
    const begin = Math.max(task.since, asked);
    const next = before === undefined || before < begin ? begin + first : before + every;
    if (next <= day && day <= begin + last) return 'reminder';
    const { ends } = task;
    const isLastCall =
      ends !== null && day >= ends - LAST_CALL && begin < day && (before === undefined || before < ends - 5);
    return isLastCall ? 'ending' : null;
  }

  #isBusinessTold(task: Task, day: number): boolean {
    const { escalates, escalates_to } = this.#school.plans[task.kind];
    const isNew = !this.#reminded.has(`${keyOf(task)} business`);
    return escalates && escalates_to.includes('Business') && isNew && this.#isLate(task, day);
  }

  #isLate({ kind, since, ends }: Task, day: number): boolean {
    return day >= since + this.#school.plans[kind].escalate || (ends !== null && day >= ends - LAST_CALL);
  }

  /** A request is not a reminder. */
  #note(task: Task, reader: Reader, day: number, why: Due): void {
    const key = `${keyOf(task)} ${reader}`;
    const again = why === 'reminder' && this.#reminded.has(key) ? ' again' : '';
    this.seen.add(`${task.kind} ${why}${again}`);
    if (why === 'request') this.#asked.set(askOf(task, reader), day);
    else this.#reminded.set(key, day);
  }
}

/** People are asked for each evaluation. */
const askOf = ({ kind, student, evaluations }: Task, reader: Reader) =>
  `${kind} ${student} ${evaluations} ${reader}`;

const linesTo = (reader: Reader, tasks: ReadonlyMap<Task, Due>) =>
  [...tasks]
    .map(([task, why]) =>
      why === 'told' ? `Grace has not evaluated ${task.student} L. yet: Boats` : lineOf(task, reader),
    )
    .sort();
