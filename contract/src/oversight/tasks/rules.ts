import { daysBetween } from '../../dates.ts';
import type { Role } from '../../roles.ts';

/** The kinds of tasks of each role, in the order of those that are not urgent (docs/behavior/tasks.md#kinds). */
export const taskKinds = {
  Student: [
    'offer',
    'interview',
    'sign agreement',
    'agreement',
    'hours sent back',
    'reflections sent back',
    'project sent back',
    'summary sent back',
    'reflections',
    'final summary',
    'final project',
  ],
  Business: ['hours', 'sign agreement', 'fill in agreement', 'interview time', 'applicants', 'evaluation'],
  Teacher: [
    'students to approve',
    'businesses to approve',
    'send agreement',
    'guardian',
    'returned mail',
    'behind',
    'at risk',
  ],
  Admin: [
    'students to approve',
    'businesses to approve',
    'sign-off',
    'sign agreement',
    'send agreement',
    'guardian',
    'returned mail',
    'ending soon',
    'behind',
    'at risk',
  ],
  SuperAdmin: ['no administrator'],
} as const satisfies Record<Role, readonly string[]>;
export type TaskKind = (typeof taskKinds)[Role][number];

export const allTaskKinds = [...new Set<TaskKind>(Object.values(taskKinds).flat())];

/** How many tasks of a kind are listed; the rest are only counted. */
export const TASKS_PER_KIND = 10;

/** Work becomes a task this many days before it is due. */
export const DUE_SOON_DAYS = 14;

/** Whether work that is due on this day is a task today. Days YYYY-MM-DD. */
export function isDueSoon(due: string, today: string): boolean {
  return daysBetween(today, due) <= DUE_SOON_DAYS;
}

/** Work that is due within this many days, or overdue, comes before everything else. */
const URGENT_DAYS = 3;

/**
 * The kinds whose date is the last day to do them. For the others, the date says when they began to wait, or when
 * something ends.
 */
const kindsWithDueDate: readonly TaskKind[] = [
  ...(['offer', 'interview', 'interview time', 'evaluation'] as const),
  ...(['reflections', 'final summary', 'final project'] as const),
];

interface DatedTask {
  kind: TaskKind;
  date: string | null;
}

/**
 * The most urgent first: what is overdue, the longest first, then what is due within days, the earliest first. The rest
 * keeps its order.
 */
export function byUrgency<Task extends DatedTask>(tasks: readonly Task[], today: string): Task[] {
  const urgent = tasks.filter(({ kind, date }) => isUrgent(kind, date, today));
  const rest = tasks.filter((task) => !urgent.includes(task));
  return [...urgent.toSorted((one, other) => (one.date ?? '').localeCompare(other.date ?? '')), ...rest];
}

const isUrgent = (kind: TaskKind, due: string | null, today: string) =>
  due !== null && kindsWithDueDate.includes(kind) && daysBetween(today, due) <= URGENT_DAYS;
