import * as z from 'zod';
import { asList, get, nothing, post } from '../../call.ts';
import { id, line, moment, oneOrMany, requiredLine, said, yearOrAll } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { exportPart, listPartOfGet } from '../../list-part.ts';
import { roles } from '../../roles.ts';
import { FileRef } from '../../school-system/files/calls.ts';
import { worded } from '../../wording.ts';
import { User } from '../profiles/calls.ts';
import {
  activityChoices,
  approvedChoices,
  type BusinessCount,
  peopleSorts,
  placementChoices,
  SEARCH_FROM_CHARACTERS,
} from './rules.ts';

/** A row of a list of people, with only what the list shows. */
export const ListedUser = z.object({
  _id: z.string(),
  role: z.enum(roles),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  business_name: z.string(),
  approved: z.boolean(),
  /** They signed up but have not opened the mailed link yet. */
  unconfirmed: z.boolean(),
  /** It was once approved and no longer is, unlike one that is still waiting. */
  deactivated: z.boolean(),
  /** They log in with a code in addition to a password. */
  second_factor: z.boolean(),
  __v: z.number(),
  createdAt: moment,
  graduation_year: z.number().nullable(),
  school_attending: z.string(),
  affiliated_program: z.string(),
  focus_areas: z.array(z.string()),
  /** A business's preferred schools, a teacher's own schools and programs. */
  schools: z.array(z.string()),
  programs: z.array(z.string()),
  profile_pic_id_fk: FileRef.nullable(),
  agreement_file_id_fk: FileRef.nullable(),
});
export type ListedUser = z.infer<typeof ListedUser>;

const count = z.number().int();

/** The Student Report's columns beyond those of every list. */
export const StudentReport = z.object({
  /** All applications they ever sent. */
  applications: count,
  /** Running placements, the oldest first, each with its business; `Missing` if it was deleted. */
  current: z.array(z.object({ _id: z.string(), business_name: z.string() })),
  completed: count,
  terminated: count,
  /** Hours that businesses approved, in all placements. */
  approved_hours: z.number(),
  /** When they last applied, logged hours, answered a reflection, or worked on a final summary or project. */
  last_activity: moment.nullable(),
});
export type StudentReport = z.infer<typeof StudentReport>;

/** The Business Report's counts. */
export const BusinessReport = z.object({
  opportunities: count,
  /** Opportunities within their application dates today. */
  open_opportunities: count,
  /** Undecided applications: New, Interview Scheduled or Offered. */
  pending_applicants: count,
  /** All applications that were ever accepted. */
  accepted_applicants: count,
  /** Placements by status: running, completed, terminated. */
  interns: count,
  completed: count,
  terminated: count,
} satisfies Record<BusinessCount, z.ZodType>);
export type BusinessReport = z.infer<typeof BusinessReport>;

/** A row of a list of people. Counts are only included `with: 'report'`, for rows of the report's role. */
export const ReportedUser = ListedUser.extend({
  student_report: StudentReport.optional(),
  business_report: BusinessReport.optional(),
});
export type ReportedUser = z.infer<typeof ReportedUser>;

/** A row of a whole list of people: includes the account, as staff see it. */
export const WholeListedUser = ReportedUser.extend(User.shape);
export type WholeListedUser = z.infer<typeof WholeListedUser>;

/** A student in a business's search for people to restrict an opportunity to: only name and email. */
export const FoundStudent = z.object({
  _id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});
export type FoundStudent = z.infer<typeof FoundStudent>;

/**
 * A filter that is left out or null matches everything. `search`, `placement` (of students), `activity` (of
 * businesses), `since` (the year of the account), `with`, `sort`, `descending` and the part of the list are for our
 * screens; `X-Total-Count` has the number of all rows.
 */
