import type { AuditAction } from '@waypost/contract/audit/rules';
import type { Project } from '@waypost/contract/projects/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../access/actor.ts';
import { record } from '../access/audit.ts';
import { type Authorized, authorize } from '../access/enforce.ts';
import type { Tx } from '../database/connect.ts';
import { toProject, toSubject } from './present.ts';
import { findProjectToChange, loadProject, type ProjectToChange, type WholeProject } from './queries.ts';

/** How every change of a project begins and ends, whichever feature makes it: hold it, then answer with it whole. */

/** The project, if it is this caller's to change. Until the transaction ends nobody else changes it. */
export async function holdProject(
  actor: Actor,
  projectId: string,
  tx: Tx,
  isTheirs: (actor: Actor, project: ProjectToChange) => boolean,
): Promise<Authorized<ProjectToChange>> {
  const [found] = await findProjectToChange(tx, { clientId: actor.clientId, projectId });
  return authorize(actor, found, isTheirs);
}

export async function wholeOf(project: Authorized<ProjectToChange>, tx: Tx): Promise<WholeProject> {
  const whole = await loadProject(tx, { clientId: project.clientId, projectId: project.id });
  return whole ?? refuse('not-found');
}

/** The project as it is now, for whoever changed it. */
export async function refreshed(
  actor: Actor,
  project: Authorized<ProjectToChange>,
  tx: Tx,
): Promise<Project> {
  return toProject(await wholeOf(project, tx), actor);
}

/** Writes down what was done to a project, or to one item of it, and in what way. */
export const recordDeed = (
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  project: WholeProject,
  details: Record<string, string>,
  now: Date,
): Promise<void> =>
  record(tx, actor, { action, ...toSubject(project), details: { project: project.id, ...details } }, now);
