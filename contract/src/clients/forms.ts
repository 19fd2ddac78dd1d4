import * as z from 'zod';
import { email, requiredLine } from '../fields.ts';
import { unlessMissing } from '../wording.ts';
import { MAX_USERS } from './rules.ts';

/** A school system's form (docs/behavior/clients.md#client-form). */
export const ClientForm = z.object({
  full_name: requiredLine(),
  short_name: requiredLine(50),
  max_users: z
    .number(unlessMissing('this field can only be a number'))
    .int('this field can only be a whole number')
    .min(1, 'this field must be at least 1')
    .max(MAX_USERS, `this field can be at most ${MAX_USERS}`),
});
export type ClientForm = z.infer<typeof ClientForm>;

/** An administrator's form (docs/behavior/clients.md#administrators). */
export const AdminForm = z.object({
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  email: email,
});
export type AdminForm = z.infer<typeof AdminForm>;
