import * as z from 'zod';
import { get, nothing } from '../call.ts';
import { calendarDate, id, moment } from '../fields.ts';
import { FileRef } from '../files/calls.ts';
import { internshipTypes } from '../opportunities/rules.ts';
import { businessStatuses, reflectionStatuses } from './rules.ts';

export const HoursEntry = z.object({
  _id: z.string(),
  start_date: calendarDate,
  end_date: calendarDate,
  total_hours: z.number(),
  text_log: z.string(),
  business_approved: z.union([z.literal(0), z.literal(1), z.literal(-1)]),
});
export type HoursEntry = z.infer<typeof HoursEntry>;

export const ProjectReflection = z.object({
  _id: z.string(),
  ordinal: z.number(),
  question_text: z.string(),
  answer_text: z.string(),
  status: z.enum(reflectionStatuses),
});
export type ProjectReflection = z.infer<typeof ProjectReflection>;

const ProjectStudent = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_pic_id_fk: FileRef.nullable(),
  graduation_year: z.number().nullable(),
  school_attending: z.string(),
  affiliated_program: z.string(),
});

const ProjectOpportunity = z.object({
  _id: z.string(),
  opportunity_title: z.string(),
  employment_stop: calendarDate,
  internship_type: z.enum(internshipTypes),
});

const ProjectBusiness = z.object({ _id: z.string(), business_name: z.string() });

/**
 * Hours in hours: those approved, those that still wait for the business (in `pending_count` entries), and
 * all that were logged, disapproved ones among them.
 */
export const HoursTotals = z.object({
  accepted_hours: z.number(),
  pending_hours: z.number(),
  total_hours: z.number(),
  pending_count: z.number(),
});

/** A row of My Jobs and of Manage Interns. */
export const ProjectRow = z.object({
  _id: z.string(),
  student_id_fk: ProjectStudent.nullable(),
  opportunity_id_fk: ProjectOpportunity,
  business_id_fk: ProjectBusiness.nullable(),
  business_status: z.enum(businessStatuses),
  updatedAt: moment,
  evaluation_count: z.number(),
  reportData: HoursTotals,
});
export type ProjectRow = z.infer<typeof ProjectRow>;

/** One project whole; hours are sorted by their first day. A business gets no reflection and no final work. */
export const Project = ProjectRow.extend({
  application_id_fk: z.object({ _id: z.string(), cover_letter: z.string() }),
  hours: z.array(HoursEntry),
  reflections: z.array(ProjectReflection),
  final_summary: z.object({ text: z.string(), approved: z.boolean(), updatedAt: moment.nullable() }),
  final_project: z.object({
    files: z.array(FileRef.extend({ createdAt: moment })),
    updatedAt: moment.nullable(),
  }),
});
export type Project = z.infer<typeof Project>;

export const projectCalls = {
  loadStudentProject: get('/api/loadStudentProject', z.object({ project_id: id }), Project),
  getProjectsByStudent: get('/api/getProjectsByStudent', nothing, z.array(ProjectRow)),
  getProjectsByStudentId: get(
    '/api/getProjectsByStudentId',
    z.object({ student_id: id }),
    z.array(ProjectRow),
  ),
  getInterns: get('/api/getInterns', nothing, z.array(ProjectRow)),
};
