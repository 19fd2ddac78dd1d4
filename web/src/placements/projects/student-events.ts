import { t } from '@waypost/contract/i18n';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import type { Application } from '@waypost/contract/placements/applications/calls';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { showMoment } from '../../ui/dates.ts';
import { type ProjectEvent, projectEvents } from './project-events.ts';

/** The parts of a student's page load at different moments, and share one reply for each list. */
export const SHARED_MS = 10_000;

/** What happened with a student: the account, applications and placements, the first first. */
export function studentEvents(
  { createdAt }: SeenUser,
  applications: readonly Application[],
  placements: readonly Project[],
): ProjectEvent[] {
  const event = (at: string, what: string): ProjectEvent => ({ at, day: showMoment(at), what });
  const applied = applications.flatMap(
    ({ status, opportunity_title: title, date_application, updatedAt }) => [
      event(date_application, t('Applied: {title}', { title })),
      ...(status === 'Declined' ? [event(updatedAt, t('Application declined: {title}', { title }))] : []),
      ...(status === 'Rescinded' ? [event(updatedAt, t('Application withdrawn: {title}', { title }))] : []),
    ],
  );
  const placed = placements.flatMap((project) =>
    projectEvents(project).map(({ what, ...rest }) => ({
      ...rest,
      what: t('{title}: {what}', { title: project.opportunity_id_fk.opportunity_title, what }),
    })),
  );
  const joined = createdAt ? [event(createdAt, t('Account created'))] : [];
  return [...joined, ...applied, ...placed].sort((one, other) => one.at.localeCompare(other.at));
}
