import * as z from 'zod';
import { get, nothing, post } from '../call.ts';
import { FileRef } from '../files/calls.ts';
import { SettingsInput } from './forms.ts';

/** A school system's settings as everybody sees them. */
export const Settings = z.object({
  short_name: z.string(),
  full_name: z.string(),
  phone_number: z.string(),
  logo: FileRef.nullable(),
  /** Stored as a hash: nobody reads it back. */
  default_password: z.null(),
  /** Whether there is a default password; null to all but Admins. */
  has_default_password: z.boolean().nullable(),
  facebook: z.string(),
  twitter: z.string(),
  snapchat: z.string(),
  instagram: z.string(),
  is_complete: z.boolean(),
  /** Where the landing page's social timeline is read from; null when none is configured. */
  social_timeline_url: z.string().nullable(),
  /** Where map tiles are read from, `{z}/{x}/{y}`. */
  map_tiles_url: z.string(),
  /** The demo's accounts stand on the sign-in page of the demo alone. */
  demo: z.boolean(),
  /** Whether `/outbox` shows this computer the mails that no mail server takes. */
  outbox: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

/** The settings as they are now; or `fail`, and nothing was saved, where the logo is no picture of the caller's. */
export const SavedSettings = Settings.partial().extend({ message: z.literal('fail').optional() });

/** `[]` when a school system has none yet (calls.csv). */
export const settingsCalls = {
  saveSettings: post('/api/saveSettings', SettingsInput, SavedSettings),
  setSettingsAsComplete: post('/api/setSettingsAsComplete', nothing, Settings),
  getSettings: get('/api/getSettings', nothing, z.union([Settings, z.array(z.never()).max(0)])),
};
