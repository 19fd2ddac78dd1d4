import * as z from 'zod';
import { asList, get, post } from '../../call.ts';
import { calendarDate, id, moment, multiline, requiredMultiline } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { listPartOfGet } from '../../list-part.ts';
import { actingWays } from '../../messages/links/rules.ts';
import { internshipTypes } from '../../opportunities/opportunities/rules.ts';
import { FileRef } from '../../school-system/files/calls.ts';
import { businessStatuses } from '../../statuses.ts';
import { worded } from '../../wording.ts';
import { BusinessEvaluation } from '../evaluations/calls.ts';
import {
  APPROVAL_REASON_MAX,
  approvalTypes,
  INCOMPLETE,
  ITEM_APPROVED,
  reflectionStatuses,
  returnableItems,
  SUBMITTED,
} from './rules.ts';

/** What a business should look at before it approves an entry; null where there is nothing (docs/behavior/hours.md#days). */
const HoursNotes = z.object({
  /** Its first day before the placement's first day or after its last. */
  outside: z.object({ day: calendarDate, first_day: calendarDate, last_day: calendarDate }).nullable(),
  /** Its first day with more than 8 hours in this placement. */
  long_day: z.object({ day: calendarDate, hours: z.number() }).nullable(),
  /** Its first week with more hours in this placement than agreed. */
  long_week: z.object({ monday: calendarDate, hours: z.number(), agreed: z.number() }).nullable(),
});

export const HoursEntry = z.object({
  _id: z.string(),
  start_date: calendarDate,
  end_date: calendarDate,
  total_hours: z.number(),
  text_log: z.string(),
  business_approved: z.union([z.literal(0), z.literal(1), z.literal(-1)]),
  /** Why the business disapproved it; empty without a reason or if it is not disapproved. */
  reason: z.string(),
  /** Who decided, and how they were identified; empty and null while it is pending, or if it was not recorded then. */
  decided_by: z.string(),
  decided_via: z.enum(actingWays).nullable(),
  notes: HoursNotes,
});
export type HoursEntry = z.infer<typeof HoursEntry>;

export const ProjectReflection = z.object({
  _id: z.string(),
  ordinal: z.number(),
  question_text: z.string(),
  /** In Spanish; empty if it is not translated. */
  question_text_es: z.string(),
  answer_text: z.string(),
  status: z.enum(reflectionStatuses),
});
export type ProjectReflection = z.infer<typeof ProjectReflection>;

/** When the placement started. For a business, everything but the name is null if the release was refused. */
const ProjectStudent = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_pic_id_fk: FileRef.nullable(),
  graduation_year: z.number().nullable(),
  school_attending: z.string().nullable(),
  affiliated_program: z.string().nullable(),
});

const ProjectOpportunity = z.object({
  _id: z.string(),
  opportunity_title: z.string(),
  employment_start: calendarDate,
  employment_stop: calendarDate,
  internship_type: z.enum(internshipTypes),
});

/** The supervisor of a placement: one of the business's contacts. */
const ProjectSupervisor = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** When they confirmed it by a link; null until then. */
  confirmed_at: moment.nullable(),
});

const ProjectBusiness = z.object({ _id: z.string(), business_name: z.string() });

/** An approval by staff. The reason is empty unless the hours were below the minimum. */
const ItemApproval = z.object({
  approval_type: z.enum(approvalTypes),
  approvedAt: moment,
  reason: z.string(),
  /** Approved hours at that time; null for an item that does not depend on hours. */
  accepted_hours: z.number().nullable(),
});
export type ItemApproval = z.infer<typeof ItemApproval>;

/** Work that staff sent back, until the student changes it. */
const SentBackItem = z.object({
  approval_type: z.enum(returnableItems),
  reason: z.string(),
  sentBackAt: moment,
});

const itemStatus = z.literal([INCOMPLETE, SUBMITTED, ITEM_APPROVED]);

/**
 * A placement's progress (docs/behavior/projects.md#items; the rule is in `report.ts`). Hours in hours: approved,
 * pending (in `pending_count` entries), and their total. Disapproved hours are not counted. Fields between the student
 * and the school are null for a business.
 */
export const ReportData = z.object({
  accepted_hours: z.number(),
  pending_hours: z.number(),
  total_hours: z.number(),
  pending_count: z.number(),
  activity_log_status: itemStatus,
  reflection_status: itemStatus.nullable(),
  final_project_status: itemStatus.nullable(),
  final_summary_status: itemStatus.nullable(),
  msde_status: itemStatus.nullable(),
  evaluation_status: itemStatus,
  reflection_count: z.number().nullable(),
  reflection_total: z.number().nullable(),
  hours_last_updated: moment.nullable(),
  reflection_last_updated: moment.nullable(),
  /** Null for a business if the release was refused. */
  school: z.string().nullable(),
  print_activity_log: z.string(),
  print_reflection: z.string().nullable(),
  print_final_project: z.string().nullable(),
  print_project_summary: z.string().nullable(),
  print_msde: z.string().nullable(),
  print_evaluation_status: z.string(),
});
export type ReportData = z.infer<typeof ReportData>;

