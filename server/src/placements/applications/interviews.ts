import { t } from '@waypost/contract/i18n';
import type { applicationCalls } from '@waypost/contract/placements/applications/calls';
import {
  INTERVIEW_OVER,
  isLive,
  NO_INTERVIEW,
  NO_TIME,
  readTime,
  TIME_CHANGED,
  type When,
  whyNotDay,
} from '@waypost/contract/placements/applications/interviews';
import { canMove, STUDENT_GONE, whyNotMove } from '@waypost/contract/placements/applications/rules';
import { refuse } from '@waypost/contract/refusal';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { dayIn } from '@waypost/contract/time-zones';
import type { Actor } from '../../platform/access/actor.ts';
import { type Authorized, authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { isParty } from '../../platform/access/ownership.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import { findDays } from '../../school-system/settings/queries.ts';
import { type InterviewNews, mailInterview } from './interview-mails.ts';
import { cancelOne, confirmInvitation, confirmProposal, inviteTo, proposeTime } from './interview-queries.ts';
import { toApplication } from './present.ts';
import { type FoundApplication, findApplication, moveApplication } from './queries.ts';

type InterviewCalls = Pick<
  typeof applicationCalls,
  'inviteToInterview' | 'confirmInterview' | 'proposeInterviewTime' | 'cancelInterview'
>;

const SCHEDULED: ApplicationStatus = 'Interview Scheduled';

/** Invitations to interviews and their replies (docs/behavior/applications.md#interviews). */
export const interviewHandlers: Handlers<InterviewCalls> = {
  /**
   * 400 at its field for a date or time that is in the past, more than a year away, or skipped by the clocks. Without a
   * time, it is no entry in a calendar yet.
   */
  inviteToInterview: async ({ actor, input, now, outside }, tx) => {
    const application = await findOwn(tx, actor, input.application_id);
    const from = application.status;
    if (from !== SCHEDULED && !canMove(actor.role, from, SCHEDULED))
      refuse('conflict', whyNotMove(from, SCHEDULED));
    if (application.studentId === null) refuse('conflict', t(STUDENT_GONE));
    const when = await requireWhen(tx, actor, input, now);
    const { clientId } = actor;
    // This also locks an application that is already in the status, so nobody moves it meanwhile.
    const move = { clientId, from, to: SCHEDULED, now, replyBy: null };
    if (!(await moveApplication(tx, application, move))) {
      const { status } = await findOwn(tx, actor, application.id);
      refuse('conflict', whyNotMove(status, SCHEDULED));
    }
    const { minutes, place, message } = input;
    await inviteTo(tx, application, { clientId, ...when, minutes, place, message, now });
    return afterwards(tx, outside, actor, application, application.interview ? 'changed' : 'invited');
  },

  confirmInterview: async ({ actor, input, now, outside }, tx) => {
    const application = await findScheduled(tx, actor, input.application_id);
    const key = { clientId: actor.clientId, startsAt: new Date(input.starts_at), now };
    if (key.startsAt <= now) refuse('conflict', t(INTERVIEW_OVER));
    const confirm = actor.role === 'Student' ? confirmInvitation : confirmProposal;
    if (!(await confirm(tx, application, key))) refuse('conflict', t(TIME_CHANGED));
    return afterwards(tx, outside, actor, application, 'confirmed');
  },

  proposeInterviewTime: async ({ actor, input, now, outside }, tx) => {
    const application = await findScheduled(tx, actor, input.application_id);
    const proposedAt = await requireTime(tx, actor, input, now);
    const proposal = { clientId: actor.clientId, proposedAt, proposal: input.message };
    if (!(await proposeTime(tx, application, proposal))) refuse('conflict', t(NO_INTERVIEW));
    return afterwards(tx, outside, actor, application, 'proposed');
  },

  /** The application stays open, so its business can invite again, offer or decline. */
  cancelInterview: async ({ actor, input, now, outside }, tx) => {
    const application = await findScheduled(tx, actor, input.application_id);
    if (!(await cancelOne(tx, application, { clientId: actor.clientId, now })))
      refuse('conflict', t(NO_INTERVIEW));
    return afterwards(tx, outside, actor, application, 'canceled');
  },
};

async function findOwn(tx: Tx, actor: Actor, applicationId: string) {
  const [found] = await findApplication(tx, { clientId: actor.clientId, applicationId });
  return authorize(actor, found, isParty);
}

/** The application, if it has an interview that can be confirmed, changed or canceled. */
async function findScheduled(tx: Tx, actor: Actor, applicationId: string) {
  const application = await findOwn(tx, actor, applicationId);
  const { interview, status } = application;
  if (status !== SCHEDULED || !interview || !isLive(interview.state)) refuse('conflict', t(NO_INTERVIEW));
  return application;
}

/** When the interview is, as far as the form says; 400 at the invalid field. */
async function requireWhen(
  tx: Tx,
  actor: Actor,
  form: { date: string; time: string },
  now: Date,
): Promise<When> {
  if (form.time) {
    if (!form.date) refuse('invalid-input', undefined, { date: [t('choose the date of this time')] });
    return { startsAt: await requireTime(tx, actor, form, now), day: null };
  }
  if (!form.date) return NO_TIME;
  const { timeZone } = await findDays(tx, actor.clientId);
  const wrong = whyNotDay(form.date, dayIn(timeZone, now));
  if (wrong) refuse('invalid-input', undefined, { date: [wrong] });
  return { startsAt: null, day: form.date };
}

/** The moment of a form's date and time; 400 at the invalid field. */
async function requireTime(
  tx: Tx,
  actor: Actor,
  form: { date: string; time: string },
  now: Date,
): Promise<Date> {
  const { timeZone } = await findDays(tx, actor.clientId);
  const read = readTime(form, timeZone, now);
  if ('at' in read) return read.at;
  const errors = Object.entries(read.wrong).map(([field, why]) => [field, [why]]);
  return refuse('invalid-input', undefined, Object.fromEntries(errors));
}

/** Mails both sides, and replies with the updated application. */
async function afterwards(
  tx: Tx,
  outside: Outside,
  actor: Actor,
  application: Authorized<FoundApplication>,
  news: InterviewNews,
) {
  const { clientId } = actor;
  const [found] = await findApplication(tx, { clientId, applicationId: application.id });
  if (!found) return refuse('not-found');
  await mailInterview(tx, outside, clientId, found, news, application.interview?.startsAt);
  return { message: 'success' as const, application: toApplication(actor, found) };
}

/** Cancels an interview in the calendars when its application is closed first. */
export async function cancelWithApplication(
  tx: Tx,
  outside: Outside,
  actor: Actor,
  application: Authorized<FoundApplication>,
  now: Date,
): Promise<void> {
  const { interview, id } = application;
  if (!interview || (interview.startsAt && interview.startsAt <= now)) return;
  const { clientId } = actor;
  if (!(await cancelOne(tx, application, { clientId, now }))) return;
  // Without a time, it is in no calendar, and the mail about the application says enough.
  if (!interview.startsAt) return;
  const [found] = await findApplication(tx, { clientId, applicationId: id });
  if (found) await mailInterview(tx, outside, clientId, found, 'canceled');
}
