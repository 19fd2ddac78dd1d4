import type { AuditAction } from '@waypost/contract/oversight/audit/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { type AuditActor, record } from '../../platform/access/audit.ts';
import { type Authorized, authorize } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { findProjectToChange, type ProjectToChange } from './change-queries.ts';
import { toProject, toSubject } from './present.ts';
import { loadProject, type WholeProject } from './whole-queries.ts';

/** The start and end of every change of a placement, in any feature: lock it, then reply with all of it. */

/** Locks the placement if the caller may change it. */
export async function lockProject<Caller extends { clientId: string }>(
  caller: Caller,
  projectId: string,
  tx: Tx,
  isTheirs: (caller: Caller, project: ProjectToChange) => boolean,
): Promise<Authorized<ProjectToChange>> {
  const [found] = await findProjectToChange(tx, { clientId: caller.clientId, projectId });
  return authorize(caller, found, isTheirs);
}

export async function wholeOf(project: Authorized<ProjectToChange>, tx: Tx): Promise<WholeProject> {
  const whole = await loadProject(tx, { clientId: project.clientId, projectId: project.id });
  return whole ?? refuse('not-found');
}

/** The current placement, for the reply to a change. */
export async function refreshed(
  actor: Actor,
  project: Authorized<ProjectToChange>,
  tx: Tx,
): Promise<Project> {
  return toProject(await wholeOf(project, tx), actor);
}

/** Records an action on a placement or one of its items. */
export const recordAction = (
  tx: Tx,
  doer: AuditActor,
  action: AuditAction,
  project: WholeProject,
  details: Record<string, string | number>,
  now: Date,
): Promise<void> =>
  record(tx, doer, { action, ...toSubject(project), details: { project: project.id, ...details } }, now);
