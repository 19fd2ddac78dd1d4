import type { hoursCalls } from '@waypost/contract/hours/calls';
import {
  canAddHours,
  canDecideEntry,
  canDeleteEntry,
  ENTRY_APPROVED,
  NO_MORE_HOURS,
  SIGNED_OFF,
} from '@waypost/contract/hours/rules';
import type { Project } from '@waypost/contract/projects/calls';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../access/actor.ts';
import { type Authorized, authorize } from '../access/enforce.ts';
import type { Handlers } from '../access/handler.ts';
import { isParty } from '../access/ownership.ts';
import type { Tx } from '../database/connect.ts';
import { toProject } from '../projects/present.ts';
import { findProjectToChange, loadProject } from '../projects/queries.ts';
import { decideEntry, deleteEntry, findEntry, insertEntry } from './queries.ts';

/** Hours: logged by the student, decided by the business (document 2, section 4). Each answers with the project. */
export const hoursHandlers: Handlers<typeof hoursCalls> = {
  /** 409 where the internship was terminated. */
  createHoursEntry: async ({ actor, input, now }, tx) => {
    const project = await holdProject(actor, input.project_id, tx);
    if (!canAddHours(project)) refuse('conflict', NO_MORE_HOURS);
    const entry = {
      startDate: input.start_date,
      endDate: input.end_date,
      totalHours: input.total_hours,
      textLog: input.text_log,
    };
    await insertEntry(tx, project, entry, now);
    return refreshed(actor, project, tx);
  },

  /** 409 where the business has approved the entry. */
  deleteHoursEntry: async ({ actor, input, now }, tx) => {
    const project = await holdProject(actor, input.project_id, tx);
    const entry = await entryOf(project, input.hours_log_id, tx);
    if (!canDeleteEntry(entry)) refuse('conflict', ENTRY_APPROVED);
    await deleteEntry(tx, project, entry, now);
    return refreshed(actor, project, tx);
  },

  /** Whatever the internship's status: hours that were worked before it ended are still to be decided. */
  approveHours: async ({ actor, input, now }, tx) => {
    const project = await holdProject(actor, input.project_id, tx);
    const entry = await entryOf(project, input.hours_id, tx);
    const decision = input.business_approved;
    if (!canDecideEntry(entry, decision, entry.signedOff)) refuse('conflict', SIGNED_OFF);
    if (entry.business_approved !== decision) await decideEntry(tx, project, entry, decision, now);
    return refreshed(actor, project, tx);
  },
};

async function holdProject(actor: Actor, projectId: string, tx: Tx) {
  const [found] = await findProjectToChange(tx, { clientId: actor.clientId, projectId });
  return authorize(actor, found, isParty);
}

async function entryOf(project: Authorized<{ id: string; clientId: string }>, entryId: string, tx: Tx) {
  const [entry] = await findEntry(tx, { clientId: project.clientId, projectId: project.id, entryId });
  return entry ?? refuse('not-found');
}

async function refreshed(
  actor: Actor,
  project: Authorized<{ id: string; clientId: string }>,
  tx: Tx,
): Promise<Project> {
  const whole = await loadProject(tx, { clientId: project.clientId, projectId: project.id });
  return whole ? toProject(whole, actor) : refuse('not-found');
}
