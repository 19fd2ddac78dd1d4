import * as z from 'zod';
import { get, post } from '../call.ts';
import { calendarDate, id, jsonText, line, moment, requiredLine, requiredRichText, said } from '../fields.ts';
import { FileRef } from '../files/calls.ts';
import { PART_MAX } from '../list-part.ts';
import { FoundStudent } from '../people/calls.ts';
import { Location } from '../profiles/calls.ts';
import { REQUIRED } from '../refusal.ts';
import { stateCodes } from '../states.ts';
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

const BusinessOfOpportunity = z.object({
  _id: z.string(),
  business_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  profile_pic_id_fk: FileRef.nullable(),
});

const ReportCounts = z.object({ accepted_count: z.number(), applicant_count: z.number() });

/** What every list of opportunities shows of one: browse, the map, Manage Opportunities. */
export const OpportunityRow = z.object({
  _id: z.string(),
  opportunity_title: z.string(),
  audience: z.enum(audiences),
  available_slots: z.number(),
  opportunity_type: z.enum(opportunityTypes),
  internship_type: z.enum(internshipTypes),
  time_frame: z.enum(timeFrames),
  paidUnpaid: z.enum(compensations),
  application_open: calendarDate,
  application_close: calendarDate,
  employment_start: calendarDate,
  employment_stop: calendarDate,
  city: z.string(),
  state: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  focus_areas: z.array(z.string()),
  business_id_fk: z.object({ _id: z.string(), business_name: z.string() }),
  reportData: ReportCounts,
  /** Miles from the student's saved location; absent without one. Virtual opportunities are 0 away. */
  distance: z.number().nullable(),
});
export type OpportunityRow = z.infer<typeof OpportunityRow>;

export const Opportunity = OpportunityRow.extend({
  short_description: z.string(),
  skills_required: z.string(),
  full_description: z.string(),
  street: z.string(),
  zip: z.string(),
  location: Location,
  schools: z.array(z.string()),
  programs: z.array(z.string()),
  /** Named to the business and to staff alone. */
  selected_students: z.array(FoundStudent),
  student_ids: z.array(z.string()),
  business_id_fk: BusinessOfOpportunity,
  createdAt: moment,
  updatedAt: moment,
});
export type Opportunity = z.infer<typeof Opportunity>;

const names = z.array(requiredLine()).max(200);
const REQUIRED_NUMBER = 'this field can only be a number';

/** The opportunity form's fields, each by itself (document 1, sections 4 and 5). */
const OpportunityFields = z.object({
  opportunity_title: requiredLine(),
  short_description: requiredRichText(10_000),
  skills_required: requiredRichText(10_000),
  full_description: requiredRichText(),
  audience: z.enum(audiences, REQUIRED),
  available_slots: z
    .number({
      error: (issue) => (issue.input === undefined || issue.input === '' ? REQUIRED : REQUIRED_NUMBER),
    })
    .int('this field can only be a whole number')
    .min(0)
    .max(9999, 'this field can be at most 9999'),
  /** Ids of the students it is restricted to. */
  student_ids: z.array(id).max(500),
  opportunity_type: z.enum(opportunityTypes, REQUIRED),
  internship_type: z.enum(internshipTypes, REQUIRED),
  time_frame: z.enum(timeFrames, REQUIRED),
  paidUnpaid: z.enum(compensations, REQUIRED),
  application_open: calendarDate,
  application_close: calendarDate,
  employment_start: calendarDate,
  employment_stop: calendarDate,
  street: line(),
  city: line(100),
  state: z.union([z.enum(stateCodes), z.literal('')]),
  zip: z.union([z.literal(''), z.string().regex(/^\d{5}(-\d{4})?$/, 'must be a ZIP code of five digits')], {
    error: 'must be a ZIP code of five digits',
  }),
  lat: z.number().min(-90).max(90).nullable(),
  lon: z.number().min(-180).max(180).nullable(),
  userOverwroteLocation: z.boolean(),
  focus_areas: names,
  schools: names,
  programs: names,
});
type OpportunityFields = z.infer<typeof OpportunityFields>;

interface FormRule {
  field: keyof OpportunityFields;
  message: string;
  /** Asked of a form whose other fields may still be wrong, or missing. */
  breaks: (form: OpportunityFields) => boolean;
}

const addressRules = (['street', 'city', 'state', 'zip'] as const).map(
  (field): FormRule => ({
    field,
    message: REQUIRED,
    breaks: (form) => form.opportunity_type !== 'Virtual' && form[field] === '',
  }),
);

/** What one field asks of another. */
const formRules: readonly FormRule[] = [
  {
    field: 'application_close',
    message: 'must not be before the opening date',
    breaks: (form) => form.application_open > form.application_close,
  },
  {
    field: 'employment_stop',
    message: 'must not be before the start date',
    breaks: (form) => form.employment_start > form.employment_stop,
  },
  {
    field: 'available_slots',
    message: 'offer at least one position',
    breaks: (form) => form.audience === 'Open' && form.available_slots === 0,
  },
  {
    field: 'student_ids',
    message: 'choose at least one student',
    breaks: (form) => form.audience === 'Specific' && form.student_ids?.length === 0,
  },
  {
    field: 'paidUnpaid',
    message: 'an apprenticeship is always paid',
    breaks: (form) => form.internship_type === 'Apprenticeship' && form.paidUnpaid === 'Unpaid',
  },
  ...addressRules,
];

/** These are asked even while single fields are wrong, so that a form says everything at once. */
const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** The opportunity form. */
export const OpportunityInput = formRules.reduce(
  (form, { field, message, breaks }) =>
    form.refine((value) => !breaks(value), { path: [field], message, when: isForm }),
  OpportunityFields,
);
export type OpportunityInput = z.infer<typeof OpportunityInput>;

export const BrowseFilter = z.object({
  focusAreas: z.array(requiredLine()).max(200).optional(),
  compensation: z.enum(compensationFilters).optional(),
  /** Miles; null is No limit. */
  radius: z.number().positive().max(25_000).nullish(),
});
export type BrowseFilter = z.infer<typeof BrowseFilter>;

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().max(max));

export const opportunityCalls = {
  createOpportunity: post('/api/createOpportunity', OpportunityInput, z.object({ _id: z.string() })),
  editOpportunity: post(
    '/api/editOpportunity',
    z.intersection(z.object({ _id: id }), OpportunityInput),
    z.object({ _id: z.string() }),
  ),
  loadOpportunity: get('/api/loadOpportunity', z.object({ opp_id: id }), Opportunity),
  /**
   * A Student gets what they may browse, a Business its own, staff their client's. `sort`, `limit` and
   * `offset` cut a page out, without `limit` the first `PART_MAX`; the reply's `X-Total-Count` header says how many
   * there are in all.
   */
  getOpportunities: get(
    '/api/getOpportunities',
    z.object({
      filter: jsonText(BrowseFilter).optional(),
      sort: z.enum(sortOptions).optional(),
      limit: wholeNumber(PART_MAX).optional(),
      offset: wholeNumber(999_999).optional(),
    }),
    z.array(OpportunityRow),
  ),
  deleteOpportunity: post('/api/deleteOpportnity', z.object({ id }), said('success', 'fail')),
  getBusinessInternshipStats: get(
    '/api/getBusinessInternshipStats',
    z.object({ client: id.optional(), businessId: id.optional() }),
    z.array(z.object({ label: z.enum(statisticsLabels), value: z.number() })),
  ),
};
