import type { ListEntry, School, State } from '@waypost/contract/lists/calls';
import type { schoolTypes } from '@waypost/contract/lists/rules';
import type { Location } from '@waypost/contract/profiles/calls';

export const toListEntry = (row: { id: string; name: string; ordinal: number }): ListEntry => ({
  _id: row.id,
  name: row.name,
  ordinal: row.ordinal,
});

export const toState = (row: { id: string; code: string; name: string }): State => ({
  _id: row.id,
  code: row.code,
  name: row.name,
});

export const toLocation = (row: Location): Location => ({
  street: row.street,
  city: row.city,
  state: row.state,
  zip: row.zip,
  lat: row.lat,
  lon: row.lon,
  userOverwroteLocation: row.userOverwroteLocation,
});

export const toSchool = (
  row: Location & { id: string; name: string; ordinal: number; type: string },
): School => ({
  ...toListEntry(row),
  type: row.type as (typeof schoolTypes)[number],
  location: toLocation(row),
});
