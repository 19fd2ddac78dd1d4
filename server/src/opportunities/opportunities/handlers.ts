import { addDays, utcDay } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { farDates, type OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import {
  AUDIENCE_STAYS,
  asStored,
  canChangeAudience,
  canDelete,
  canDeselect,
  firstDayAt,
  lastDayAt,
  tooFewSlots,
} from '@waypost/contract/opportunities/opportunities/rules';
import { refuse } from '@waypost/contract/refusal';
import { dayIn } from '@waypost/contract/time-zones';
import type { Actor } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import {
  isOwnOpportunity,
  maySeeBusinessStats,
  maySeeOpportunity,
  maySeeSelected,
} from '../../platform/access/ownership.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { sanitiseRequired } from '../../platform/outside/rich-text.ts';
import { resolveTags } from '../../school-system/lists/queries.ts';
import { findDays } from '../../school-system/settings/queries.ts';
import {
  clearTags,
  countApplicants,
  findSelection,
  insertOpportunity,
  insertTags,
  lockApplications,
  lockOpportunity,
  lockStudents,
  offerTo,
  removeOpportunity,
  spendOffers,
  updateOpportunity,
  withdrawFrom,
} from './change-queries.ts';
import { mailOffers, mailWithdrawals } from './mails.ts';
import { toColumns, toOpportunity, toSelectedStudent, toStatistics } from './present.ts';
import { findBusinessStats, findClientStats, findOpportunity, findSelectedStudents } from './queries.ts';

type Handled = Omit<Handlers<typeof opportunityCalls>, 'getOpportunities' | 'saveOpportunity'>;

/** An opportunity as its business creates, edits and deletes it (docs/behavior/opportunities.md). */
export const opportunityHandlers: Handled = {
  /** The selected students are shown only to its business and to staff. */
  loadOpportunity: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, opportunityId: input.opp_id };
    const [found] = await findOpportunity(tx, { ...key, viewerId: actor.id });
    const opportunity = authorize(actor, found, maySeeOpportunity);
    if (!maySeeSelected(actor)) return toOpportunity(opportunity, null);
    const selected = await findSelectedStudents(tx, { clientId: actor.clientId, ids: [opportunity.id] });
    return toOpportunity(opportunity, selected.map(toSelectedStudent));
  },

  /** Refuses with 400 at its field a name that is not on the client's lists, and a student who cannot be selected. */
  createOpportunity: async ({ actor, input, now, outside }, tx) => {
    const { clientId } = actor;
    const form = settle(input, now);
    const tags = await resolveTags(tx, clientId, form);
    const owner = { clientId, businessId: actor.id };
    const opportunityId = await insertOpportunity(tx, owner, toColumns(form, now));
    const key = { clientId, opportunityId };
    await insertTags(tx, key, tags);
    const replyBy = await findReplyBy(tx, clientId, form, now);
    const offered = await offerPlaces(tx, actor, key, { ...form, replyBy }, now);
    await mailOffers(tx, outside, actor, { ...form, opportunityId, replyBy }, offered);
    return { _id: opportunityId };
  },

  /**
   * Like a new one. In addition: 409 if a restricted one would be opened, 400 at `available_slots` if more spots are
   * taken, and 400 at `student_ids` if a student who accepted would be removed from the list.
   */
  editOpportunity: async ({ actor, input, now, outside }, tx) => {
    const { clientId } = actor;
    const form = settle(input, now);
    const key = { clientId, opportunityId: input._id };
    await lockApplications(tx, { ...key, studentIds: form.student_ids });
    const [found] = await lockOpportunity(tx, key);
    const opportunity = authorize(actor, found, isOwnOpportunity);
    requireRevision(opportunity, input.revision);
    if (!canChangeAudience(opportunity.audience, form.audience)) refuse('conflict', t(AUDIENCE_STAYS));
    const tooFew = form.audience === 'Open' && tooFewSlots(form.available_slots, opportunity.acceptedCount);
    if (tooFew) refuse('invalid-input', undefined, { available_slots: [tooFew] });

    const tags = await resolveTags(tx, clientId, form);
    await updateOpportunity(tx, opportunity, toColumns(form, now));
    await clearTags(tx, key);
    await insertTags(tx, key, tags);
    const replyBy = await findReplyBy(tx, clientId, form, now);
    const saved = { ...form, opportunityId: opportunity.id, replyBy };
    const { offered, withdrawn } = await changeSelection(tx, actor, key, saved, now);
    await mailOffers(tx, outside, actor, saved, offered);
    await mailWithdrawals(tx, outside, actor, saved, withdrawn);
    return { _id: opportunity.id };
  },

  /** `fail` if anyone has applied. A concurrent application either comes first or finds the opportunity deleted. */
  deleteOpportunity: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, opportunityId: input.id };
    const [found] = await lockOpportunity(tx, key);
    const opportunity = authorize(actor, found, isOwnOpportunity);
    const [applicants] = await countApplicants(tx, key);
    if (!canDelete({ applicant_count: applicants?.count ?? 0 })) return { message: 'fail' };
    await removeOpportunity(tx, opportunity);
    return { message: 'success' };
  },

  /** Without `businessId`: a business's own, or for staff all businesses of their client. */
  getBusinessInternshipStats: async ({ actor, input, now }, tx) => {
    const { clientId } = actor;
    if (input.client && input.client !== clientId) refuse('not-found');
    const days = { first: firstDayAt(now), last: lastDayAt(now) };
    const businessId = input.businessId ?? (actor.role === 'Business' ? actor.id : undefined);
    if (!businessId) {
      const [all] = await findClientStats(tx, { clientId, ...days });
      return toStatistics(all ?? refuse('not-found'));
    }
    const [found] = await findBusinessStats(tx, { clientId, businessId, ...days });
    return toStatistics(authorize(actor, found, maySeeBusinessStats));
  },
};