/** A row of My Jobs and of Manage Interns. */
export const ProjectRow = z.object({
  _id: z.string(),
  student_id_fk: ProjectStudent.nullable(),
  /** False once the release of the student's information to businesses was refused or withdrawn. */
  is_released: z.boolean(),
  opportunity_id_fk: ProjectOpportunity,
  /** `Missing`, with an empty id, if the business was deleted. */
  business_id_fk: ProjectBusiness,
  /** Null if the business has named nobody, or was deleted. */
  supervisor_id_fk: ProjectSupervisor.nullable(),
  business_status: z.enum(businessStatuses),
  /** When it was completed or terminated; null while it is open, or if that was not recorded. */
  ended_at: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
  /** The last day with hours that were not disapproved; null if there are none. */
  last_entry: calendarDate.nullable(),
  /** When the oldest pending entry was logged; null if none is pending. */
  waiting_since: moment.nullable(),
  evaluation_count: z.number(),
  reportData: ReportData,
});
export type ProjectRow = z.infer<typeof ProjectRow>;

/**
 * A whole placement, with hours sorted by their first day. What a caller may not see is null: reflections and final
 * work for a business, evaluations for a student.
 */
export const Project = ProjectRow.extend({
  application_id_fk: z.object({ _id: z.string(), cover_letter: z.string().nullable() }),
  hours: z.array(HoursEntry),
  reflections: z.array(ProjectReflection).nullable(),
  /** Null for a student and a business: reasons are for staff. */
  approvals: z.array(ItemApproval).nullable(),
  /** Null for a business. */
  sent_back: z.array(SentBackItem).nullable(),
  business_evaluations: z.array(BusinessEvaluation).nullable(),
  final_summary: z
    .object({ text: z.string(), approved: z.boolean(), updatedAt: moment.nullable() })
    .nullable(),
  final_project: z
    .object({
      files: z.array(FileRef.extend({ createdAt: moment })),
      updatedAt: moment.nullable(),
    })
    .nullable(),
});
export type Project = z.infer<typeof Project>;

const ItemOfProject = z.object({
  project_id: id,
  approval_type: z.enum(approvalTypes, 'must be one of the items that are approved'),
});

export const projectCalls = {
  loadStudentProject: get('/api/loadStudentProject', z.object({ project_id: id }), Project),
  getProjectsByStudent: asList(
    get('/api/getProjectsByStudent', z.object(listPartOfGet), z.array(ProjectRow)),
    Project,
  ),
  /** A student has few placements, so this list is not paginated. */
  getProjectsByStudentId: get('/api/getProjectsByStudentId', z.object({ student_id: id }), z.array(Project)),
  changeBusinessStatus: post(
    '/api/business_internship_status_change',
    z.object({ project_id: id, business_status: z.enum(businessStatuses) }),
    Project,
  ),
  getInterns: asList(get('/api/getInterns', z.object(listPartOfGet), z.array(ProjectRow)), Project),
  setAdminApproval: post(
    '/api/project_setAdminApproval',
    // The reason is required only below the minimum hours.
    ItemOfProject.extend({ reason: multiline(APPROVAL_REASON_MAX).nullish() }),
    Project,
  ),
  /** Approves several items, or none if one of them cannot be approved (docs/behavior/sign-off.md#approving). */
  approveItems: post(
    '/api/project_approveItems',
    z.object({
      project_id: id,
      approval_types: z
        .array(z.enum(approvalTypes, worded(msg('must be one of the items that are approved'))))
        .min(1, worded(msg('choose at least one')))
        .max(approvalTypes.length, worded(msg('name each item once'))),
      reason: multiline(APPROVAL_REASON_MAX).nullish(),
    }),
    Project,
  ),
  /** Returns work to the student with a reason (docs/behavior/sign-off.md#sending-back). */
  sendBackItem: post(
    '/api/project_sendBackItem',
    z.object({
      project_id: id,
      approval_type: z.enum(returnableItems, worded(msg('choose one of the parts that can be sent back'))),
      reason: requiredMultiline(APPROVAL_REASON_MAX),
    }),
    Project,
  ),
  /** Revokes an approval (docs/behavior/projects.md#items). */
  reopenItem: post('/api/project_reopenItem', ItemOfProject, Project),
};
