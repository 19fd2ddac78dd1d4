import type { OpportunityInput, opportunityCalls } from '@waypost/contract/opportunities/calls';
import {
  AUDIENCE_STAYS,
  type Audience,
  asKept,
  canChangeAudience,
  canDelete,
  canDeselect,
  dayAt,
  tooFewSlots,
} from '@waypost/contract/opportunities/rules';
import { REQUIRED, refuse } from '@waypost/contract/refusal';
import { authorize } from '../access/enforce.ts';
import type { Handlers } from '../access/handler.ts';
import { isOwnOpportunity, maySeeBusinessStats, maySeeOpportunity } from '../access/ownership.ts';
import type { Tx } from '../database/connect.ts';
import { resolveTags } from '../lists/queries.ts';
import { sanitiseRequired } from '../outside/rich-text.ts';
import { toFoundStudent } from '../people/present.ts';
import { toColumns, toOpportunity, toStatistics } from './present.ts';
import { findBusinessStats, findOpportunity, findSelectedStudents } from './queries.ts';
import {
  clearTags,
  countApplicants,
  findSelection,
  holdApplications,
  holdOpportunity,
  holdStudents,
  insertOpportunity,
  insertTags,
  offerTo,
  removeOpportunity,
  updateOpportunity,
  withdrawFrom,
} from './saving-queries.ts';

type Handled = Omit<Handlers<typeof opportunityCalls>, 'getOpportunities'>;

/** An opportunity as its business makes, changes and ends it (document 1, sections 4 and 7). */
export const opportunityHandlers: Handled = {
  /** Whom it is restricted to is named to its business and to staff alone. */
  loadOpportunity: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, opportunityId: input.opp_id };
    const [found] = await findOpportunity(tx, { ...key, lookerId: actor.id });
    const opportunity = authorize(actor, found, maySeeOpportunity);
    const selected = actor.role === 'Student' ? [] : await findSelectedStudents(tx, key);
    return toOpportunity(opportunity, selected.map(toFoundStudent));
  },

  /** Refuses with 400 at the field a name of no list of the client's, and a student who cannot be chosen. */
  createOpportunity: async ({ actor, input, now }, tx) => {
    const { clientId } = actor;
    const form = settle(input);
    const tags = await resolveTags(tx, clientId, form);
    await insistOnStudents(tx, clientId, form.student_ids);
    const owner = { clientId, businessId: actor.id };
    const opportunityId = await insertOpportunity(tx, owner, toColumns(form, now));
    const key = { clientId, opportunityId };
    await insertTags(tx, key, tags);
    await offerTo(tx, key, form.student_ids, now);
    return { _id: opportunityId };
  },

  /**
   * As for a new one; besides, 409 where a restricted one is to be opened, 400 at `available_slots` where
   * more seats are taken, and 400 at `student_ids` where somebody who accepted is to be taken off the list.
   */
  editOpportunity: async ({ actor, input, now }, tx) => {
    const { clientId } = actor;
    const form = settle(input);
    const key = { clientId, opportunityId: input._id };
    await holdApplications(tx, { ...key, studentIds: form.student_ids });
    const [found] = await holdOpportunity(tx, key);
    const opportunity = authorize(actor, found, isOwnOpportunity);
    if (!canChangeAudience(opportunity.audience as Audience, form.audience))
      refuse('conflict', AUDIENCE_STAYS);
    const tooFew = form.audience === 'Open' && tooFewSlots(form.available_slots, opportunity.acceptedCount);
    if (tooFew) refuse('invalid-input', undefined, { available_slots: [tooFew] });

    const tags = await resolveTags(tx, clientId, form);
    await updateOpportunity(tx, opportunity, toColumns(form, now));
    await clearTags(tx, key);
    await insertTags(tx, key, tags);
    await changeSelection(tx, key, form.student_ids, now);
    return { _id: opportunity.id };
  },

  /** `fail` once anybody has applied. Whoever applies at the same moment comes before it or finds it gone. */
  deleteOpportunity: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, opportunityId: input.id };
    const [found] = await holdOpportunity(tx, key);
    const opportunity = authorize(actor, found, isOwnOpportunity);
    const [applicants] = await countApplicants(tx, key);
    if (!canDelete({ applicant_count: applicants?.count ?? 0 })) return { message: 'fail' };
    await removeOpportunity(tx, opportunity);
    return { message: 'success' };
  },

  /** A business's own when none is named. Staff name one of their client's. */
  getBusinessInternshipStats: async ({ actor, input, now }, tx) => {
    const businessId = input.businessId ?? (actor.role === 'Business' ? actor.id : undefined);
    if (!businessId) return refuse('invalid-input', undefined, { businessId: [REQUIRED] });
    const { clientId } = actor;
    if (input.client && input.client !== clientId) refuse('not-found');
    const [found] = await findBusinessStats(tx, { clientId, businessId, today: dayAt(now) });
    return toStatistics(authorize(actor, found, maySeeBusinessStats));
  },
};

/** The form as it is kept: its texts sanitised, its rules of state applied, nobody chosen twice. */
function settle(input: OpportunityInput): OpportunityInput {
  const { short_description, skills_required, full_description } = input;
  return asKept({
    ...input,
    ...sanitiseRequired({ short_description, skills_required, full_description }),
    student_ids: [...new Set(input.student_ids)],
  });
}

async function insistOnStudents(tx: Tx, clientId: string, ids: string[]) {
  if (ids.length === 0) return;
  const held = await holdStudents(tx, { clientId, ids });
  if (held.length < ids.length)
    refuse('invalid-input', undefined, {
      student_ids: ['only approved students of your school system can be chosen'],
    });
}

/** Offers to those who are new on the list and withdraws from those who are no longer on it. */
async function changeSelection(
  tx: Tx,
  key: { clientId: string; opportunityId: string },
  wanted: string[],
  now: Date,
) {
  const selected = await findSelection(tx, key);
  const removed = selected.filter((student) => !wanted.includes(student.id));
  const settled = removed.filter((student) => !canDeselect(student.status));
  if (settled.length > 0)
    refuse('invalid-input', undefined, {
      student_ids: settled.map(
        ({ firstName, lastName }) => `${firstName} ${lastName} has accepted the offer and stays on the list`,
      ),
    });
  const added = wanted.filter((id) => !selected.some((student) => student.id === id));
  await insistOnStudents(tx, key.clientId, added);
  await withdrawFrom(
    tx,
    key,
    removed.map((student) => student.id),
    now,
  );
  await offerTo(tx, key, added, now);
}
