import type { Opportunity, OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { eachNote } from '@waypost/contract/opportunities/opportunities/notes';
import type { Terms } from '@waypost/contract/opportunities/opportunities/terms';
import { noSchedule, noTerms } from '../../contract/testing/opportunity-form.ts';
import type { Fact } from '../src/ui/FactList.tsx';

/** Pay, schedule and notes with a value in every field. */
export const everyTerm: Terms = {
  pay_from: 15.5,
  pay_to: 17,
  days: ['Monday', 'Friday'],
  hours_per_week: 12,
  ...eachNote((field) => `About ${field}`),
};

/** Each fact's name with its text on the screen. */
export const asText = (facts: readonly Fact[]) => facts.map(([name, value]) => [name, String(value)]);

/** Each fact's name with its text, from a description list on the screen. */
export const factsIn = (part: HTMLElement) =>
  [...part.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]);

/** An opportunity as in lists; a test sets only what matters to it. */
export function anOpportunityRow(overrides: Partial<OpportunityRow> = {}): OpportunityRow {
  const { application_close = '2026-03-31' } = overrides;
  return {
    _id: '00000000-0000-4000-8000-0000000000a1',
    opportunity_title: 'Boat builder',
    audience: 'Open',
    available_slots: 4,
    opportunity_type: 'Onsite',
    internship_type: 'Internship',
    time_frame: 'Summer',
    paidUnpaid: 'Paid',
    ...noSchedule,
    application_open: '2026-03-01',
    application_close,
    employment_start: '2026-06-01',
    // Nobody can apply for work that has ended.
    employment_stop: application_close > '2026-08-31' ? application_close : '2026-08-31',
    city: 'Easton',
    state: 'MD',
    lat: 38.77,
    lon: -76.07,
    focus_areas: [],
    business_id_fk: {
      _id: '00000000-0000-4000-8000-000000000001',
      business_name: 'Bayside Marine',
      profile_pic_id_fk: null,
    },
    reportData: { accepted_count: 1, applicant_count: 0 },
    distance: null,
    saved: false,
    ...overrides,
  };
}

/** The same opportunity with every field. */
export function anOpportunity(overrides: Partial<Opportunity> = {}): Opportunity {
  const { application_close } = overrides;
  return {
    ...anOpportunityRow(application_close ? { application_close } : {}),
    ...noTerms,
    revision: 1,
    short_description: '<p>Build boats.</p>',
    skills_required: '<p>Care.</p>',
    full_description: '<p>Build boats all summer.</p>',
    street: '2 Bay Road',
    zip: '21601',
    location: {
      street: '2 Bay Road',
      city: 'Easton',
      state: 'MD',
      zip: '21601',
      lat: 38.77,
      lon: -76.07,
      userOverwroteLocation: false,
    },
    schools: [],
    programs: [],
    selected_students: [],
    student_ids: [],
    business_id_fk: {
      _id: '00000000-0000-4000-8000-000000000001',
      business_name: 'Bayside Marine',
      approved: true,
      contact_email: 'grace@bay.test',
      contact_phone: '(410)555-0100',
      profile_pic_id_fk: null,
    },
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    ...overrides,
  };
}
