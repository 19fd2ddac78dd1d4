import type { Tasks } from '@waypost/contract/tasks/calls';
import type { TaskKind } from '@waypost/contract/tasks/rules';

/** The navigation entry that counts each kind of task; other kinds appear only on their screens. */
const placeOf: Partial<Record<TaskKind, string>> = {
  offer: '/applications/list',
  interview: '/applications/list',
  'interview time': '/opportunity/all',
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
    .filter(({ kind }) => placeOf[kind] === path)
    .reduce((sum, { total }) => sum + total, 0);
}
