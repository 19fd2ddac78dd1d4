import * as z from 'zod';
import { asList, get, post } from '../../call.ts';
import { calendarDate, id, jsonText, line, moment, requiredLine, revision, said } from '../../fields.ts';
import { listPartOfGet } from '../../list-part.ts';
import { Location } from '../../location.ts';
import { FoundStudent } from '../../people/directory/calls.ts';
import { FileRef } from '../../school-system/files/calls.ts';
import { applicationStatuses, businessStatuses } from '../../statuses.ts';
import { isMissing } from '../../wording.ts';
import { OpportunityInput } from './forms.ts';
import {
  audiences,
  compensationFilters,
  compensations,
  internshipTypes,
  opportunityTypes,
  sortOptions,
  statisticsLabels,
  timeFrames,
} from './rules.ts';
import { PayAndSchedule, Terms } from './terms.ts';

const BusinessOfRow = z.object({
  _id: z.string(),
  business_name: z.string(),
  /** The business's logo. */
  profile_pic_id_fk: FileRef.nullable(),
});

const BusinessOfOpportunity = BusinessOfRow.extend({
  /** Whether its account is approved. Until then, nobody can apply. */
  approved: z.boolean(),
  contact_email: z.string(),
  contact_phone: z.string(),
});

const ReportCounts = z.object({ accepted_count: z.number(), applicant_count: z.number() });

/** The fields of every view of an application. An opportunity's `application` has no others. */
export const ApplicationBase = z.object({
  _id: z.string(),
  status: z.enum(applicationStatuses),
  /** The status of its placement; null without one. */
  business_status: z.enum(businessStatuses).nullable(),
  opportunity_title: z.string(),
  date_application: moment,
  createdAt: moment,
  updatedAt: moment,
});

export type ApplicationBase = z.infer<typeof ApplicationBase>;

/** An opportunity in every list: browse, the map, Manage Opportunities. */
export const OpportunityRow = z.object({
  _id: z.string(),
  opportunity_title: z.string(),
  audience: z.enum(audiences),
  available_slots: z.number(),
  opportunity_type: z.enum(opportunityTypes),
  internship_type: z.enum(internshipTypes),
  /** Empty if the business does not say. */
  time_frame: z.enum([...timeFrames, '']),
  paidUnpaid: z.enum([...compensations, '']),
  ...PayAndSchedule.shape,
  application_open: calendarDate,
  application_close: calendarDate,
  employment_start: calendarDate,
  employment_stop: calendarDate,
  city: z.string(),
  state: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  focus_areas: z.array(z.string()),
  business_id_fk: BusinessOfRow,
  reportData: ReportCounts,
  /** Miles from the student's saved location; absent without one. 0 for virtual opportunities. */
  distance: z.number().nullable(),
  /** The student's own application; null if there is none, or if the caller is not a student. */
  application: ApplicationBase.nullish(),
  /** Whether the calling student saved it; false for everyone else. */
  saved: z.boolean(),
});
export type OpportunityRow = z.infer<typeof OpportunityRow>;

/** A selected student, with the status of their application. */
export const SelectedStudent = FoundStudent.extend({ status: z.enum(applicationStatuses).nullish() });
export type SelectedStudent = z.infer<typeof SelectedStudent>;

export const Opportunity = OpportunityRow.extend({
  ...Terms.shape,
  short_description: z.string(),
  skills_required: z.string(),
  full_description: z.string(),
  street: z.string(),
  zip: z.string(),
  location: Location,
  schools: z.array(z.string()),
  programs: z.array(z.string()),
  /** For the business and staff; null for a student. */
  selected_students: z.array(SelectedStudent).nullable(),
  student_ids: z.array(z.string()).nullable(),
  business_id_fk: BusinessOfOpportunity,
  createdAt: moment,
  updatedAt: moment,
  revision,
});
export type Opportunity = z.infer<typeof Opportunity>;

function toMiles(sent: unknown): unknown {
  if (sent === 'No limit') return null;
  return typeof sent === 'string' && /^\d+(\.\d+)?$/.test(sent) ? Number(sent) : sent;
}

export const BrowseFilter = z.object({
  focusAreas: z.array(requiredLine()).max(200).optional(),
  compensation: z.enum(compensationFilters).optional(),
  /** Miles; null or "No limit" is no limit. A program may send the number as text. */
  radius: z.preprocess(toMiles, z.number().positive().max(25_000).nullish()),
  /** Words of the title, the texts or the business's name. All must match, each as the start of a word. */
  search: line(100).optional(),
  internship_type: z.enum(internshipTypes).optional(),
  time_frame: z.enum(timeFrames).optional(),
  opportunity_type: z.enum(opportunityTypes).optional(),
  /** Only opportunities that name the student's own school. */
  own_school: z.boolean().optional(),
  /** Only opportunities that the student saved, including closed ones. Ignored for everyone else. */
  saved: z.boolean().optional(),
});
export type BrowseFilter = z.infer<typeof BrowseFilter>;

/** Programs may name the students as an opportunity has them: `selected_students`, each with an `_id`. */
const withStudentIds = (sent: unknown): unknown => {
  if (isMissing(sent)) return {};
  const { selected_students: selected, student_ids, ...fields } = Object(sent);
  const isNamed = student_ids === undefined && Array.isArray(selected);
  return isNamed ? { ...fields, student_ids: selected.map((one) => Object(one)._id ?? one) } : sent;
};
const SentOpportunity = z.preprocess(withStudentIds, OpportunityInput);

export const opportunityCalls = {
  createOpportunity: post('/api/createOpportunity', SentOpportunity, z.object({ _id: z.string() }), {
    creates: true,
    sizedBy: OpportunityInput,
  }),
  editOpportunity: post(
    '/api/editOpportunity',
    z.intersection(z.object({ _id: id, revision: revision.optional() }), SentOpportunity),
    z.object({ _id: z.string() }),
    { sizedBy: OpportunityInput },
  ),
  loadOpportunity: get('/api/loadOpportunity', z.object({ opp_id: id }), Opportunity),
  /** A Student gets what they can browse, a Business its own, staff their client's. */
  getOpportunities: asList(
    get(
      '/api/getOpportunities',
      z.object({
        filter: jsonText(BrowseFilter).optional(),
        sort: z.enum(sortOptions).optional(),
        ...listPartOfGet,
      }),
      z.array(OpportunityRow),
    ),
    Opportunity,
  ),
  /** A student saves an opportunity for later, or removes it. Repeating either changes nothing. */
  saveOpportunity: post(
    '/api/saveOpportunity',
    z.object({ opp_id: id, saved: z.boolean() }),
    z.object({ saved: z.boolean() }),
  ),
  deleteOpportunity: post('/api/deleteOpportnity', z.object({ id }), said('success', 'fail')),
  getBusinessInternshipStats: get(
    '/api/getBusinessInternshipStats',
    z.object({ client: id.optional(), businessId: id.optional() }),
    z.array(z.object({ label: z.enum(statisticsLabels), value: z.number() })),
  ),
};
