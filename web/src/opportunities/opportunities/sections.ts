import type { UseFormReturnType } from '@mantine/form';
import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import { eachNote } from '@waypost/contract/opportunities/opportunities/notes';
import { countMissing } from '../../client/form-sections.ts';
import type { formSchemaOn, OpportunityForm } from './form-state.ts';

export interface SectionProps {
  form: UseFormReturnType<OpportunityForm>;
  /** The number of the section's fields that still need input. */
  open: number;
}

type Section = 'about' | 'who' | 'where' | 'when' | 'schedule';

/** The section of the form that has each field. */
const sectionOf: Record<keyof OpportunityInput, Section> = {
  opportunity_title: 'about',
  internship_type: 'about',
  short_description: 'about',
  skills_required: 'about',
  full_description: 'about',
  focus_areas: 'about',
  audience: 'who',
  available_slots: 'who',
  student_ids: 'who',
  schools: 'who',
  programs: 'who',
  opportunity_type: 'where',
  street: 'where',
  city: 'where',
  state: 'where',
  zip: 'where',
  lat: 'where',
  lon: 'where',
  userOverwroteLocation: 'where',
  application_open: 'when',
  application_close: 'when',
  employment_start: 'when',
  employment_stop: 'when',
  time_frame: 'when',
  paidUnpaid: 'when',
  pay_from: 'when',
  pay_to: 'when',
  days: 'schedule',
  hours_per_week: 'schedule',
  ...eachNote(() => 'schedule' as const),
};

/** The number of fields of each section that still need input. */
export const stillOpen = (form: OpportunityForm, schema: ReturnType<typeof formSchemaOn>) =>
  countMissing(sectionOf, schema, form);
