import * as z from 'zod';
import { get, nothing, post } from '../call.ts';
import { calendarDate, moment, requiredLine } from '../fields.ts';
import { FileRef } from '../files/calls.ts';
import { listPart } from '../list-part.ts';
import { audiences, timeFrames } from '../opportunities/rules.ts';
import { applicationCountSorts, availabilities, opportunityReportSorts } from './rules.ts';

const Count = z.object({ count: z.number() });

/** How many people used Waypost on a day, YYYY-MM-DD. */
export const ActiveDay = z.object({ date: z.iso.date(), count: z.number() });
export type ActiveDay = z.infer<typeof ActiveDay>;

/** A name or several, any of which will do; none at all does not narrow. */
const oneOrMany = z.union([requiredLine(), z.array(requiredLine()).max(200)]);

const schoolAndProgram = {
  school_attending: oneOrMany.nullish(),
  affiliated_program: oneOrMany.nullish(),
};

/**
 * What is left out or null does not narrow, but for `availability`, which begins as Open. `sort`, `descending` and
 * which part of the list are additions to the documents' fields.
 */
export const FilterOpportunitiesInput = z.object({
  ...schoolAndProgram,
  availability: z.enum(availabilities).nullish(),
  sort: z.enum(opportunityReportSorts).nullish(),
  descending: z.boolean().nullish(),
  ...listPart,
});
export type FilterOpportunitiesInput = z.infer<typeof FilterOpportunitiesInput>;

/** An opportunity as the report has it (document 2, section 3). */
export const ReportedOpportunity = z.object({
  _id: z.string(),
  opportunity_title: z.string(),
  /** `Missing`, with an empty id, where the business is gone. */
  business_id_fk: z.object({ _id: z.string(), business_name: z.string() }),
  time_frame: z.enum(timeFrames),
  /** A Specific one has no slots of its own: its seats are offered by name. */
  audience: z.enum(audiences),
  available_slots: z.number(),
  /** By name; none is all of them. */
  schools: z.array(z.string()),
  programs: z.array(z.string()),
  application_open: calendarDate,
  application_close: calendarDate,
});
export type ReportedOpportunity = z.infer<typeof ReportedOpportunity>;

/** What is left out or null does not narrow. */
export const FilterApplicationCountInput = z.object({
  role: z.literal('Student').nullish(),
  ...schoolAndProgram,
  graduation_year: z.union([z.number().int().min(1900).max(2200), z.literal('All')]).nullish(),
  sort: z.enum(applicationCountSorts).nullish(),
  descending: z.boolean().nullish(),
  ...listPart,
});
export type FilterApplicationCountInput = z.infer<typeof FilterApplicationCountInput>;

/** A student and when they applied, the latest first (document 2, section 3). */
export const StudentApplications = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_pic_id_fk: FileRef.nullable(),
  graduation_year: z.number().nullable(),
  school_attending: z.string(),
  affiliated_program: z.string(),
  applications: z.array(z.object({ createdAt: moment })),
});
export type StudentApplications = z.infer<typeof StudentApplications>;

export const reportCalls = {
  getStudentApplicationCount: get('/api/getStudentApplicationCount', nothing, Count),
  getTotalStudentsEmployed: get('/api/getTotalStudentsEmployed', nothing, Count),
  /** The documents show a chart of active users and no call for it: this one is ours. */
  getActiveUsers: get('/api/getActiveUsers', nothing, z.array(ActiveDay)),
  filterAvailableOpportunities: post(
    '/api/filterAvailableOpportunities',
    FilterOpportunitiesInput,
    z.array(ReportedOpportunity),
  ),
  filterApplicationCount: post(
    '/api/filterApplicationCount',
    FilterApplicationCountInput,
    z.array(StudentApplications),
  ),
};
