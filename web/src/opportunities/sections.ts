import type { UseFormReturnType } from '@mantine/form';
import type { formSchemaOn, OpportunityForm } from './form-state.ts';

export interface SectionProps {
  form: UseFormReturnType<OpportunityForm>;
  /** The number of the section's fields that still need input. */
  open: number;
}

type Field = keyof OpportunityForm;

/** The fields of each section of the form. */
const sections = {
  about: [
    'opportunity_title',
    'internship_type',
    'short_description',
    'skills_required',
    'full_description',
    'focus_areas',
  ],
  who: ['audience', 'available_slots', 'student_ids', 'schools', 'programs'],
  where: ['opportunity_type', 'street', 'city', 'state', 'zip'],
  when: [
    'application_open',
    'application_close',
    'employment_start',
    'employment_stop',
    'time_frame',
    'paidUnpaid',
    'pay_from',
    'pay_to',
  ],
  schedule: ['days', 'hours_per_week', 'dress_notes', 'transport_notes'],
} satisfies Record<string, Field[]>;

type SectionName = keyof typeof sections;

/** Counts the invalid fields of each section by the form's own rules. */
export function stillOpen(
  form: OpportunityForm,
  schema: ReturnType<typeof formSchemaOn>,
): Record<SectionName, number> {
  const read = schema.safeParse(form);
  const wanting = new Set(read.success ? [] : read.error.issues.map((issue) => String(issue.path[0])));
  const count = (fields: Field[]) => fields.filter((field) => wanting.has(field)).length;
  return {
    about: count(sections.about),
    who: count(sections.who),
    where: count(sections.where),
    when: count(sections.when),
    schedule: count(sections.schedule),
  };
}
