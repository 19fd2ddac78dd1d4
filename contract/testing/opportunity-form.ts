import type { OpportunityInput } from '../src/opportunities/opportunities/forms.ts';
import { eachNote } from '../src/opportunities/opportunities/notes.ts';
import type { PayAndSchedule, Terms } from '../src/opportunities/opportunities/terms.ts';

/** Pay and schedule of an opportunity whose business gives none. */
export const noSchedule = {
  pay_from: null,
  pay_to: null,
  days: [],
  hours_per_week: null,
} satisfies PayAndSchedule;

/** The same with its notes. */
export const noTerms = { ...noSchedule, ...eachNote(() => '') } satisfies Terms;

/** What a business sends for an opportunity that is open to all. */
export const anOpportunityForm = (given: Partial<OpportunityInput> = {}): OpportunityInput => ({
  opportunity_title: 'Boat builder',
  short_description: '<p>Build boats.</p>',
  skills_required: '<p>Care.</p>',
  full_description: '<p>Build boats all summer.</p>',
  audience: 'Open',
  available_slots: 3,
  student_ids: [],
  opportunity_type: 'Onsite',
  internship_type: 'Internship',
  time_frame: 'Summer',
  paidUnpaid: 'Unpaid',
  ...noTerms,
  application_open: '2026-03-01',
  application_close: '2026-04-30',
  employment_start: '2026-06-01',
  employment_stop: '2026-08-31',
  street: '2 Dock Street',
  city: 'Annapolis',
  state: 'MD',
  zip: '21401',
  lat: 38.9763,
  lon: -76.4853,
  userOverwroteLocation: false,
  focus_areas: [],
  schools: [],
  programs: [],
  ...given,
});
