import type { InputOf, ReplyOf } from '@waypost/contract/call';
import { addDays } from '@waypost/contract/dates';
import { isBlank } from '@waypost/contract/fields';
import { t } from '@waypost/contract/i18n';
import type { applicationCalls } from '@waypost/contract/placements/applications/calls';
import {
  ALREADY_APPLIED,
  BUSINESS_GONE,
  canMove,
  FULL,
  groupOf,
  NO_COVER_LETTER,
  needsStudent,
  offersAgain,
  STUDENT_GONE,
  whyNotApply,
  whyNotMove,
} from '@waypost/contract/placements/applications/rules';
import { refuse } from '@waypost/contract/refusal';
import { dayIn } from '@waypost/contract/time-zones';
import type { Actor } from '../../platform/access/actor.ts';
import { recordView } from '../../platform/access/audit.ts';
import { type Authorized, authorize } from '../../platform/access/enforce.ts';
import type { Handlers, Request } from '../../platform/access/handler.ts';
import {
  isParty,
  maySeeApplicants,
  maySeeBetweenTwo,
  maySeeOpportunity,
  maySeeStudentLists,
  viewsAsStaff,
} from '../../platform/access/ownership.ts';
import { findPerson, nameOf } from '../../platform/access/person-queries.ts';
import { recordStudentView } from '../../platform/access/student-views.ts';
import { commitWithLastQuery } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { sanitiseRichText } from '../../platform/outside/rich-text.ts';
import { findDays } from '../../school-system/settings/queries.ts';
import { notifyReady } from '../agreements/mails.ts';
import { draftAgreement } from '../agreements/queries.ts';
import { beginProject } from '../projects/change-queries.ts';
import { applicantHandlers } from './applicants.ts';
import { cancelWithApplication, interviewHandlers } from './interviews.ts';
import { mailMove, mailNewApplication, type NewPlacement } from './mails.ts';
import { offerHandlers, requireActive, requireUnended } from './offers.ts';
import { isApplicantShown, toApplication } from './present.ts';
import {
  type FoundApplication,
  findApplication,
  findApplicationTo,
  findOwner,
  findToApply,
  insertApplication,
  listApplicants,
  listApplicationsBy,
  moveApplication,
  takeSeat,
} from './queries.ts';

/** Applying, applicants, and every move of an application (docs/behavior/applications.md). */
export const applicationHandlers: Handlers<typeof applicationCalls> = {
  ...offerHandlers,
  ...interviewHandlers,
  ...applicantHandlers,

  getApplicationToOpportunity: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, opportunityId: input.opp_id, studentId: actor.id };
    const [application] = await findApplicationTo(tx, key);
    return application ? toApplication(actor, application) : [];
  },

  getMyApplications: async ({ actor }, tx) => {
    const key = { clientId: actor.clientId, studentId: actor.id };
    const found = await commitWithLastQuery(tx, listApplicationsBy(tx, key));
    return found.map((row) => toApplication(actor, row));
  },

  getApplicationsByStudent: async ({ actor, input, now }, tx) => {
    const [found] = await findPerson(tx, { clientId: actor.clientId, userId: input.student_id });
    const student = authorize(actor, found, maySeeStudentLists);
    const subject = { id: student.id, name: nameOf(student) };
    if (viewsAsStaff(actor))
      await recordView(
        tx,
        actor,
        { action: 'view student', subject, details: { list: 'applications' } },
        now,
      );
    const theirs = await listApplicationsBy(tx, { clientId: actor.clientId, studentId: student.id });
    return theirs.map((row) => toApplication(actor, row));
  },

  getApplicants: ({ actor, input }, tx) => applicantsOf(actor, input.opp_id, null, tx),

  getNewApplications: ({ actor, input }, tx) => applicantsOf(actor, input.opp_id, 'New', tx),

  /** Views by staff and businesses are recorded (docs/behavior/access.md#students-data). */
  getApplicationById: async ({ actor, input, now }, tx) => {
    const [found] = await findApplication(tx, { clientId: actor.clientId, applicationId: input.app_id });
    const application = authorize(actor, found, maySeeBetweenTwo);
    const { student, id } = application;
    if (student && isApplicantShown(actor, application)) {
      const subject = { id: student.id, name: nameOf({ ...student, role: 'Student', businessName: '' }) };
      const look = { action: 'view application', subject, details: { application: id } } as const;
      await recordStudentView(tx, actor, look, now);
    }
    return toApplication(actor, application);
  },

  /** Refuses with 409 outside the application dates, when full, or for a second application, and says which. */
  createApplication: async ({ actor, input, now, outside }, tx) => {
    const coverLetter = sanitiseRichText(input.cover_letter);
    if (isBlank(coverLetter)) refuse('invalid-input', undefined, { cover_letter: [t(NO_COVER_LETTER)] });

    const by = { clientId: actor.clientId, studentId: actor.id };
    const [found] = await findToApply(tx, { ...by, opportunityId: input.opportunity_id_fk });
    const opportunity = authorize(actor, found, maySeeOpportunity);
    if (opportunity.businessId === null) refuse('conflict', t(BUSINESS_GONE));
    const obstacle = whyNotApply(opportunity, now);
    if (obstacle) refuse('conflict', obstacle);

    const id = await insertApplication(tx, opportunity, { ...by, coverLetter, now });
    if (!id) return refuse('conflict', t(ALREADY_APPLIED));
    await mailNewApplication(tx, outside, actor, { id, opportunity });
    return { message: 'success', _id: id };
  },

  /** One move of the table; 409 with a sentence for any other move, or if someone else moved it first. */
  updateApplicationStatus: move,
};

