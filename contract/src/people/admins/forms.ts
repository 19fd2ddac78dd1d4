import * as z from 'zod';
import { email, requiredLine } from '../../fields.ts';

/** An administrator's form (docs/behavior/clients.md#administrators). */
export const AdminForm = z.object({
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  email: email,
});
export type AdminForm = z.infer<typeof AdminForm>;
