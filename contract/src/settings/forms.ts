import * as z from 'zod';
import { newPassword } from '../accounts/forms.ts';
import { id, line, locale, requiredLine, requiredPhone } from '../fields.ts';

/** The form of the site settings (docs/behavior/settings.md#form). */
export const SettingsInput = z.object({
  short_name: requiredLine(40),
  full_name: requiredLine(),
  phone_number: requiredPhone,
  /** Required until there is one. Left empty, the current one stays: it is never sent back to be shown. */
  default_password: z.preprocess(
    (typed) => (typed === '' || typed === null ? undefined : typed),
    newPassword.optional(),
  ),
  /** A whole address, or just the account's name. */
  facebook: line(),
  twitter: line(),
  snapchat: line(),
  instagram: line(),
  /** A picture that the caller uploaded, or the current logo; left out, the current one stays. */
  logo: id.optional(),
  /** Left out, the current one stays. */
  locale: locale.optional(),
});
/** The same for a school system that has no default password yet. */
export const FirstSettingsInput = SettingsInput.extend({ default_password: newPassword });
export type SettingsInput = z.infer<typeof SettingsInput>;
