import * as z from 'zod';
import { get, post } from '../../call.ts';
import { calendarDate, id, moment } from '../../fields.ts';
import { ApplicationBase } from '../../opportunities/opportunities/calls.ts';
import { compensations, internshipTypes, opportunityTypes } from '../../opportunities/opportunities/rules.ts';
import { Terms } from '../../opportunities/opportunities/terms.ts';
import { FileRef } from '../../school-system/files/calls.ts';
import { applicationStatuses } from '../../statuses.ts';
import {
  ApplicantNoteInput,
  ApplyInput,
  DeclineInput,
  InterviewInput,
  OfferInput,
  ProposalInput,
} from './forms.ts';
import { interviewStates } from './interviews.ts';

/**
 * A student, as a business sees an applicant: never parents, phones, id, gender, address or agreement. If the
 * application shows only a name (`showsApplicant`), or the release of their information was refused, everything else is
 * null.
 */
export const Applicant = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  school_attending: z.string().nullable(),
  affiliated_program: z.string().nullable(),
  graduation_year: z.number().nullable(),
  focus_areas: z.array(z.string()).nullable(),
  profile_pic_id_fk: FileRef.nullable(),
  resume_file_id_fk: FileRef.nullable(),
});
export type Applicant = z.infer<typeof Applicant>;

const Status = z.enum(applicationStatuses);

/** An interview, as both sides see it (docs/behavior/applications.md#interviews). */
export const Interview = z.object({
  state: z.enum(interviewStates),
  /** Null until its business has chosen a time; `day` is set if it has chosen a day so far. */
  starts_at: moment.nullable(),
  day: calendarDate.nullable(),
  minutes: z.number(),
  /** A street address or a URL; empty if it is arranged later. */
  place: z.string(),
  message: z.string(),
  /** The time that the student proposes instead, and why; null unless `Proposed`. */
  proposed_at: moment.nullable(),
  proposal: z.string(),
});
export type Interview = z.infer<typeof Interview>;

/** A whole application (docs/behavior/applications.md#fields). A deleted student is null, and the screen says so. */
export const Application = ApplicationBase.extend({
  /** Null for a business if the release was refused. */
  cover_letter: z.string().nullable(),
  /** False once the release of the student's information to businesses was refused or withdrawn. */
  is_released: z.boolean(),
  student_id_fk: Applicant.nullable(),
  /** The placement, once the application is accepted. */
  project_id: z.string().nullable(),
  /** Null if none was arranged through Waypost. */
  interview: Interview.nullable(),
  /** The business's message with its offer; empty without an offer. */
  offer_message: z.string(),
  /** The day by which the business wants a reply; null without an offer. The offer stays open after it. */
  reply_by: calendarDate.nullable(),
  /** The business's message when it declined; empty without one. */
  decline_message: z.string(),
  /** The business's own note and stars; null for everyone else. */
  business_notes: z.string().nullable(),
  business_stars: z.number().nullable(),
  /** Until when its business can undo the offer, and when its student gets the email; null for everyone else. */
  offer_sends_at: moment.nullable(),
  opportunity_id_fk: z.object({
    _id: z.string(),
    opportunity_title: z.string(),
    opportunity_type: z.enum(opportunityTypes),
    internship_type: z.enum(internshipTypes),
    paidUnpaid: z.enum([...compensations, '']),
    ...Terms.shape,
    employment_start: z.string(),
    employment_stop: z.string(),
    city: z.string(),
    state: z.string(),
    /** `Missing`, with an empty id, if the business was deleted. */
    business_id_fk: z.object({ _id: z.string(), business_name: z.string() }),
  }),
});
export type Application = z.infer<typeof Application>;

const Moved = z.object({ message: z.literal('success'), application: Application });

export const applicationCalls = {
  /** The caller's own application for that opportunity, or `[]`. */
  getApplicationToOpportunity: get(
    '/api/getApplicationToOpportunity',
    z.object({ opp_id: id }),
    z.union([Application, z.array(z.never()).max(0)]),
  ),
  getMyApplications: get('/api/getMyApplications', z.object({}), z.array(Application)),
  getApplicants: get('/api/getApplicants', z.object({ opp_id: id }), z.array(Application)),
  getNewApplications: get('/api/getNewApplications', z.object({ opp_id: id }), z.array(Application)),
  getApplicationById: get('/api/getApplicationById', z.object({ app_id: id }), Application),
  getApplicationsByStudent: get(
    '/api/getApplicationsByStudent',
    z.object({ student_id: id }),
    z.array(Application),
  ),
  createApplication: post(
    '/api/createApplication',
    ApplyInput,
    z.object({ message: z.literal('success'), _id: z.string() }),
    { creates: true },
  ),
  updateApplicationStatus: post(
    '/api/updateApplicationStatus',
    z.object({ application_id: id, status: Status }),
    Moved,
  ),
  /** Offers the placement with a message and a reply-by date. The email waits until it can no longer be undone. */
  offerPlacement: post('/api/offerPlacement', OfferInput, Moved),
  /** From New, this also moves the application to Interview Scheduled. */
  inviteToInterview: post('/api/inviteToInterview', InterviewInput, Moved),
  /** The student confirms the invited time, or the business the time that the student proposed. */
  confirmInterview: post(
    '/api/confirmInterview',
    /** The time that the caller saw. If it has changed since, the call is refused. */
    z.object({ application_id: id, starts_at: moment }),
    Moved,
  ),
  proposeInterviewTime: post('/api/proposeInterviewTime', ProposalInput, Moved),
  cancelInterview: post('/api/cancelInterview', z.object({ application_id: id }), Moved),
  /** Returns the application to its status before the offer, while the email waits; 409 afterwards. */
  undoOffer: post('/api/undoOffer', z.object({ application_id: id }), Moved),
  /** Takes an offer back after its reply-by date: to New, or to Rescinded if it was automatic. 409 before. */
  takeBackOffer: post('/api/takeBackOffer', z.object({ application_id: id }), Moved),
  /** Saves the business's own note and stars, which nobody else sees. */
  saveApplicantNote: post('/api/saveApplicantNote', ApplicantNoteInput, Moved),
  /** Declines those that are still open, and replies with their ids. */
  declineApplications: post(
    '/api/declineApplications',
    DeclineInput,
    z.object({ message: z.literal('success'), declined: z.array(z.string()) }),
  ),
};
