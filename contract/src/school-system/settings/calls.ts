import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { revision } from '../../fields.ts';
import { FileRef } from '../files/calls.ts';
import { defaultLocale, SettingsInput } from './forms.ts';
import { timeZones } from './rules.ts';

/** A school system's settings, visible to everybody. */
export const Settings = z.object({
  short_name: z.string(),
  full_name: z.string(),
  phone_number: z.string(),
  logo: FileRef.nullable(),
  /** Stored as a hash, so it is never returned. */
  default_password: z.null(),
  /** Whether there is a default password; null for everyone but Admins. */
  has_default_password: z.boolean().nullable(),
  /** Whether staff must use two-step login; null for everyone but Admins. */
  staff_second_factor: z.boolean().nullable(),
  facebook: z.string(),
  twitter: z.string(),
  snapchat: z.string(),
  instagram: z.string(),
  is_complete: z.boolean(),
  /** The language of everyone who has not chosen one. */
  locale: defaultLocale,
  /** The time zone of its days: an IANA name. */
  time_zone: z.enum(timeZones),
  /** How many days students have to reply to an offer, unless the business sets its own date. */
  offer_days: z.number(),
  /** The address of the landing page's social timeline; null if none is configured. */
  social_timeline_url: z.string().nullable(),
  /** The address of map tiles, with `{z}/{x}/{y}`. */
  map_tiles_url: z.string(),
  /** The login page lists the demo's accounts only on the demo. */
  demo: z.boolean(),
  /** Whether `/outbox` shows mail that was not sent to a mail server. */
  outbox: z.boolean(),
  /** Null for everyone but Admins. */
  revision: revision.nullable(),
});
export type Settings = z.infer<typeof Settings>;

/** The saved settings; or `fail`, with nothing saved, if the logo is not one of the caller's pictures. */
export const SavedSettings = Settings.partial().extend({ message: z.literal('fail').optional() });

/** `[]` if a school system has no settings yet (agreed-calls.csv). */
export const settingsCalls = {
  saveSettings: post(
    '/api/saveSettings',
    SettingsInput.extend({ revision: revision.optional() }),
    SavedSettings,
  ),
  setSettingsAsComplete: post('/api/setSettingsAsComplete', nothing, Settings),
  getSettings: get('/api/getSettings', nothing, z.union([Settings, z.array(z.never()).max(0)])),
};
