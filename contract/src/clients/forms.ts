import * as z from 'zod';
import { email, requiredLine } from '../fields.ts';
import { msg, t } from '../i18n.ts';
import { unlessMissing, worded } from '../wording.ts';
import { MAX_USERS } from './rules.ts';

/** A school system's form (docs/behavior/clients.md#client-form). */
export const ClientForm = z.object({
  full_name: requiredLine(),
  short_name: requiredLine(50),
  max_users: z
    .number(unlessMissing(msg('this field can only be a number')))
    .int(worded(msg('this field can only be a whole number')))
    .min(1, worded(msg('this field must be at least 1')))
    .max(MAX_USERS, { error: () => t('this field can be at most {maxUsers}', { maxUsers: MAX_USERS }) }),
});
export type ClientForm = z.infer<typeof ClientForm>;

/** An administrator's form (docs/behavior/clients.md#administrators). */
export const AdminForm = z.object({
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  email: email,
});
export type AdminForm = z.infer<typeof AdminForm>;
