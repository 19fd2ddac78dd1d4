import * as z from 'zod';
import { asList, get, nothing, post } from '../../call.ts';
import { calendarDate, moment, oneOrMany, yearOrAll } from '../../fields.ts';
import { exportPart } from '../../list-part.ts';
import { audiences, compensations, timeFrames } from '../../opportunities/opportunities/rules.ts';
import { PayAndSchedule } from '../../opportunities/opportunities/terms.ts';
import type { StudentStep } from '../../people/directory/rules.ts';
import { concerns } from '../../placements/pace/rules.ts';
import { Project, ProjectRow } from '../../placements/projects/calls.ts';
import { FileRef } from '../../school-system/files/calls.ts';
import { businessStatuses } from '../../statuses.ts';
import {
  applicationCountSorts,
  availabilities,
  internshipChoices,
  opportunityReportSorts,
  statusSorts,
} from './rules.ts';

const Count = z.object({ count: z.number() });

/** The attributes that a school system's students are grouped by. */
export const funnelGroups = ['school', 'program'] as const;
export type FunnelGroup = (typeof funnelGroups)[number];

/** How many approved students of a school or program have reached each step (`studentSteps`). */
export const FunnelRow = z.object({
  /** Empty for students without one. */
  name: z.string(),
  students: z.number().int(),
  'Ever Applied': z.number().int(),
  'Ever Placed': z.number().int(),
  'On Pace': z.number().int(),
  'Ever Completed': z.number().int(),
} satisfies Record<StudentStep, z.ZodType> & Record<string, z.ZodType>);
export type FunnelRow = z.infer<typeof FunnelRow>;

const TwoYears = z.object({ this_year: z.number(), last_year: z.number() });

/** This school year so far, and last year up to the same day. */
export const YearSoFar = z.object({
  /** The first day of this school year. */
  from: z.iso.date(),
  applications: TwoYears,
  placements: TwoYears,
  /** Hours worked, except those that a business disapproved. */
  hours: TwoYears,
  /** By the Monday that the week starts with, the oldest first; `last_year` is the week 52 weeks before. */
  weeks: z.array(TwoYears.extend({ monday: z.iso.date() })),
});
export type YearSoFar = z.infer<typeof YearSoFar>;

/** How many people used Waypost on a day, YYYY-MM-DD. */
export const ActiveDay = z.object({ date: z.iso.date(), count: z.number() });
export type ActiveDay = z.infer<typeof ActiveDay>;

const schoolAndProgram = {
  school_attending: oneOrMany.nullish(),
  affiliated_program: oneOrMany.nullish(),
};

/**
 * A filter that is left out or null matches everything, except `availability`, which defaults to Open. `sort`,
 * `descending` and the part of the list are for our screens.
 */
export const FilterOpportunitiesInput = z.object({
  ...schoolAndProgram,
  availability: z.enum(availabilities).nullish(),
  sort: z.enum(opportunityReportSorts).nullish(),
  descending: z.boolean().nullish(),
  ...exportPart,
});
export type FilterOpportunitiesInput = z.infer<typeof FilterOpportunitiesInput>;

/** An opportunity in the report (docs/behavior/reports.md#opportunities-report). */
export const ReportedOpportunity = z.object({
  _id: z.string(),
  opportunity_title: z.string(),
  /** `Missing`, with an empty id, if the business was deleted. */
  business_id_fk: z.object({ _id: z.string(), business_name: z.string() }),
  time_frame: z.enum(timeFrames),
  paidUnpaid: z.enum([...compensations, '']),
  ...PayAndSchedule.shape,
  /** A Specific opportunity has no slots of its own: its spots are offered by name. */
  audience: z.enum(audiences),
  available_slots: z.number(),
  /** Sorted by name; an empty list means all. */
  schools: z.array(z.string()),
  programs: z.array(z.string()),
  application_open: calendarDate,
  application_close: calendarDate,
  employment_stop: calendarDate,
  accepted_count: z.number(),
  /** Whether the business's account is approved; false if it was deleted. */
  business_approved: z.boolean(),
});
export type ReportedOpportunity = z.infer<typeof ReportedOpportunity>;

/** A filter that is left out or null matches everything. */
export const FilterApplicationCountInput = z.object({
  role: z.literal('Student').nullish(),
  ...schoolAndProgram,
  graduation_year: yearOrAll.nullish(),
  sort: z.enum(applicationCountSorts).nullish(),
  descending: z.boolean().nullish(),
  ...exportPart,
});
export type FilterApplicationCountInput = z.infer<typeof FilterApplicationCountInput>;

/** A student and when they applied, the latest first (docs/behavior/reports.md#student-application-count). */
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

/**
 * A filter that is left out, null or All matches everything. `business_status`, `concern`, `sort`, `descending` and the
 * part of the list are for our screens.
 */
export const FilterInternshipStatusInput = z.object({
  role: z.literal('Student').nullish(),
  ...schoolAndProgram,
  graduation_year: yearOrAll.nullish(),
  internship_type: z.enum(internshipChoices).nullish(),
  business_status: z.enum(businessStatuses).nullish(),
  concern: z.enum(concerns).nullish(),
  sort: z.enum(statusSorts).nullish(),
  descending: z.boolean().nullish(),
  ...exportPart,
});
export type FilterInternshipStatusInput = z.infer<typeof FilterInternshipStatusInput>;

export const reportCalls = {
  getStudentApplicationCount: get('/api/getStudentApplicationCount', nothing, Count),
  getTotalStudentsEmployed: get('/api/getTotalStudentsEmployed', nothing, Count),
  /** Students' progress by school or program, sorted by name (docs/behavior/reports.md#dashboard). */
  getFunnel: post('/api/getFunnel', z.object({ by: z.enum(funnelGroups) }), z.array(FunnelRow), {
    onlyAsks: true,
  }),
  getYearSoFar: get('/api/getYearSoFar', nothing, YearSoFar),
  /** The data of the dashboard's chart (docs/behavior/reports.md#dashboard). */
  getActiveUsers: get('/api/getActiveUsers', nothing, z.array(ActiveDay)),
  filterAvailableOpportunities: asList(
    post('/api/filterAvailableOpportunities', FilterOpportunitiesInput, z.array(ReportedOpportunity), {
      onlyAsks: true,
    }),
    ReportedOpportunity,
  ),
  filterApplicationCount: asList(
    post('/api/filterApplicationCount', FilterApplicationCountInput, z.array(StudentApplications), {
      onlyAsks: true,
    }),
    StudentApplications,
  ),
  /**
   * Every placement of the students that match the filters, with its items
   * (docs/behavior/reports.md#work-based-learning-status).
   */
  filterInternshipStatus: asList(
    post('/api/filterInternshipStatus', FilterInternshipStatusInput, z.array(ProjectRow), { onlyAsks: true }),
    Project,
  ),
};
