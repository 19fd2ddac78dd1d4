import * as z from 'zod';
import { farFromToday, whyNotPlannedDay } from '../../dates.ts';
import {
  calendarDate,
  degrees,
  flag,
  id,
  line,
  names,
  requiredLine,
  requiredRichText,
} from '../../fields.ts';
import { type Message, msg, t } from '../../i18n.ts';
import { REQUIRED } from '../../refusal.ts';
import { stateCodes } from '../../states.ts';
import { NOT_A_CHOICE, unlessMissing, worded } from '../../wording.ts';
import { eachNote, opportunityNotes } from './notes.ts';
import {
  audiences,
  compensations,
  internshipTypes,
  opportunityTypes,
  PLANNED_WITHIN_YEARS,
  timeFrames,
} from './rules.ts';
import { MOST_AN_HOUR, MOST_HOURS_A_WEEK, weekdays } from './schedule.ts';

const NOT_AN_AMOUNT = msg('must be an amount in dollars, such as 15.50');
const NOT_WEEKLY_HOURS = msg('must be a whole number from 1 to {most}');
const weeklyHours = { error: () => t(NOT_WEEKLY_HOURS, { most: String(MOST_HOURS_A_WEEK) }) };

const dollars = z
  .number(worded(NOT_AN_AMOUNT))
  .min(0.01, worded(NOT_AN_AMOUNT))
  .max(MOST_AN_HOUR, worded(NOT_AN_AMOUNT))
  .refine((amount) => Math.round(amount * 100) / 100 === amount, worded(NOT_AN_AMOUNT))
  .nullable()
  .default(null);

/** What the business says about pay and schedule (docs/behavior/opportunities.md#pay-and-schedule). */
const scheduleFields = {
  pay_from: dollars,
  pay_to: dollars,
  days: z
    .array(z.enum(weekdays, worded(NOT_A_CHOICE)))
    .max(50, worded(NOT_A_CHOICE))
    .default([]),
  hours_per_week: z
    .number(weeklyHours)
    .int(weeklyHours)
    .min(1, weeklyHours)
    .max(MOST_HOURS_A_WEEK, weeklyHours)
    .nullable()
    .default(null),
  ...eachNote((field) => line(opportunityNotes[field].most)),
};

/**
 * The opportunity's fields, each validated by itself (docs/behavior/opportunities.md#form). Audience, format and type that
 * are left out default to the first of their set.
 */
const OpportunityFields = z.object({
  opportunity_title: requiredLine(),
  short_description: requiredRichText(10_000),
  skills_required: requiredRichText(10_000),
  full_description: requiredRichText(),
  audience: z.enum(audiences, unlessMissing(NOT_A_CHOICE)).default('Open'),
  available_slots: z
    .number(unlessMissing(msg('this field can only be a number')))
    .int(worded(msg('this field can only be a whole number')))
    .min(0, worded(msg('this field must be at least 0')))
    .max(9999, worded(msg('this field can be at most 9999'))),
  /** Ids of the selected students. */
  student_ids: z
    .array(id)
    .max(500, worded(msg('choose at most 500 students')))
    .default([]),
  opportunity_type: z.enum(opportunityTypes, unlessMissing(NOT_A_CHOICE)).default('Onsite'),
  internship_type: z.enum(internshipTypes, unlessMissing(NOT_A_CHOICE)).default('Internship'),
  /** Empty: the business does not say. */
  time_frame: z.enum([...timeFrames, ''], unlessMissing(NOT_A_CHOICE)).default(''),
  paidUnpaid: z.enum([...compensations, ''], unlessMissing(NOT_A_CHOICE)).default(''),
  ...scheduleFields,
  application_open: calendarDate,
  application_close: calendarDate,
  employment_start: calendarDate,
  employment_stop: calendarDate,
  street: line(),
  city: line(100),
  state: z.union([z.enum(stateCodes), z.literal('')], worded(msg('choose a state'))).default(''),
  zip: z
    .union(
      [z.literal(''), z.string().regex(/^\d{5}(-\d{4})?$/, worded(msg('must be a ZIP code of five digits')))],
      worded(msg('must be a ZIP code of five digits')),
    )
    .default(''),
  lat: degrees(90),
  lon: degrees(180),
  userOverwroteLocation: flag,
  focus_areas: names,
  schools: names,
  programs: names,
});
type OpportunityFields = z.infer<typeof OpportunityFields>;

