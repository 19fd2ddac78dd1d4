import * as z from 'zod';
import { calendarDate, id, line, requiredLine, requiredRichText } from '../fields.ts';
import { REQUIRED } from '../refusal.ts';
import { stateCodes } from '../states.ts';
import { audiences, compensations, internshipTypes, opportunityTypes, timeFrames } from './rules.ts';

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
