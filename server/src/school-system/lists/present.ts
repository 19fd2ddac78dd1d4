import type { Location } from '@waypost/contract/location';
import { settleLocation } from '@waypost/contract/people/profiles/rules';
import type {
  ListEntry,
  ReflectionQuestion,
  School,
  State,
} from '@waypost/contract/school-system/lists/calls';
import type { NewSchool } from '@waypost/contract/school-system/lists/forms';
import type { schoolTypes } from '@waypost/contract/school-system/lists/rules';
import type { AskedRow, NamedRow, RowOf, TranslatedRow } from './queries.ts';

const toNamed = (row: NamedRow) => ({
  _id: row.id,
  name: row.name,
  ordinal: row.ordinal,
  revision: row.revision,
});

export const toListEntry = (row: TranslatedRow): ListEntry => ({ ...toNamed(row), name_es: row.name_es });

export const toQuestion = (row: AskedRow): ReflectionQuestion => ({
  _id: row.id,
  question_text: row.question_text,
  question_text_es: row.question_text_es,
  ordinal: row.ordinal,
  revision: row.revision,
  default: false,
});

/** One of the platform's defaults. */
export const toDefaultQuestion = (row: AskedRow): ReflectionQuestion => ({
  ...toQuestion(row),
  default: true,
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

const placeOf = ({ user_overwrote_location, ...row }: RowOf<'schools'>): Location =>
  toLocation({ ...row, userOverwroteLocation: user_overwrote_location });

export const toSchool = (row: RowOf<'schools'>): School => ({
  ...toNamed(row),
  type: row.type as (typeof schoolTypes)[number],
  location: placeOf(row),
});

/** A school's columns from its form. A pin that was placed on the map stays until the address changes. */
export function toSchoolColumns({ name, type, ...location }: NewSchool, before?: RowOf<'schools'>) {
  const { userOverwroteLocation, ...place } = before ? settleLocation(placeOf(before), location) : location;
  return { name, type, ...place, user_overwrote_location: userOverwroteLocation };
}