interface FormRule {
  field: keyof OpportunityFields;
  message: Message | (() => string);
  /** Runs even if other fields are wrong or missing. */
  breaks: (form: OpportunityFields) => boolean;
}

const addressRules = (['street', 'city', 'state', 'zip'] as const).map(
  (field): FormRule => ({
    field,
    message: REQUIRED,
    breaks: (form) => form.opportunity_type !== 'Virtual' && form[field] === '',
  }),
);

/** An empty field is only reported as required. */
const isGiven = (date: unknown): date is string => typeof date === 'string' && date !== '';

/** Rules that compare two fields. */
const formRules: readonly FormRule[] = [
  {
    field: 'application_close',
    message: msg('must be after the opening date'),
    breaks: (form) => isGiven(form.application_close) && form.application_open >= form.application_close,
  },
  {
    field: 'employment_stop',
    message: msg('must be after the start date'),
    breaks: (form) => isGiven(form.employment_stop) && form.employment_start >= form.employment_stop,
  },
  {
    field: 'available_slots',
    message: msg('offer at least one spot'),
    breaks: (form) => form.audience === 'Open' && form.available_slots === 0,
  },
  {
    field: 'student_ids',
    message: msg('choose at least one student'),
    breaks: (form) => form.audience === 'Specific' && form.student_ids.length === 0,
  },
  {
    field: 'paidUnpaid',
    message: msg('an apprenticeship is always paid'),
    breaks: (form) => form.internship_type === 'Apprenticeship' && form.paidUnpaid === 'Unpaid',
  },
  {
    field: 'pay_to',
    message: msg('must be at least the amount before it'),
    breaks: ({ pay_from, pay_to }) =>
      typeof pay_from === 'number' && typeof pay_to === 'number' && pay_to < pay_from,
  },
  {
    field: 'pay_from',
    message: msg('fill in this amount too'),
    breaks: ({ pay_from, pay_to }) => typeof pay_to === 'number' && (pay_from ?? null) === null,
  },
];

/** These run even if single fields are wrong, so a form reports everything at once. */
const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

const withRules = (fields: typeof OpportunityFields, rules: readonly FormRule[]) =>
  rules.reduce(
    (form, { field, message, breaks }) =>
      form.refine((value) => !breaks(value), {
        path: [field],
        error: () => (typeof message === 'function' ? message() : t(message)),
        when: isForm,
      }),
    fields,
  );

/** The input of the calls: the address is optional. */
export const OpportunityInput = withRules(OpportunityFields, formRules);
export type OpportunityInput = z.infer<typeof OpportunityInput>;

/** The form and the import also require an address, because students look for opportunities nearby. */
export const PlacedOpportunityInput = withRules(OpportunityFields, [...formRules, ...addressRules]);

const dateFields = ['application_open', 'application_close', 'employment_start', 'employment_stop'] as const;

const whyTooFar = (date: unknown, today: string) =>
  isGiven(date) ? whyNotPlannedDay(date, today, PLANNED_WITHIN_YEARS) : null;

/** Dates that are unreasonably far from today (YYYY-MM-DD): the message for each field. */
export function farDates(form: Pick<OpportunityInput, (typeof dateFields)[number]>, today: string) {
  const wrong = dateFields.map((field) => [field, whyTooFar(form[field], today)]);
  return Object.fromEntries(wrong.filter(([, why]) => why !== null)) as Record<string, string>;
}

/** The form, validated on a day (YYYY-MM-DD). */
export const opportunityOn = (today: string) =>
  withRules(
    PlacedOpportunityInput,
    dateFields.map((field) => ({
      field,
      message: () => farFromToday(PLANNED_WITHIN_YEARS),
      breaks: (form) => whyTooFar(form[field], today) !== null,
    })),
  );