async function move(
  request: Request<InputOf<typeof applicationCalls.updateApplicationStatus>>,
  tx: Tx,
): Promise<ReplyOf<typeof applicationCalls.updateApplicationStatus>> {
  const { actor, input, now, outside } = request;
  const key = { clientId: actor.clientId, applicationId: input.application_id };
  const [found] = await findApplication(tx, key);
  const application = authorize(actor, found, isParty);
  const from = application.status;
  const to = input.status;
  if (!canMove(actor.role, from, to)) refuse('conflict', whyNotMove(from, to));
  if (application.studentId === null && needsStudent(to)) refuse('conflict', t(STUDENT_GONE));
  // A student who lost approval may rescind and decline, but not start work.
  if (to === 'Accepted' && !actor.approved) refuse('unapproved');

  if (to === 'Offered' && offersAgain(from)) await requireActive(tx, actor, application, now);
  const replyBy = to === 'Offered' ? await findReplyBy(tx, actor.clientId, now) : null;
  // Someone else moved it first, perhaps to a status from which this move is possible as well.
  if (!(await moveApplication(tx, application, { clientId: actor.clientId, from, to, now, replyBy }))) {
    if (to === 'Offered') await requireUnended(tx, key);
    return move(request, tx);
  }
  const placement = to === 'Accepted' ? await beginPlacement(tx, application, actor.clientId, now) : null;
  const projectId = placement?.projectId ?? null;
  const updated = {
    ...application,
    status: to,
    updatedAt: now,
    declineMessage: '',
    projectId,
    replyBy,
    offerMessage: '',
    offerSendsAt: null,
    offeredFrom: replyBy ? from : null,
    businessStatus: projectId ? ('open' as const) : null,
  };
  await mailMove(tx, outside, actor, updated, to, placement);
  if (placement?.isComplete)
    await notifyReady(tx, outside, { ...placement, clientId: actor.clientId, title: application.title });
  if (groupOf(to) === 'Closed') await cancelWithApplication(tx, outside, actor, application, now);
  return { message: 'success', application: toApplication(actor, updated) };
}

/** The reply-by date of an offer made without one. */
async function findReplyBy(tx: Tx, clientId: string, now: Date): Promise<string> {
  const { timeZone, offerDays } = await findDays(tx, clientId);
  return addDays(dayIn(timeZone, now), offerDays);
}

/** The applicants, in one round trip with the opportunity's owner. Nothing is returned before ownership is checked. */
async function applicantsOf(actor: Actor, opportunityId: string, status: 'New' | null, tx: Tx) {
  const key = { clientId: actor.clientId, opportunityId };
  const questions = Promise.all([findOwner(tx, key), listApplicants(tx, { ...key, status })]);
  const [[found], applicants] = await commitWithLastQuery(tx, questions);
  authorize(actor, found, maySeeApplicants);
  return applicants.map((row) => toApplication(actor, row));
}

/**
 * Takes a spot and creates the placement of an accepted application, with its agreement. Without a free spot,
 * everything is rolled back.
 */
async function beginPlacement(
  tx: Tx,
  application: Authorized<FoundApplication>,
  clientId: string,
  now: Date,
): Promise<NewPlacement> {
  if (application.businessId === null) refuse('conflict', t(BUSINESS_GONE));
  if (!(await takeSeat(tx, { clientId, id: application.opportunityId }))) refuse('conflict', t(FULL));
  const projectId = await beginProject(tx, application, clientId, now);
  return { projectId, isComplete: await draftAgreement(tx, { clientId, projectId }, null, now) };
}
