import { PlacedOpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import { ReminderPlanInput } from '@waypost/contract/oversight/follow-ups/forms';
import { BusinessSignUp, StudentSignUp } from '@waypost/contract/people/accounts/forms';
import { BusinessProfile, StudentProfile } from '@waypost/contract/people/profiles/forms';
import { TeacherForm } from '@waypost/contract/people/teachers/forms';
import { PaperInput, TemplateInput } from '@waypost/contract/placements/agreements/forms';
import { ApplyInput, InterviewInput } from '@waypost/contract/placements/applications/forms';
import { EvaluationInput } from '@waypost/contract/placements/evaluations/forms';
import { HoursEntryInput } from '@waypost/contract/placements/hours/forms';
import { NoteInput } from '@waypost/contract/placements/notes/forms';
import { TranslatedResource } from '@waypost/contract/school-system/files/forms';
import { NewSchool } from '@waypost/contract/school-system/lists/forms';
import { SettingsInput } from '@waypost/contract/school-system/settings/forms';
import * as z from 'zod';

/* Every screen test also checks that a form which it shows has an input for each key of its schema. */

/** The keys of a form's schema; those of a checked one are inside. */
function keysOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodPipe) return keysOf(schema.out as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const without = <Shape extends z.ZodRawShape>(
  form: z.ZodObject<Shape>,
  ...fields: (keyof Shape & string)[]
) => ({ form: keysOf(form), fields });

const address = ['street', 'city', 'state', 'zip', 'lat', 'lon', 'userOverwroteLocation'] as const;

/**
 * Fields that no input registers: the screen's address or its code gives the value, or a part that is no plain input,
 * whose own test saves it. `pay_from` and `pay_to` appear with paid opportunities, `end_date` with more than one day.
 */
const unregistered: readonly { form: string[]; fields: string[] }[] = [
  without(ApplyInput, 'opportunity_id_fk'),
  without(BusinessProfile, 'contacts', 'location'),
  without(BusinessSignUp, 'client', 'safe', 'type'),
  without(EvaluationInput, 'project_id', 'ratings', 'evaluation_count'),
  without(HoursEntryInput, 'end_date'),
  without(InterviewInput, 'application_id'),
  without(NewSchool, ...address),
  without(NoteInput, 'project_id'),
  without(PaperInput, 'file_id'),
  without(PlacedOpportunityInput, 'pay_from', 'pay_to', 'student_ids', ...address),
  without(ReminderPlanInput, 'kind', 'reminds', 'escalates'),
  without(SettingsInput, 'logo'),
  without(StudentProfile, 'guardians', 'location'),
  without(StudentSignUp, 'client', 'safe', 'type'),
  without(TeacherForm, 'schools', 'programs'),
  without(TemplateInput, '_id', 'version'),
  without(TranslatedResource, 'file_id'),
];

/** The fields that each form has shown in the current test file, by the form's keys. */
const shown = new Map<string, Set<string>>();

export function recordField(schema: z.ZodType, path: string): void {
  const keys = keysOf(schema).join();
  const fields = shown.get(keys) ?? new Set();
  shown.set(keys, fields.add(path.split('.')[0] ?? ''));
}

/** Fails the test file if one of its forms has never shown a field of its schema. */
export function requireAllFields(): void {
  const missing = [...shown].flatMap(([joined, fields]) => {
    const keys = joined.split(',');
    const apart = unregistered
      .filter(({ form }) => form.every((key) => keys.includes(key)))
      .flatMap((found) => found.fields);
    return keys.filter((key) => key !== '' && !fields.has(key) && !apart.includes(key));
  });
  shown.clear();
  if (missing.length > 0) throw new Error(`A form has no input for: ${missing.join(', ')}`);
}
