import * as z from 'zod';
import { requiredLine, zip } from '../fields.ts';
import { REQUIRED } from '../refusal.ts';
import { stateCodes } from '../states.ts';
import { schoolTypes } from './rules.ts';

export const NewName = z.object({ name: requiredLine() });

// `default` may be sent along, as the documents do; whose list it is decides.
export const NewQuestion = z.object({ question_text: requiredLine(1000) });

export const NewSchool = NewName.extend({
  street: requiredLine(),
  city: requiredLine(100),
  state: z.enum(stateCodes, REQUIRED),
  zip,
  type: z.enum(schoolTypes, REQUIRED),
  /** Degrees; 0,0 where no service found the address, null before any lookup (rulings, "Geocoding"). */
  lat: z.number().min(-90).max(90).nullable().default(null),
  lon: z.number().min(-180).max(180).nullable().default(null),
  /** Somebody put the pin there; it stays until the address changes. */
  userOverwroteLocation: z.boolean().default(false),
});
export type NewSchool = z.infer<typeof NewSchool>;
