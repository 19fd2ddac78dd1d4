import * as z from 'zod';
import { get, post } from '../call.ts';
import { id, moment } from '../fields.ts';
import { FileRef } from '../files/calls.ts';
import { compensations, internshipTypes, opportunityTypes } from '../opportunities/rules.ts';
import { ApplyInput } from './forms.ts';
import { applicationStatuses } from './rules.ts';

/** A student as those see them to whom they applied: never parents, phones, id, gender, address or agreement. */
export const Applicant = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  school_attending: z.string(),
  affiliated_program: z.string(),
  graduation_year: z.number().nullable(),
  focus_areas: z.array(z.string()),
  profile_pic_id_fk: FileRef.nullable(),
  resume_file_id_fk: FileRef.nullable(),
});
export type Applicant = z.infer<typeof Applicant>;

const Status = z.enum(applicationStatuses);

const ApplicationBase = z.object({
  _id: z.string(),
  status: Status,
  opportunity_title: z.string(),
  date_application: moment,
  createdAt: moment,
  updatedAt: moment,
});

/** A row of the applicants' tables; a student who is gone is null, and the screen says so. */
export const ApplicantRow = ApplicationBase.extend({
  student_id_fk: Applicant.pick({
    _id: true,
    first_name: true,
    last_name: true,
    profile_pic_id_fk: true,
  }).nullable(),
});
export type ApplicantRow = z.infer<typeof ApplicantRow>;

/** A row of the student's own list. */
export const MyApplication = ApplicationBase.extend({
  opportunity_id_fk: z.object({
    _id: z.string(),
    opportunity_title: z.string(),
    business_id_fk: z.object({ _id: z.string(), business_name: z.string() }).nullable(),
  }),
  /** The project that came of it, once it is accepted. */
  project_id: z.string().nullable(),
});
export type MyApplication = z.infer<typeof MyApplication>;

export const Application = MyApplication.extend({
  cover_letter: z.string(),
  student_id_fk: Applicant.nullable(),
  opportunity_id_fk: z.object({
    _id: z.string(),
    opportunity_title: z.string(),
    opportunity_type: z.enum(opportunityTypes),
    internship_type: z.enum(internshipTypes),
    paidUnpaid: z.enum(compensations),
    employment_start: z.string(),
    employment_stop: z.string(),
    city: z.string(),
    state: z.string(),
    business_id_fk: z.object({ _id: z.string(), business_name: z.string() }).nullable(),
  }),
});
export type Application = z.infer<typeof Application>;

export const applicationCalls = {
  /** The caller's own application for that opportunity, or `[]`. */
  getApplicationToOpportunity: get(
    '/api/getApplicationToOpportunity',
    z.object({ opp_id: id }),
    z.union([ApplicationBase, z.array(z.never()).max(0)]),
  ),
  getMyApplications: get('/api/getMyApplications', z.object({}), z.array(MyApplication)),
  getApplicants: get('/api/getApplicants', z.object({ opp_id: id }), z.array(ApplicantRow)),
  getNewApplications: get('/api/getNewApplications', z.object({ opp_id: id }), z.array(ApplicantRow)),
  getApplicationById: get('/api/getApplicationById', z.object({ app_id: id }), Application),
  getApplicationsByStudent: get(
    '/api/getApplicationsByStudent',
    z.object({ student_id: id }),
    z.array(MyApplication),
  ),
  createApplication: post(
    '/api/createApplication',
    ApplyInput,
    z.object({ message: z.literal('success'), _id: z.string() }),
  ),
  updateApplicationStatus: post(
    '/api/updateApplicationStatus',
    z.object({ application_id: id, status: Status }),
    z.object({ message: z.literal('success'), application: Application }),
  ),
};
