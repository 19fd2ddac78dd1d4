import * as z from 'zod';
import { newPassword } from '../accounts/forms.ts';
import { id, line, requiredLine, requiredPhone } from '../fields.ts';

/** What the form of the site settings asks for (document 2, section 5). */
export const SettingsInput = z.object({
  short_name: requiredLine(40),
  full_name: requiredLine(),
  phone_number: requiredPhone,
  default_password: newPassword,
  /** A network's whole address, or just the name there. */
  facebook: line().default(''),
  twitter: line().default(''),
  snapchat: line().default(''),
  instagram: line().default(''),
  /** A picture that the caller has uploaded, or the logo that there is; without one that stays. */
  logo: id.optional(),
});
export type SettingsInput = z.infer<typeof SettingsInput>;
