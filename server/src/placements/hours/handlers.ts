import { utcDay } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import { mayLogHours, NOT_SIGNED_YET } from '@waypost/contract/placements/agreements/rules';
import type { hoursCalls } from '@waypost/contract/placements/hours/calls';
import type { HoursEntryInput } from '@waypost/contract/placements/hours/forms';
import {
  canAddHours,
  canCorrectEntry,
  canDeleteEntry,
  ENTRY_APPROVED,
  NO_MORE_HOURS,
  NOT_DISAPPROVED,
  TO_APPROVE_SHOWN,
  wrongDays,
} from '@waypost/contract/placements/hours/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { isParty } from '../../platform/access/ownership.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { findHoursGate } from '../agreements/queries.ts';
import type { ProjectToChange } from '../projects/change-queries.ts';
import { toProject } from '../projects/present.ts';
import { lockProject, recordAction, refreshed, wholeOf } from '../projects/project-changes.ts';
import { findSurroundings } from './day-queries.ts';
import { decideHours, entriesOf, REOPENED_BY_HOURS, whyNoRoom } from './hours-approval.ts';
import { notesFrom, toHoursToApprove } from './present.ts';
import { claimKey, correctEntry, deleteEntry, insertEntry, listPendingOfBusiness } from './queries.ts';

/**
 * Hours: logged by the student, approved or disapproved by the business (docs/behavior/hours.md). Each change
 * replies with the placement.
 */
export const hoursHandlers: Handlers<typeof hoursCalls> = {
  getHoursToApprove: async ({ actor }, tx) => {
    const { clientId, id: businessId } = actor;
    const rows = await listPendingOfBusiness(tx, { clientId, businessId, limit: TO_APPROVE_SHOWN });
    const notesOn = notesFrom(await findSurroundings(tx, clientId, rows));
    return { entries: rows.map((row) => toHoursToApprove(row, notesOn)), total: rows[0]?.total ?? 0 };
  },

  /**
   * 409 if the internship was terminated, or the school system requires a signed agreement first; 400 if a day would
   * have more than 24 hours. An entry that was logged before, by its key, is answered like the first time.
   */
  createHoursEntry: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, isParty);
    if (input.entry_key && !(await claimKey(tx, project, input.entry_key)))
      return refreshed(actor, project, tx);
    if (!canAddHours(project)) refuse('conflict', t(NO_MORE_HOURS));
    await requireAgreement(project, tx);
    const entry = entered(input, now);
    await requireRoom(tx, project, input);
    await insertEntry(tx, project, entry, now);
    return refreshed(actor, project, tx);
  },

  /** 409 if the internship was terminated, or the entry is not disapproved; 400 if a day would have more than 24 hours. */
  correctHoursEntry: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, isParty);
    if (!canAddHours(project)) refuse('conflict', t(NO_MORE_HOURS));
    const [entry] = await entriesOf(project, [input.hours_log_id], tx);
    if (!canCorrectEntry(entry)) refuse('conflict', t(NOT_DISAPPROVED));
    const corrected = entered(input, now);
    await requireRoom(tx, project, input);
    await correctEntry(tx, project, entry, corrected, now);
    return refreshed(actor, project, tx);
  },

  /** 409 if the business approved the entry. */
  deleteHoursEntry: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, isParty);
    const [entry] = await entriesOf(project, [input.hours_log_id], tx);
    if (!canDeleteEntry(entry)) refuse('conflict', t(ENTRY_APPROVED));
    await deleteEntry(tx, project, entry, now);
    return refreshed(actor, project, tx);
  },

  /** In any status, because hours worked before the end must still be decided. */
  approveHours: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, isParty);
    const { details, reopened } = await decideHours(
      tx,
      project,
      {
        entryIds: [input.hours_id].flat(),
        decision: input.business_approved,
        reason: input.reason ?? '',
        by: { name: actor.name, via: 'account' },
      },
      now,
    );
    const whole = await wholeOf(project, tx);
    if (details)
      await recordAction(tx, actor, 'decide hours', whole, { ...details, identified: 'account' }, now);
    if (reopened) await recordAction(tx, actor, 're-open project item', whole, REOPENED_BY_HOURS, now);
    return toProject(whole, actor);
  },
};

async function requireAgreement(project: Authorized<ProjectToChange>, tx: Tx): Promise<void> {
  const [gate] = await findHoursGate(tx, { clientId: project.clientId, projectId: project.id });
  if (gate && !mayLogHours(gate, gate)) refuse('conflict', t(NOT_SIGNED_YET));
}

/** 400 at the hours if they would make a day of the student too long, over all placements. */
async function requireRoom(
  tx: Tx,
  project: Authorized<ProjectToChange>,
  input: HoursEntryInput,
): Promise<void> {
  const why = await whyNoRoom(tx, project, [input]);
  if (why !== null) refuse('invalid-input', undefined, { total_hours: [why] });
}

/** The entry as it is stored; 400 at its field if its days are not within the past year. */
function entered(input: HoursEntryInput, now: Date) {
  const wrong = Object.entries(wrongDays(input, utcDay(now)));
  if (wrong.length > 0)
    refuse(
      'invalid-input',
      undefined,
      Object.fromEntries(wrong.map(([field, message]) => [field, [message]])),
    );
  return {
    startDate: input.start_date,
    endDate: input.end_date,
    totalHours: input.total_hours,
    textLog: input.text_log,
  };
}
