import type { Tasks } from '@waypost/contract/oversight/tasks/calls';
import type { TaskKind } from '@waypost/contract/oversight/tasks/rules';

/**
 * The navigation entries that count each kind of task, one for each role that has it; other kinds appear only on their
 * screens.
 */
const placeOf: Partial<Record<TaskKind, string | readonly string[]>> = {
  offer: '/applications/list',
  interview: '/applications/list',
  'interview time': '/opportunity/all',
  // An Admin's menu has no list of placements.
  'sign agreement': ['/projects/viewall', '/interns/viewall'],
  'fill in agreement': '/interns/viewall',
  agreement: '/profile',
  'hours sent back': '/projects/viewall',
  'reflections sent back': '/projects/viewall',
  'project sent back': '/projects/viewall',
  'summary sent back': '/projects/viewall',
  reflections: '/projects/viewall',
  'final summary': '/projects/viewall',
  'final project': '/projects/viewall',
  hours: '/interns/viewall',
  evaluation: '/interns/viewall',
  applicants: '/opportunity/all',
  'students to approve': '/admin/user_search',
  'businesses to approve': '/admin/user_search',
  'sign-off': '/admin/sign_off',
  'no administrator': '/waypost/dashboard',
};

/** The number of tasks at a navigation entry's screen. */
export function countAt(path: string, tasks: Tasks | undefined): number {
  return (tasks?.totals ?? [])
    .filter(({ kind }) => [placeOf[kind] ?? []].flat().includes(path))
    .reduce((sum, { total }) => sum + total, 0);
}
