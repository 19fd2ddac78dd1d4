import * as z from 'zod';
import { id, line, requiredLine, requiredPhone } from '../../fields.ts';
import { type Locale, locales, msg } from '../../i18n.ts';
import { newPassword } from '../../password-fields.ts';
import { NOT_A_CHOICE, unlessMissing } from '../../wording.ts';
import { MAX_OFFER_DAYS, timeZones } from './rules.ts';

/** The language of everyone who has not chosen one: a fixed one, or that of each reader's browser. */
export const defaultLocale = z.enum(
  [...(Object.keys(locales) as Locale[]), 'browser'],
  unlessMissing(NOT_A_CHOICE),
);

const NOT_DAYS = msg('must be a whole number from 1 to 90');

/** The form of the site settings (docs/behavior/settings.md#form). */
export const SettingsInput = z.object({
  short_name: requiredLine(40),
  full_name: requiredLine(),
  phone_number: requiredPhone,
  /** Required until there is one. If left empty, the current one stays, because the form never shows it. */
  default_password: z.preprocess(
    (typed) => (typed === '' || typed === null ? undefined : typed),
    newPassword.optional(),
  ),
  /** A full address, or only the account's name. */
  facebook: line(),
  twitter: line(),
  snapchat: line(),
  instagram: line(),
  /** A picture that the caller uploaded, or the current logo. Required until there is one; then unchanged if left out. */
  logo: id.optional(),
  /** Unchanged if left out. */
  locale: defaultLocale.optional(),
  staff_second_factor: z.boolean().optional(),
  time_zone: z.enum(timeZones, unlessMissing(NOT_A_CHOICE)).optional(),
  offer_days: z
    .int(unlessMissing(NOT_DAYS))
    .min(1, unlessMissing(NOT_DAYS))
    .max(MAX_OFFER_DAYS, unlessMissing(NOT_DAYS))
    .optional(),
});
/** For a school system without a default password. */
export const FirstSettingsInput = SettingsInput.extend({ default_password: newPassword });
export type SettingsInput = z.infer<typeof SettingsInput>;
