import * as z from 'zod';
import { emailOrNone, line, requiredLine } from '../../fields.ts';
import { msg, t } from '../../i18n.ts';
import { REQUIRED } from '../../refusal.ts';
import { splitName } from '../../split-name.ts';
import { unlessMissing, worded } from '../../wording.ts';
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

/**
 * The form for a new school system, which can include its first administrator: both the name and the email, or neither.
 */
export const NewClientForm = ClientForm.extend({
  admin_name: line(201),
  admin_email: emailOrNone,
}).superRefine(({ admin_name, admin_email }, context) => {
  if (admin_name === '' && admin_email === '') return;
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (admin_name === '') add('admin_name', t(REQUIRED));
  else if (splitName(admin_name).last_name === '') add('admin_name', t(msg('enter a first and a last name')));
  if (admin_email === '') add('admin_email', t(REQUIRED));
});
export type NewClientForm = z.infer<typeof NewClientForm>;
