import * as z from 'zod';
import { degrees, flag, line, multiline, requiredLine, requiredMultiline, zip } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { stateCodes } from '../../states.ts';
import { unlessMissing } from '../../wording.ts';
import { schoolTypes } from './rules.ts';

const Named = z.object({ name: requiredLine() });

export const NewName = Named.extend({ name_es: line() });
export type NewName = z.infer<typeof NewName>;

// `default` may be sent, but is ignored: the list's owner decides it.
export const NewQuestion = z.object({
  question_text: requiredMultiline(1000),
  question_text_es: multiline(1000),
});
export type NewQuestion = z.infer<typeof NewQuestion>;

export const QuestionInSpanish = NewQuestion.pick({ question_text_es: true });

export const NewSchool = Named.extend({
  street: requiredLine(),
  city: requiredLine(100),
  state: z.enum(stateCodes, unlessMissing(msg('choose a state'))),
  zip,
  type: z.enum(schoolTypes, unlessMissing(msg('choose a type of school'))),
  /** Degrees; 0,0 if no service found the address, null before any lookup (docs/behavior/outside.md#geocoding). */
  lat: degrees(90),
  lon: degrees(180),
  /** Someone moved the pin. It stays until the address changes. */
  userOverwroteLocation: flag,
});
export type NewSchool = z.infer<typeof NewSchool>;
