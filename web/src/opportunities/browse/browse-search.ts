import { cutText } from '@waypost/contract/graphemes';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { BrowseFilter } from '@waypost/contract/opportunities/opportunities/calls';
import {
  internshipTypes,
  opportunityTypes,
  type SortOption,
  searchRadii,
  sortOptions,
  timeFrames,
} from '@waypost/contract/opportunities/opportunities/rules';

/** The browse page's query string: sharing it shows the same list, and Back undoes the last choice. */
export interface BrowseSearch {
  /** Undefined shows the list. */
  view?: 'map' | undefined;
  /** Undefined sorts by the student's interests. */
  sort?: SortOption | undefined;
  /** The search text. */
  q?: string | undefined;
  /** Only opportunities that the student saved. */
  saved?: 'only' | undefined;
  areas?: string[] | undefined;
  type?: (typeof internshipTypes)[number] | undefined;
  term?: (typeof timeFrames)[number] | undefined;
  format?: (typeof opportunityTypes)[number] | undefined;
  /** Only opportunities for students of the student's own school. */
  school?: 'own' | undefined;
  pay?: 'Paid' | 'Unpaid' | undefined;
  /** Miles; undefined is unlimited. */
  within?: number | undefined;
  panel?: 'shown' | undefined;
}

/** Parses a query string; invalid values are dropped. */
export function readBrowse(search: Record<string, unknown>): BrowseSearch {
  const { view, sort, q, saved, areas, type, term, format, school, pay, within, panel } = search;
  const names = (Array.isArray(areas) ? areas : [areas]).filter(
    (name): name is string => typeof name === 'string' && name !== '',
  );
  return {
    ...(view === 'map' ? { view } : {}),
    ...(isSort(sort) ? { sort } : {}),
    ...wordsOf(q),
    ...(saved === 'only' ? { saved } : {}),
    ...(names.length > 0 ? { areas: names } : {}),
    ...oneOf('type', internshipTypes, type),
    ...oneOf('term', timeFrames, term),
    ...oneOf('format', opportunityTypes, format),
    ...(school === 'own' ? { school } : {}),
    ...(pay === 'Paid' || pay === 'Unpaid' ? { pay } : {}),
    ...(typeof within === 'number' && isRadius(within) ? { within } : {}),
    ...(panel === 'shown' ? { panel } : {}),
  };
}

/** The maximum search length that the call accepts. */
export const LONGEST_SEARCH = 100;

/** The router parses a search for digits as a number. */
function wordsOf(given: unknown): { q?: string } {
  const q = typeof given === 'string' || typeof given === 'number' ? `${given}`.trim() : '';
  return q ? { q: cutText(q, LONGEST_SEARCH) } : {};
}

function oneOf<Key extends string, Choice extends string>(
  key: Key,
  choices: readonly Choice[],
  given: unknown,
): { [key in Key]?: Choice } {
  const chosen = choices.find((choice) => choice === given);
  return chosen ? ({ [key]: chosen } as { [key in Key]: Choice }) : {};
}

const isSort = (value: unknown): value is SortOption => sortOptions.some((option) => option === value);
const isRadius = (value: number) => searchRadii.some((radius) => radius === value);

/** The filters in effect; a radius applies only with a location. */
export type Narrowed = Pick<
  BrowseSearch,
  'q' | 'saved' | 'areas' | 'type' | 'term' | 'format' | 'school' | 'pay' | 'within'
>;

export function narrowedBy(search: BrowseSearch, hasHome: boolean): Narrowed {
  const { view: _, sort: __, panel: ___, within, ...narrowed } = search;
  return { ...narrowed, ...(within && hasHome ? { within } : {}) };
}

/** The number of filters; the search and Saved have controls of their own. */
export function countOf({ q: _, saved: __, areas = [], ...single }: Narrowed): number {
  return areas.length + Object.keys(single).length;
}

/** The change that removes all filters; the search and Saved stay. */
export const noFilters = {
  areas: undefined,
  type: undefined,
  term: undefined,
  format: undefined,
  school: undefined,
  pay: undefined,
  within: undefined,
} satisfies { [key in Exclude<keyof Narrowed, 'q' | 'saved'>]: undefined };

/** Converts the filters to the call's input. */
export function filterOf({
  q,
  saved,
  areas,
  type,
  term,
  format,
  school,
  pay,
  within,
}: Narrowed): BrowseFilter {
  return {
    ...(q ? { search: q } : {}),
    ...(saved ? { saved: true } : {}),
    ...(type ? { internship_type: type } : {}),
    ...(term ? { time_frame: term } : {}),
    ...(format ? { opportunity_type: format } : {}),
    ...(school ? { own_school: true } : {}),
    ...(areas ? { focusAreas: areas } : {}),
    ...(pay ? { compensation: pay } : {}),
    ...(within ? { radius: within } : {}),
  };
}

/** The order in effect: the chosen one, unless it needs a location that is missing. */
export function sortedBy({ sort }: BrowseSearch, hasHome: boolean): SortOption {
  return sort === undefined || (sort === 'distance' && !hasHome) ? 'interests' : sort;
}

export const sortNames: Record<SortOption, Message> = {
  interests: msg('By your interests'),
  distance: msg('By distance'),
  opportunity_title: msg('By title'),
  'business.business_name': msg('By business'),
  application_close: msg('By closing date'),
};

export const milesName = (miles: number) => t('{miles} {miles, plural, one {mile} other {miles}}', { miles });
