import type { Settings } from '@waypost/contract/school-system/settings/calls';
import type { SettingsInput } from '@waypost/contract/school-system/settings/forms';
import type { Outside } from '../../platform/outside/outside.ts';
import { toFileRef } from '../files/present.ts';
import type { FoundSettings } from './queries.ts';

/** Settings as everyone sees them, with the parts of the server's configuration that every page receives. */
export const toSettings = ({ settings, logo }: FoundSettings, shown: Outside['shown']): Settings => ({
  short_name: settings.shortName,
  full_name: settings.fullName,
  phone_number: settings.phoneNumber,
  logo: toFileRef(logo),
  default_password: null,
  has_default_password: null,
  staff_second_factor: null,
  facebook: settings.facebook,
  twitter: settings.twitter,
  snapchat: settings.snapchat,
  instagram: settings.instagram,
  is_complete: settings.isComplete,
  locale: settings.locale ?? 'browser',
  time_zone: settings.timeZone,
  offer_days: settings.offerDays,
  social_timeline_url: shown.socialTimelineUrl ?? null,
  map_tiles_url: shown.mapTilesUrl,
  demo: shown.demo,
  outbox: shown.outbox,
  revision: null,
});

/** The same with whether there is a default password, which an Admin sets and nobody can read. */
export const toAdminSettings = (found: FoundSettings, shown: Outside['shown']): Settings => ({
  ...toSettings(found, shown),
  has_default_password: found.settings.defaultPasswordHash !== null,
  staff_second_factor: found.settings.staffSecondFactor,
  revision: found.settings.revision,
});

/** The settings' columns from their form. The logo is a file and changes separately. */
export const toSettingsColumns = (input: SettingsInput) => ({
  shortName: input.short_name,
  fullName: input.full_name,
  phoneNumber: input.phone_number,
  facebook: input.facebook,
  twitter: input.twitter,
  snapchat: input.snapchat,
  instagram: input.instagram,
  ...(input.locale && { locale: input.locale === 'browser' ? null : input.locale }),
  ...(input.staff_second_factor !== undefined && { staffSecondFactor: input.staff_second_factor }),
  ...(input.time_zone && { timeZone: input.time_zone }),
  ...(input.offer_days && { offerDays: input.offer_days }),
});
