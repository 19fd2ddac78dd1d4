import type { Opportunity } from '@waypost/contract/opportunities/calls';
import { type OpportunityInput, opportunityOn } from '@waypost/contract/opportunities/forms';
import { duplicateTitle, NO_ADDRESS } from '@waypost/contract/opportunities/rules';
import { readAmount } from '@waypost/contract/opportunities/schedule';
import type { FoundStudent } from '@waypost/contract/people/calls';
import type { Location } from '@waypost/contract/profiles/calls';
import * as z from 'zod';

/** Numbers that may be left empty: as typed, so that nothing is rewritten under the cursor. */
type Amounts = 'pay_from' | 'pay_to' | 'hours_per_week';
type Choices = 'opportunity_type' | 'internship_type' | 'time_frame' | 'paidUnpaid';

/** The form while it is filled in: choices may still be open, and numbers be what was typed. */
export type OpportunityForm = Omit<OpportunityInput, Choices | Amounts | 'available_slots' | 'state'> & {
  [Choice in Choices]: OpportunityInput[Choice] | '';
} & { [Amount in Amounts]: string } & {
  available_slots: number | string;
  state: string;
  /** Behind `student_ids`: who they are. */
  selected_students: FoundStudent[];
  /** End dates that still show their default: they count as not chosen. */
  unchosen: readonly EndDate[];
};

export const endDates = ['application_close', 'employment_stop'] as const;
export type EndDate = (typeof endDates)[number];

export type AddressField = 'street' | 'city' | 'state' | 'zip';

/**
 * A new opportunity: open to all, at the business's own address, every date today
 * (docs/behavior/opportunities.md#form).
 */
export function newForm(home: Location, today: string): OpportunityForm {
  return {
    opportunity_title: '',
    short_description: '',
    skills_required: '',
    full_description: '',
    audience: 'Open',
    available_slots: '',
    student_ids: [],
    selected_students: [],
    opportunity_type: 'Onsite',
    internship_type: 'Internship',
    time_frame: '',
    paidUnpaid: '',
    pay_from: '',
    pay_to: '',
    days: [],
    hours_per_week: '',
    dress_notes: '',
    transport_notes: '',
    application_open: today,
    application_close: today,
    employment_start: today,
    employment_stop: today,
    unchosen: endDates,
    ...placeOf(home),
    focus_areas: [],
    schools: [],
    programs: [],
  };
}

/** An opportunity as the form shows it. */
export function formOf(opportunity: Opportunity): OpportunityForm {
  return {
    opportunity_title: opportunity.opportunity_title,
    short_description: opportunity.short_description,
    skills_required: opportunity.skills_required,
    full_description: opportunity.full_description,
    audience: opportunity.audience,
    available_slots: opportunity.available_slots,
    student_ids: opportunity.student_ids ?? [],
    selected_students: opportunity.selected_students ?? [],
    opportunity_type: opportunity.opportunity_type,
    internship_type: opportunity.internship_type,
    time_frame: opportunity.time_frame,
    paidUnpaid: opportunity.paidUnpaid,
    pay_from: dollars(opportunity.pay_from),
    pay_to: dollars(opportunity.pay_to),
    days: opportunity.days,
    hours_per_week: String(opportunity.hours_per_week ?? ''),
    dress_notes: opportunity.dress_notes,
    transport_notes: opportunity.transport_notes,
    application_open: opportunity.application_open,
    application_close: opportunity.application_close,
    employment_start: opportunity.employment_start,
    employment_stop: opportunity.employment_stop,
    unchosen: [],
    ...placeOf(opportunity.location),
    focus_areas: opportunity.focus_areas,
    schools: opportunity.schools,
    programs: opportunity.programs,
  };
}

/** An amount as a form shows it: 15.50. */
const dollars = (amount: number | null) => amount?.toFixed(2) ?? '';

/** A copy to start from: open to all, with nobody selected. */
export function copyOf(opportunity: Opportunity): OpportunityForm {
  const copy = formOf(opportunity);
  return {
    ...copy,
    ...withAudience(copy, 'Open'),
    opportunity_title: duplicateTitle(copy.opportunity_title),
  };
}

type Change = Partial<OpportunityForm>;

/** Open to all, nobody is selected; restricted, there are no positions but theirs. */
export function withAudience(form: OpportunityForm, audience: OpportunityForm['audience']): Change {
  if (audience === 'Specific') return { audience, available_slots: 0 };
  const slots = form.available_slots === 0 ? '' : form.available_slots;
  return { audience, available_slots: slots, student_ids: [], selected_students: [] };
}

export function withStudents(students: FoundStudent[]): Change {
  return { selected_students: students, student_ids: students.map((student) => student._id) };
}

/** An end date that somebody chose, be it the one that was there. */
export function withEndDate(form: OpportunityForm, field: EndDate, date: string): Change {
  return { [field]: date, unchosen: form.unchosen.filter((one) => one !== field) };
}

/** An unpaid opportunity has no amounts, whatever was typed before it became unpaid. */
const amountsOf = (form: Pick<OpportunityForm, Amounts | 'paidUnpaid'>) => ({
  pay_from: form.paidUnpaid === 'Unpaid' ? null : readAmount(form.pay_from),
  pay_to: form.paidUnpaid === 'Unpaid' ? null : readAmount(form.pay_to),
  hours_per_week: form.hours_per_week.trim() === '' ? null : readSlots(form.hours_per_week),
});

/** The form's rules as they are on a day, YYYY-MM-DD; an end date that nobody chose is missing. */
export const formSchemaOn = (today: string) =>
  z.preprocess((form) => {
    const { unchosen = [], ...values } = form as OpportunityForm;
    return { ...values, ...amountsOf(values), ...Object.fromEntries(unchosen.map((field) => [field, ''])) };
  }, opportunityOn(today));

/**
 * A Virtual opportunity has no address; any other starts from the business's own
 * (docs/behavior/opportunities.md#place).
 */
export function withFormat(opportunity_type: OpportunityForm['opportunity_type'], home: Location): Change {
  return { opportunity_type, ...(opportunity_type === 'Virtual' ? NO_ADDRESS : placeOf(home)) };
}

/** The point belonged to the address that stood there before. */
export function withAddress(field: AddressField, value: string): Change {
  return { [field]: value, lat: null, lon: null, userOverwroteLocation: false };
}

/** A pin that was put by hand: no lookup moves it until the address changes. */
export function withPin(to: { lat: number; lon: number }): Change {
  return { ...to, userOverwroteLocation: true };
}

/** An apprenticeship is always paid. */
export function withInternshipType(internship_type: OpportunityForm['internship_type']): Change {
  return internship_type === 'Apprenticeship' ? { internship_type, paidUnpaid: 'Paid' } : { internship_type };
}

/** Digits become a number; anything else stays as typed, for the form to refuse in its words. */
export function readSlots(typed: string): number | string {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : typed.trim();
}

/** The place within the form, which keeps it at the top. */
export const placeOf = ({ street, city, state, zip, lat, lon, userOverwroteLocation }: Location) => ({
  street,
  city,
  state,
  zip,
  lat,
  lon,
  userOverwroteLocation,
});
