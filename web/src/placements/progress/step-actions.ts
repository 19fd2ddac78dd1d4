import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { type Message, msg } from '@waypost/contract/i18n';
import type { Progress, ShownStep } from '@waypost/contract/placements/progress/calls';
import type { ProgressStep } from '@waypost/contract/placements/progress/rules';
import type { Role } from '@waypost/contract/roles';

/** A button's label, and its target as link props. */
interface StepLink {
  label: Message;
  link: Pick<LinkProps, 'to' | 'params'>;
}
type Action = (progress: Progress) => StepLink;

const agreement =
  (label: Message): Action =>
  ({ project_id: id }) => ({ label, link: linkOptions({ to: '/project/$id/agreement', params: { id } }) });

const READ_AND_SIGN = msg('Read and sign');

/** What each role can do about a step when it is its turn. */
const actions: Partial<Record<Role, Partial<Record<ProgressStep, Action>>>> = {
  Student: {
    'student signature': agreement(READ_AND_SIGN),
    hours: ({ project_id: id }) => ({
      label: msg('Log hours'),
      link: linkOptions({ to: '/project/$id/hours', params: { id } }),
    }),
    reflections: ({ project_id: id }) => ({
      label: msg('Answer reflections'),
      link: linkOptions({ to: '/project/$id/reflections', params: { id } }),
    }),
    summary: ({ project_id: id }) => ({
      label: msg('Write the summary'),
      link: linkOptions({ to: '/project/$id/summary', params: { id } }),
    }),
    project: ({ project_id: id }) => ({
      label: msg('Add the files'),
      link: linkOptions({ to: '/project/$id/file', params: { id } }),
    }),
  },
  Business: {
    terms: agreement(msg('Fill in')),
    'business signature': agreement(READ_AND_SIGN),
    hours: ({ project_id }) => ({
      label: msg('Review hours'),
      link: linkOptions({ to: '/interns/hours_log/$project_id', params: { project_id } }),
    }),
    evaluations: ({ project_id: id }) => ({
      label: msg('Evaluate'),
      link: linkOptions({ to: '/evaluation/new/$id', params: { id } }),
    }),
    end: () => ({ label: msg('Manage Interns'), link: linkOptions({ to: '/interns/viewall' }) }),
  },
};

const forSchool: Partial<Record<ProgressStep, Action>> = {
  consent: ({ student_id: id }) => ({
    label: msg('See the guardians'),
    link: linkOptions({ to: '/profile/view/$id', params: { id } }),
  }),
  sending: agreement(msg('See the agreement')),
  'school signature': agreement(msg('See the agreement')),
  'sign-off': ({ project_id: id }) => ({
    label: msg('Check their work'),
    link: linkOptions({ to: '/admin/project/$id', params: { id } }),
  }),
};

/** The action of the current step, or null if it is someone else's turn. */
export function actionFor(step: ShownStep, progress: Progress, role: Role): StepLink | null {
  if (!step.turn.includes(progress.viewer)) return null;
  const action = progress.viewer === 'school' ? forSchool[step.step] : actions[role]?.[step.step];
  return action?.(progress) ?? null;
}