/**
 * The form as it is stored: texts sanitized, consistency rules applied, each student selected once. 400 for distant
 * dates.
 */
function settle(input: OpportunityInput, now: Date): OpportunityInput {
  const far = Object.entries(farDates(input, utcDay(now)));
  if (far.length > 0)
    refuse('invalid-input', undefined, Object.fromEntries(far.map(([field, why]) => [field, [why]])));
  const { short_description, skills_required, full_description } = input;
  return asStored({
    ...input,
    ...sanitiseRequired({ short_description, skills_required, full_description }),
    student_ids: [...new Set(input.student_ids)],
  });
}

/**
 * The last day to reply to an automatic offer: the last day to apply, but no sooner than the school system's number of
 * days from today.
 */
async function findReplyBy(tx: Tx, clientId: string, form: OpportunityInput, now: Date): Promise<string> {
  const { timeZone, offerDays } = await findDays(tx, clientId);
  const soonest = addDays(dayIn(timeZone, now), offerDays);
  return form.application_close > soonest ? form.application_close : soonest;
}

/** Offers the placement to these students. Spends the business's budget of offers and is recorded. */
async function offerPlaces(
  tx: Tx,
  actor: Actor,
  key: { clientId: string; opportunityId: string },
  form: Pick<OpportunityInput, 'student_ids' | 'opportunity_title'> & { replyBy: string },
  now: Date,
) {
  const { student_ids: ids, opportunity_title: title, replyBy } = form;
  if (ids.length === 0) return [];
  const held = await lockStudents(tx, { clientId: key.clientId, ids });
  if (held.length < ids.length)
    refuse('invalid-input', undefined, {
      student_ids: [t('only approved students of your school system can be chosen')],
    });
  await spendOffers(tx, actor, held, title, now);
  return offerTo(tx, key, ids, { replyBy, now });
}

/** Offers the placement to newly selected students and withdraws it from those no longer selected. Returns both. */
async function changeSelection(
  tx: Tx,
  actor: Actor,
  key: { clientId: string; opportunityId: string },
  form: OpportunityInput & { replyBy: string },
  now: Date,
) {
  const wanted = form.student_ids;
  const selected = await findSelection(tx, key);
  const removed = selected.filter((student) => !wanted.includes(student.id));
  const settled = removed.filter((student) => !canDeselect(student.status));
  if (settled.length > 0)
    refuse('invalid-input', undefined, {
      student_ids: settled.map(({ firstName, lastName }) =>
        t('{name} has accepted the offer and stays on the list', { name: `${firstName} ${lastName}` }),
      ),
    });
  const added = wanted.filter((id) => !selected.some((student) => student.id === id));
  const gone = removed.map((student) => student.id);
  const withdrawn = await withdrawFrom(tx, key, gone, now);
  return { withdrawn, offered: await offerPlaces(tx, actor, key, { ...form, student_ids: added }, now) };
}
