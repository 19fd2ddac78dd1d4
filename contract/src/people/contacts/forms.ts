import * as z from 'zod';
import { emailOrNone, id, phone, requiredLine } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { NOT_A_CHOICE, worded } from '../../wording.ts';
import { contactRoles } from './rules.ts';

/** The form of a business's contact, for the business and staff. */
export const ContactInput = z.object({
  name: requiredLine(),
  email: emailOrNone,
  phone,
  roles: z
    .array(z.enum(contactRoles, worded(NOT_A_CHOICE)))
    .max(contactRoles.length, worded(msg('name each role once')))
    .default([]),
});
export type ContactInput = z.infer<typeof ContactInput>;

/** A contact in a business's own profile; without `_id`, a new one. */
export const OwnContact = ContactInput.extend({ _id: id.optional() });
export type OwnContact = z.infer<typeof OwnContact>;