export const FilterUsersInput = z.object({
  role: z.union([z.enum(roles), z.array(z.enum(roles)).max(5)]).nullish(),
  schools: oneOrMany.nullish(),
  focus_areas: oneOrMany.nullish(),
  school_attending: oneOrMany.nullish(),
  programs: oneOrMany.nullish(),
  affiliated_program: oneOrMany.nullish(),
  approved: z.enum(approvedChoices).nullish(),
  graduation_year: yearOrAll.nullish(),
  search: line(100).nullish(),
  placement: z.enum(placementChoices).nullish(),
  activity: z.enum(activityChoices).nullish(),
  since: z.number().int().min(1900).max(2200).nullish(),
  /** Adds the counts of a report. A list without them queries only its own columns. */
  with: z.literal('report').nullish(),
  sort: z.enum(peopleSorts).nullish(),
  descending: z.boolean().nullish(),
  ...exportPart,
});
export type FilterUsersInput = z.infer<typeof FilterUsersInput>;

/** A business in the export: all its fields except its texts. */
export const ExportedBusiness = User.pick({
  _id: true,
  email: true,
  business_name: true,
  approved: true,
  createdAt: true,
  location: true,
  focus_areas: true,
  schools: true,
  contact_name: true,
  contact_email: true,
  contact_phone: true,
  admin_name: true,
  admin_email: true,
  admin_phone: true,
});
export type ExportedBusiness = z.infer<typeof ExportedBusiness>;

const TYPE_MORE = msg('type at least 3 characters');

export const peopleCalls = {
  /** `[]` if nobody has that email, or the caller may not see its account. */
  getUserByEmail: get(
    '/api/user_by_email',
    z.object({ email: line(254) }),
    z.union([FoundStudent, z.array(z.never()).max(0)]),
  ),
  /** Students whose email or name starts with the text, at most ten. */
  searchStudents: post(
    '/api/searchStudents',
    z.object({ search: requiredLine(100, TYPE_MORE).min(SEARCH_FROM_CHARACTERS, worded(TYPE_MORE)) }),
    z.array(FoundStudent),
    { onlyAsks: true },
  ),
  /**
   * Without `approved`, toggles the flag. With it, sets the flag, so repeated and concurrent calls have the same
   * result.
   */
  swapApprovalStatus: post(
    '/api/swapApprovalStatus',
    z.object({ _id: id, approved: z.boolean().optional() }),
    z.object({ approved: z.boolean() }),
  ),
  /** Mails the link that confirms an email again. 409 if it is confirmed. */
  resendConfirmationOf: post('/api/resendConfirmationOf', z.object({ _id: id }), said('success')),
  /** Confirms an email for its owner, without the mailed link. 409 if it is confirmed, or no place is left. */
  confirmEmailOf: post('/api/confirmEmailOf', z.object({ _id: id }), said('success')),
  filterUsers: asList(
    post('/api/filterUsers', FilterUsersInput, z.array(ReportedUser), { onlyAsks: true }),
    WholeListedUser,
  ),
  /** People whose name, business name or email starts with the text. */
  searchUsers: asList(
    get('/api/searchUsers', z.object({ search: line(100), ...listPartOfGet }), z.array(ListedUser)),
    WholeListedUser,
  ),
  /**
   * Removes the password and mails a link to set a new one. A student or business can also log in once within a day
   * with the school system's default password. The `default_password` that is sent is ignored.
   */
  adminResetPassword: post(
    '/auth/adminResetPassword',
    z.object({ _id: id, default_password: z.unknown().optional() }),
    said('success'),
  ),
  /** `success`, or a sentence with the reason why not (agreed-calls.csv). */
  deleteUser: post(
    '/api/deleteUser',
    z.object({ user: z.object({ _id: id }) }),
    z.object({ message: z.string() }),
  ),
  /** Every business of the client, by name, for an export. The export is recorded. */
  getAllBusinesses: asList(
    get('/api/getAllBusinesses', nothing, z.array(ExportedBusiness)),
    ExportedBusiness,
  ),
};
