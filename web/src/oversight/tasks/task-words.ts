import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { Task } from '@waypost/contract/oversight/tasks/calls';
import type { TaskKind } from '@waypost/contract/oversight/tasks/rules';
import { ENDING_DAYS } from '@waypost/contract/placements/pace/rules';
import { shownBusinessName } from '@waypost/contract/placements/projects/rules';
import { showDay } from '../../ui/dates.ts';

/** The texts of a kind of task, and the link to its screen. */
interface TaskWords {
  sentence: (task: Task) => string;
  /** `due`: the date is a deadline. A function: how the date is worded. */
  date?: 'due' | ((day: string) => string);
  button: Message;
  link: (task: Task) => LinkTarget;
}

/** A target as link props. */
type LinkTarget = Pick<LinkProps, 'to' | 'params' | 'search'>;

const nameIn = ({ names: [name] }: Task) => name ?? t('A former student');
const businessIn = ({ names: [name = ''] }: Task) => shownBusinessName(name);
const since = (day: string) => t('Since {day}', { day });
const waitingAccounts = (role: 'Student' | 'Business') =>
  linkOptions({
    to: '/admin/user_search',
    search: { role, approved: 'Waiting', year: role === 'Student' ? 'All' : undefined, sort: 'approved' },
  });

const words: Record<Exclude<TaskKind, 'behind' | 'at risk'>, TaskWords> = {
  offer: {
    sentence: (task) =>
      t('{business} offered you a placement: {title}.', { business: businessIn(task), title: task.title }),
    date: (day) => t('Reply by {day}', { day }),
    button: msg('Answer offer'),
    link: ({ _id: id }) => linkOptions({ to: '/application/view/$id', params: { id } }),
  },
  interview: {
    sentence: (task) =>
      t('{business} invited you to an interview: {title}.', {
        business: businessIn(task),
        title: task.title,
      }),
    date: (day) => t('On {day}', { day }),
    button: msg('Answer invitation'),
    link: ({ _id: id }) => linkOptions({ to: '/application/view/$id', params: { id } }),
  },
  'interview time': {
    sentence: (task) =>
      t('{name} proposes another time for an interview: {title}.', { name: nameIn(task), title: task.title }),
    date: (day) => t('On {day}', { day }),
    button: msg('Answer proposal'),
    link: ({ _id: id }) => linkOptions({ to: '/application/view/$id', params: { id } }),
  },
  'sign agreement': {
    sentence: (task) =>
      task.names.length === 0
        ? t('Sign your training agreement: {title}.', { title: task.title })
        : t('Sign {name}’s training agreement: {title}.', { name: nameIn(task), title: task.title }),
    date: since,
    button: msg('Read and sign'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/agreement', params: { id } }),
  },
  'fill in agreement': {
    sentence: (task) =>
      t('Fill in {name}’s training agreement: {title}.', { name: nameIn(task), title: task.title }),
    date: since,
    button: msg('Fill in'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/agreement', params: { id } }),
  },
  'send agreement': {
    sentence: (task) =>
      t('{name}’s training agreement is waiting for the school: {title}.', {
        name: nameIn(task),
        title: task.title,
      }),
    date: since,
    button: msg('See the agreement'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/agreement', params: { id } }),
  },
  agreement: {
    sentence: () => t('Your signed agreement is missing.'),
    button: msg('Add agreement'),
    link: () => linkOptions({ to: '/profile' }),
  },
  'hours sent back': {
    sentence: (task) =>
      t('{business} sent back {count, plural, one {# entry} other {# entries}} of your hours.', {
        business: businessIn(task),
        count: task.count,
      }),
    date: since,
    button: msg('Fix hours'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/hours', params: { id } }),
  },
  'reflections sent back': {
    sentence: ({ title }) => t('Your reflections were sent back: {title}.', { title }),
    date: since,
    button: msg('Fix reflections'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/reflections', params: { id } }),
  },
  'project sent back': {
    sentence: ({ title }) => t('Your final project was sent back: {title}.', { title }),
    date: since,
    button: msg('Fix project'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/file', params: { id } }),
  },
  'summary sent back': {
    sentence: ({ title }) => t('Your final summary was sent back: {title}.', { title }),
    date: since,
    button: msg('Fix summary'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/summary', params: { id } }),
  },
  reflections: {
    sentence: ({ count, title }) =>
      t('Answer {count, plural, one {# reflection question} other {# reflection questions}}: {title}.', {
        count,
        title,
      }),
    date: 'due',
    button: msg('Answer questions'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/reflections', params: { id } }),
  },
  'final summary': {
    sentence: ({ title }) => t('Write your final summary: {title}.', { title }),
    date: 'due',
    button: msg('Write summary'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/summary', params: { id } }),
  },
  'final project': {
    sentence: ({ title }) => t('Add your final project: {title}.', { title }),
    date: 'due',
    button: msg('Add files'),
    link: ({ _id: id }) => linkOptions({ to: '/project/$id/file', params: { id } }),
  },
  hours: {
    // A task without a placement covers several interns.
    sentence: (task) =>
      task._id === ''
        ? t('{count, plural, one {# intern has} other {# interns have}} hours for you to approve.', {
            count: task.count,
          })
        : t('{name} has {count, plural, one {# entry} other {# entries}} for you to approve.', {
            name: nameIn(task),
            count: task.count,
          }),
    date: since,
    button: msg('Approve hours'),
    link: ({ _id: project_id }) =>
      project_id === ''
        ? linkOptions({ to: '/interns/hours' })
        : linkOptions({ to: '/interns/hours_log/$project_id', params: { project_id } }),
  },
  applicants: {
    sentence: ({ count, title }) =>
      t('{count, plural, one {# new applicant} other {# new applicants}}: {title}.', { count, title }),
    date: since,
    button: msg('See applicants'),
    link: ({ _id: id }) => linkOptions({ to: '/opportunity/applicants/$id', params: { id } }),
  },
  evaluation: {
    sentence: (task) => t('Evaluate {name}: {title}.', { name: nameIn(task), title: task.title }),
    date: 'due',
    button: msg('Start evaluation'),
    link: ({ _id: id }) => linkOptions({ to: '/evaluation/new/$id', params: { id } }),
  },
  'students to approve': {
    sentence: ({ count, names }) =>
      t('{count, plural, one {# student is} other {# students are}} waiting for approval: {names}.', {
        count,
        names: listed(names, count),
      }),
    button: msg('Review students'),
    link: () => waitingAccounts('Student'),
  },
  'businesses to approve': {
    sentence: ({ count, names }) =>
      t('{count, plural, one {# business is} other {# businesses are}} waiting for approval: {names}.', {
        count,
        names: listed(names, count),
      }),
    button: msg('Review businesses'),
    link: () => waitingAccounts('Business'),
  },
  guardian: {
    sentence: ({ names: [guardian = '', student = ''] }) =>
      t('{student} named {guardian} as a guardian: confirm who it is.', { student, guardian }),
    date: since,
    button: msg('See guardians'),
    link: ({ _id: id }) => linkOptions({ to: '/profile/view/$id', params: { id } }),
  },
  'returned mail': {
    sentence: (task) => t('Email to {name} was returned: correct the address.', { name: nameIn(task) }),
    date: since,
    button: msg('See the address'),
    link: ({ _id: id }) => linkOptions({ to: '/profile/view/$id', params: { id } }),
  },
  'sign-off': {
    sentence: ({ count }) =>
      t('{count, plural, one {# placement has} other {# placements have}} work for you to approve.', {
        count,
      }),
    button: msg('Review work'),
    link: () => linkOptions({ to: '/admin/sign_off' }),
  },
  'ending soon': {
    sentence: ({ count }) =>
      t('{count, plural, one {# placement ends} other {# placements end}} within {days} days.', {
        count,
        days: ENDING_DAYS,
      }),
    date: (day) => t('First on {day}', { day }),
    button: msg('See placements'),
    link: () =>
      linkOptions({ to: '/admin/internship_status_report', search: { concern: 'ending soon', year: 'All' } }),
  },
  'no administrator': {
    sentence: ({ names: [name = ''] }) => t('{name} has no users yet.', { name }),
    date: (day) => t('Created {day}', { day }),
    button: msg('Invite administrator'),
    link: ({ _id: id }) => linkOptions({ to: '/waypost/editClient/$id', params: { id } }),
  },
};

/** Formats names like "Ada Lovelace, Grace Hopper, Mara Quinn and 4 more". */
function listed(names: readonly string[], count: number): string {
  const rest = count - names.length;
  return rest > 0 ? t('{names} and {rest} more', { names: names.join(', '), rest }) : names.join(', ');
}

/** A task shown on its own; students in need have their own list. */
export type StripTask = Task & { kind: keyof typeof words };
export const isForStrip = (task: Task): task is StripTask => Object.hasOwn(words, task.kind);

export interface ShownTask {
  sentence: string;
  date: string | null;
  isOverdue: boolean;
  button: string;
  link: LinkTarget;
}

/** A task's text. `today`: YYYY-MM-DD. */
export function shownTask(task: StripTask, today: string): ShownTask {
  const { sentence, date: wording, button, link } = words[task.kind];
  const isOverdue = wording === 'due' && task.date !== null && task.date < today;
  return {
    sentence: sentence(task),
    button: t(button),
    link: link(task),
    isOverdue,
    date: task.date && wording ? inWords(wording, showDay(task.date), isOverdue) : null,
  };
}

function inWords(wording: NonNullable<TaskWords['date']>, day: string, isOverdue: boolean): string {
  if (wording !== 'due') return wording(day);
  return isOverdue ? t('Was due {day}', { day }) : t('Due {day}', { day });
}
