import type { Location } from '@waypost/contract/location';
import type { Opportunity, SelectedStudent } from '@waypost/contract/opportunities/opportunities/calls';
import { type OpportunityInput, opportunityOn } from '@waypost/contract/opportunities/opportunities/forms';
import { eachNote } from '@waypost/contract/opportunities/opportunities/notes';
import {
  duplicateTitle,
  lastDayToApply,
  NO_ADDRESS,
} from '@waypost/contract/opportunities/opportunities/rules';
import { readAmount } from '@waypost/contract/opportunities/opportunities/schedule';
import * as z from 'zod';

/** Numbers that may be empty. Kept as typed, so that nothing is reformatted under the cursor. */
type Amounts = 'pay_from' | 'pay_to' | 'hours_per_week';
type Choices = 'opportunity_type' | 'internship_type' | 'time_frame' | 'paidUnpaid';

/** The form's values while it is filled in: selects may be empty, and numbers may be text. */
export type OpportunityForm = Omit<OpportunityInput, Choices | Amounts | 'available_slots' | 'state'> & {
  [Choice in Choices]: OpportunityInput[Choice] | '';
} & { [Amount in Amounts]: string } & {
  available_slots: number | string;
  state: string;
  /** The students of `student_ids`. */
  selected_students: SelectedStudent[];
  /** End dates that still have their default, which counts as not chosen. */
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
    ...eachNote(() => ''),
    ...newDates(today),
    ...placeOf(home),
    focus_areas: [],
    schools: [],
    programs: [],
  };
}

/** Every date today, and the end dates not chosen yet. */
const newDates = (today: string) => ({
  application_open: today,
  application_close: today,
  employment_start: today,
  employment_stop: today,
  unchosen: endDates,
});

/** Converts an opportunity to the form's values. */
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
    ...eachNote((field) => opportunity[field]),
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

/** Formats an amount for the form: 15.50. */
const dollars = (amount: number | null) => amount?.toFixed(2) ?? '';

/**
 * A copy to start from: open to all, without selected students. If nobody could apply to it on `today` (YYYY-MM-DD)
 * because its last day has passed, its dates are those of a new opportunity.
 */
export function copyOf(opportunity: Opportunity, today: string): OpportunityForm {
  const copy = formOf(opportunity);
  return {
    ...copy,
    ...(lastDayToApply(opportunity) < today ? newDates(today) : {}),
    ...withAudience(copy, 'Open'),
    opportunity_title: duplicateTitle(copy.opportunity_title),
  };
}

type Change = Partial<OpportunityForm>;

/** An open opportunity has no selected students; a restricted one has no spots beyond theirs. */
export function withAudience(form: OpportunityForm, audience: OpportunityForm['audience']): Change {
  if (audience === 'Specific') return { audience, available_slots: 0 };
  const slots = form.available_slots === 0 ? '' : form.available_slots;
  return { audience, available_slots: slots, student_ids: [], selected_students: [] };
}

export function withStudents(students: SelectedStudent[]): Change {
  return { selected_students: students, student_ids: students.map((student) => student._id) };
}

/** Marks an end date as chosen, even if it kept its default value. */
export function withEndDate(form: OpportunityForm, field: EndDate, date: string): Change {
  return { [field]: date, unchosen: form.unchosen.filter((one) => one !== field) };
}

/** Clears the amounts of an opportunity that is not paid. */
const amountsOf = (form: Pick<OpportunityForm, Amounts | 'paidUnpaid'>) => ({
  pay_from: form.paidUnpaid === 'Paid' ? readAmount(form.pay_from) : null,
  pay_to: form.paidUnpaid === 'Paid' ? readAmount(form.pay_to) : null,
  hours_per_week: form.hours_per_week.trim() === '' ? null : readSlots(form.hours_per_week),
});

/** The form's rules on a given day, YYYY-MM-DD. An end date that was not chosen counts as missing. */
export const formSchemaOn = (today: string) =>
  z.preprocess((form) => {
    const { unchosen = [], ...values } = form as OpportunityForm;
    return { ...values, ...amountsOf(values), ...Object.fromEntries(unchosen.map((field) => [field, ''])) };
  }, opportunityOn(today));

/**
 * A Virtual opportunity has no address; any other starts with the business's own
 * (docs/behavior/opportunities.md#place).
 */
export function withFormat(opportunity_type: OpportunityForm['opportunity_type'], home: Location): Change {
  return { opportunity_type, ...(opportunity_type === 'Virtual' ? NO_ADDRESS : placeOf(home)) };
}

/** Clears the coordinates, which belonged to the previous address. */
export function withAddress(field: AddressField, value: string): Change {
  return { [field]: value, lat: null, lon: null, userOverwroteLocation: false };
}

/** The city and the state of a ZIP code. */
export function withPlace(place: { city?: string; state?: string }): Change {
  return { ...place, lat: null, lon: null, userOverwroteLocation: false };
}

/** A pin placed by hand; no lookup moves it until the address changes. */
export function withPin(to: { lat: number; lon: number }): Change {
  return { ...to, userOverwroteLocation: true };
}

/** An apprenticeship is always paid. */
export function withInternshipType(internship_type: OpportunityForm['internship_type']): Change {
  return internship_type === 'Apprenticeship' ? { internship_type, paidUnpaid: 'Paid' } : { internship_type };
}

/** Parses digits as a number; other text stays as typed, for the form to reject with its message. */
export function readSlots(typed: string): number | string {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : typed.trim();
}

/** The location as part of the form, which stores it at the top level. */
export const placeOf = ({ street, city, state, zip, lat, lon, userOverwroteLocation }: Location) => ({
  street,
  city,
  state,
  zip,
  lat,
  lon,
  userOverwroteLocation,
});
