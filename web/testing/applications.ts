import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import type { Application } from '@waypost/contract/placements/applications/calls';
import { noTerms } from '../../contract/testing/opportunity-form.ts';
import { anOpportunity as anyOpportunity } from './opportunities.ts';

/** An opportunity that accepts applications today; a test sets only what matters to it. */
export const anOpportunity = (overrides: Partial<Opportunity> = {}): Opportunity =>
  anyOpportunity({
    _id: 'opp',
    available_slots: 3,
    application_open: '2000-01-01',
    application_close: '2999-12-31',
    reportData: { accepted_count: 1, applicant_count: 2 },
    ...overrides,
  });

const base = {
  _id: 'app',
  status: 'New',
  business_status: null,
  opportunity_title: 'Boat builder',
  date_application: '2026-03-02T15:00:00.000Z',
  createdAt: '2026-03-02T15:00:00.000Z',
  updatedAt: '2026-03-03T15:00:00.000Z',
} as const;

const business = { _id: 'business', business_name: 'Bayside Marine' };

export function anApplication(overrides: Partial<Application> = {}): Application {
  return {
    ...base,
    cover_letter: '<p>I have built a boat.</p>',
    is_released: true,
    student_id_fk: {
      _id: 'maya',
      first_name: 'Maya',
      last_name: 'Okafor',
      school_attending: 'Severn River High School',
      affiliated_program: 'Marine Trades',
      graduation_year: 2027,
      focus_areas: ['Boats'],
      profile_pic_id_fk: null,
      resume_file_id_fk: { _id: 'resume', name: 'resume.pdf', path: '/files/resume/resume.pdf' },
    },
    opportunity_id_fk: {
      _id: 'opp',
      opportunity_title: 'Boat builder',
      opportunity_type: 'Onsite',
      internship_type: 'Internship',
      paidUnpaid: 'Paid',
      ...noTerms,
      employment_start: '2026-06-01',
      employment_stop: '2026-08-31',
      city: 'Annapolis',
      state: 'MD',
      business_id_fk: business,
    },
    project_id: null,
    interview: null,
    offer_message: '',
    decline_message: '',
    business_notes: null,
    business_stars: null,
    reply_by: null,
    offer_sends_at: null,
    ...overrides,
  };
}

/** Aliases for a student's own list and for a business's list. */
export const myApplication = anApplication;
export const anApplicant = anApplication;
