import type { Task, TaskPace, Tasks } from '@waypost/contract/oversight/tasks/calls';

/** A task with the fields of its kind; a test sets only what matters to it. */
export const aTask = (overrides: Partial<Task>): Task => ({
  kind: 'offer',
  _id: 'a1',
  names: ['Magothy Robotics'],
  title: 'Robot builder',
  count: 1,
  date: '2026-03-03',
  pace: null,
  ...overrides,
});

export const aPace = (overrides: Partial<TaskPace> = {}): TaskPace => ({
  pace: 'behind',
  reason: 'far short',
  logged_hours: 4,
  expected_hours: 20,
  minimum_hours: 135,
  start: '2026-01-05',
  last_entry: '2026-02-01',
  waiting_since: null,
  ...overrides,
});

/** The reply of `loadTasks`; the totals are derived from the tasks. */
export function someTasks(...tasks: Task[]): Tasks {
  const kinds = [...new Set(tasks.map(({ kind }) => kind))];
  const totalOf = (kind: Task['kind']) =>
    tasks.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0);
  return { tasks, totals: kinds.map((kind) => ({ kind, total: totalOf(kind) })) };
}
